/* The JSON interface, to read and to try: requests go out from here as a script would send them. */
"use strict";

window.SwaggerUIBundle({
  url: "/openapi.json",
  domNode: document.getElementById("api"),
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // nobody else is told
  requestInterceptor: (request) => {
    request.headers.Accept = "application/json";
    return request;
  },
});

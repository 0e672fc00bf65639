"""HTTP: what people send, what they are answered, and who may."""

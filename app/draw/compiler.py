"""Compiled templates that speak one language: what never changes in them is worked out only once.

An environment has a language for life, so its sentences are translated when a template is compiled,
and only names and numbers are filled in when it is drawn. A test draws all templates by plain Jinja
too: they say the same. For that speed a template may not

- read a key as an attribute: ``a.b`` is an attribute, and an error if there is none, also in
  ``a.b is defined``; ``a["b"]`` is either;
- call a function that wants Jinja's context or environment, except gettext's four (filters may);
- switch escaping off, or rely on `finalize`: whatever is not markup is escaped;
- filter a block: what comes of it would not be escaped (set it, and put it out filtered);
- mean its line breaks and indents: all white space is one space, so no `<pre>`;
- be asynchronous, be sandboxed, or bring globals of its own.
"""

from __future__ import annotations

import re
from gettext import NullTranslations

from jinja2 import TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

_PLACE = re.compile(r"%\((\w+)\)s")
_SPACE = re.compile(r"\s+")
_GETTEXT = frozenset({"gettext", "ngettext", "pgettext", "npgettext"})
"""What `{% trans %}` calls; they want Jinja's context."""


class Writer(CodeGenerator):
    """Jinja's compiler, for an environment that has `said`, `escaped` and `call`.

    Values have attributes, functions are called as they are, and markup is passed on as it is:
    Jinja's own looks, calls and copies, some hundreds a page, cost more than the rest of it.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        said: NullTranslations = self.environment.said  # type: ignore[attr-defined]  # by `extend`
        super().visit_Template(_Translator(said).visit(node), frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if _called(node) in _GETTEXT:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("environment.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: object) -> None:
        self.write("(out if type(out := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: object) -> None:
        self.write(") is Markup else environment.escaped(out))")


class _Translator(NodeTransformer):
    def __init__(self, said: NullTranslations) -> None:
        self._said = said

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        """`_("Lock in")` is a constant, and so is a sentence without places to fill."""
        text = None if node.kwargs else self._text(node)
        if text is None:
            return self.generic_visit(node)
        return nodes.Const(escape(text) if _called(node) == "_" else Markup(_literal(text)))

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:
        """`x if y` is nothing when y is false; Jinja would make a thing that can explain itself."""
        node.expr2 = node.expr2 or nodes.Const("")
        return self.generic_visit(node)

    def visit_Output(self, node: nodes.Output) -> nodes.Node:
        """`{% trans %}` is text with places to fill, unless it must choose a plural form."""
        node.nodes = [piece for child in node.nodes for piece in self._pieces(child)]
        return self.generic_visit(node)

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.Node:
        raise TemplateSyntaxError("what a filtered block says would not be escaped", node.lineno)

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:
        """Line breaks and indents are for those who read the template, not for the wire."""
        return nodes.TemplateData(_SPACE.sub(" ", node.data))

    def _pieces(self, child: nodes.Node) -> list[nodes.Expr]:
        if not isinstance(child, nodes.Call) or _called(child) not in _GETTEXT:
            return [child]  # type: ignore[list-item]  # what is put out is an expression
        text = self._text(child)
        if text is None:
            return [child]
        values = {keyword.key: keyword.value for keyword in child.kwargs}
        return [
            values[piece] if odd else nodes.TemplateData(_literal(piece))
            for i, piece in enumerate(_PLACE.split(text))
            if (odd := i % 2) or piece
        ]

    def _text(self, node: nodes.Call) -> str | None:
        """The sentence in this language; None for a plural, and for what is no sentence."""
        match _called(node), node.args:
            case "_" | "gettext", [nodes.Const(value=str(text))]:
                return self._said.gettext(text)
            case "pgettext", [nodes.Const(value=str(context)), nodes.Const(value=str(text))]:
                return self._said.pgettext(context, text)
        return None


def _literal(piece: str) -> str:
    return piece.replace("%%", "%")


def _called(node: nodes.Call) -> str | None:
    return node.node.name if isinstance(node.node, nodes.Name) else None

"""A page as a tree, read by the standard library's parser."""

from html.parser import HTMLParser

VOID = {"meta", "br", "img", "input", "link", "hr"}


class Node:
    def __init__(self, tag, attrs, parent):
        self.tag, self.attrs, self.parent, self.children = tag, dict(attrs), parent, []

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def text(self, *, without=()):
        return "".join(
            child if isinstance(child, str) else "" if child.tag in without else child.text(without=without)
            for child in self.children
        )

    def all(self, tag, name=None):
        return [
            node
            for node in self.walk()
            if node.tag == tag and (name is None or name in (node.attrs.get("class") or "").split())
        ]


class Tree(HTMLParser):
    """A page as a tree; fails where an element is not closed in order."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.root = self.here = Node("root", (), None)
        self.feed(page)
        self.close()
        assert self.here is self.root

    def handle_starttag(self, tag, attrs):
        node = Node(tag, attrs, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag, attrs):
        self.here.children.append(Node(tag, attrs, self.here))

    def handle_endtag(self, tag):
        assert self.here.tag == tag
        self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)

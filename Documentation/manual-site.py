"""Writes the README, the pages of Documentation and the shipped recipes as a site of static pages.

usage: manual-site.py PROGRAM ROOT FOLDER

Where FOLDER holds the studio in one file as tintype.html, every recipe has a link that opens it there.
"""
import base64
import html
import html.parser
import json
import os
import pathlib
import posixpath
import re
import subprocess
import sys
import urllib.parse
import zlib

from markdown_it import MarkdownIt
from markdown_it.token import Token

STUDIO = "tintype.html"


def slug(title):
    """The anchor of a heading, as GitHub makes it: the pages are read there as well."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def is_recipe(fence):
    """Whether a block of code is a recipe, or a part of one."""
    return fence.info.split()[:1] == ["tint"] or fence.content.startswith("tintype 1")


class Compiler:
    """What the program says of recipes."""

    def __init__(self, program):
        self.program = program
        self.version = self.run("--version").stdout.strip()
        self.looks = json.loads(self.run("list", "--format", "json").stdout)["looks"]

    def run(self, *words, text=""):
        return subprocess.run([self.program, *words], input=text, capture_output=True, encoding="utf-8")

    def can_open(self, recipe):
        """Whether a page can show this recipe: it has a look, no errors, and needs no other files."""
        if not recipe.startswith("tintype 1"):
            return False
        result = self.run("list", "--format", "json", "-", text=recipe)
        return result.returncode == 0 and not any("needs" in look for look in json.loads(result.stdout)["looks"])

    def colors(self, texts):
        """For each text its colored words, by line: (first column, column behind, kind), from the language server."""
        capabilities = {"general": {"positionEncodings": ["utf-32"]}}
        requests = [("initialize", {"capabilities": capabilities}), ("initialized", {})]
        for number, text in enumerate(texts):
            document = {"uri": f"untitled:{number}", "languageId": "tintype", "version": 1, "text": text}
            requests.append(("textDocument/didOpen", {"textDocument": document}))
        for number in range(len(texts)):
            requests.append(("textDocument/semanticTokens/full", {"textDocument": {"uri": f"untitled:{number}"}}))
        requests += [("shutdown", None), ("exit", None)]
        notifications = {"initialized", "textDocument/didOpen", "exit"}
        sent = bytearray()
        identity = 0
        for method, parameters in requests:
            message = {"jsonrpc": "2.0", "method": method, "params": parameters}
            if method not in notifications:
                message["id"] = identity
                identity += 1
            body = json.dumps(message).encode()
            sent += b"Content-Length: %d\r\n\r\n" % len(body) + body
        output = subprocess.run([self.program, "lsp"], input=sent, stdout=subprocess.PIPE, check=True).stdout
        answers = {}
        while output:
            head, _, rest = output.partition(b"\r\n\r\n")
            length = int(re.search(rb"Content-Length: (\d+)", head)[1])
            message, output = json.loads(rest[:length]), rest[length:]
            if "result" in message:
                answers[message["id"]] = message["result"]
        kinds = answers[0]["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        return [self.by_line(answers[number + 1]["data"], kinds) for number in range(len(texts))]

    @staticmethod
    def by_line(data, kinds):
        lines, line, column = {}, 0, 0
        for below, right, length, kind, _ in zip(*[iter(data)] * 5):
            line, column = line + below, right + (0 if below else column)
            lines.setdefault(line, []).append((column, column + length, kinds[kind]))
        return lines


def colored(text, lines):
    """A recipe as HTML."""
    result = []
    for number, line in enumerate(text.split("\n")):
        end, parts = 0, []
        for start, behind, kind in lines.get(number, []):
            word = html.escape(line[start:behind], quote=False)
            parts += [html.escape(line[end:start], quote=False), f'<span class="t-{kind}">{word}</span>']
            end = behind
        result.append("".join(parts) + html.escape(line[end:], quote=False))
    return "\n".join(result)


def studio_link(name, recipe):
    """What Sources/TintypeStudio/Page/link.js reads."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(json.dumps([name, recipe], ensure_ascii=False).encode()) + packer.flush()
    return f"{STUDIO}#recipe=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


class Page:
    def __init__(self, source, target, text):
        self.source, self.target, self.text = source, target, text
        self.title = ""
        self.headings = []  # below the title: level, title, anchor
        self.tokens = []


class Site:
    def __init__(self, program, root, folder):
        self.compiler = Compiler(program)
        self.root, self.folder = root, folder
        self.has_studio = (folder / STUDIO).exists()
        self.errors = []
        self.pages = {}
        self.pictures = {}
        self.openable = {}
        names = {look["name"] for look in self.compiler.looks}
        recipes = {path.stem: path for path in sorted(root.glob("Recipes/**/*.tint"))}
        self.looks = {path.stem: self.below_root(path) for path in recipes.values() if path.stem in names}
        for path in [root / "README.md", root / "CHANGELOG.md", *sorted(root.glob("Documentation/*.md"))]:
            target = "index.html" if path.name == "README.md" else path.stem.capitalize() + ".html"
            if path.parent != root:
                target = path.stem + ".html"
            self.add(self.below_root(path), target, path.read_text("utf-8"))
        self.add("Recipes", "Recipes.html", self.recipes(recipes))

    def below_root(self, path):
        return path.relative_to(self.root).as_posix()

    def add(self, source, target, text):
        self.pages[source] = Page(source, target, text)

    def recipes(self, recipes):
        """The page that lists the shipped recipes, in Markdown."""
        lines, group = ["# The shipped recipes"], None
        for look in self.compiler.looks:
            if look["group"] != group:
                group = look["group"]
                lines += ["", f"## {group}", "", "| look | what it does |", "| --- | --- |"]
            lines.append("| `%s` | %s |" % (look["name"], look.get("about", "").replace("|", "\\|")))
        for title, name in [("The library", "Library"), ("Templates of `tintype new`", "Templates")]:
            files = [self.below_root(path) for path in recipes.values() if path.parent.name == name]
            lines += ["", f"## {title}", ""] + [f"- [{posixpath.basename(file)}]({file})" for file in files]
        return "\n".join(lines) + "\n"

    # Reading

    def read(self, page):
        """Parses a page; finds its headings, and where its links lead."""
        if page.source.endswith(".md") or page.source == "Recipes":
            parser = MarkdownIt("commonmark", {"html": False}).enable("table")
            page.tokens = parser.parse(page.text)
        else:
            language = page.source.rpartition(".")[2]
            page.tokens = MarkdownIt("commonmark").parse(f"# {posixpath.basename(page.source)}\n")
            page.tokens.append(Token("fence", "code", 0, info=language, content=page.text))
        known, lists_looks = {}, False
        for index, token in enumerate(page.tokens):
            if token.type == "heading_open":
                self.name(page, token, page.tokens[index + 1], known)
            if token.type != "inline":
                continue
            for child in token.children:
                attribute = {"link_open": "href", "image": "src"}.get(child.type)
                if attribute:
                    child.attrSet(attribute, self.resolved(page, urllib.parse.unquote(child.attrGet(attribute))))
            before = [other.type for other in page.tokens[index - 2:index]]
            if before == ["tr_open", "th_open"]:
                lists_looks = token.content == "look"
            elif before == ["tr_open", "td_open"] and lists_looks:
                self.link_looks(token)

    def name(self, page, heading, inline, known):
        title = "".join(child.content for child in inline.children)
        anchor = slug(title)
        known[anchor] = known.get(anchor, -1) + 1
        if known[anchor]:
            anchor += f"-{known[anchor]}"
        heading.attrSet("id", anchor)
        heading.meta = {"anchor": anchor, "title": title}
        level = int(heading.tag[1])
        if level == 1:
            page.title = title
        else:
            page.headings.append((level, title, anchor))

    def resolved(self, page, link):
        """Where a link leads on the site."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        path, mark, anchor = link.partition("#")
        base = "" if page.source == "Recipes" else posixpath.dirname(page.source)
        path = posixpath.normpath(posixpath.join(base, path))
        file = self.root / path
        if path not in self.pages:
            if not file.is_file():
                self.errors.append(f"{page.source}: there is no '{path}' to link to")
                return ""
            if file.suffix in [".jpg", ".png"]:
                self.pictures[path] = "pictures/" + file.name
                return self.pictures[path]
            self.add(path, file.name + ".html", file.read_text("utf-8"))
        return self.pages[path].target + mark + anchor

    def link_looks(self, cell):
        """In the first column of a table of looks each name leads to its recipe, and to the studio with it."""
        children = []
        for child in cell.children:
            if child.type != "code_inline" or child.content not in self.looks:
                children.append(child)
                continue
            file = self.looks[child.content]
            target = self.resolved(Page("", "", ""), file)
            children += [Token("link_open", "a", 1, attrs={"href": target}), child, Token("link_close", "a", -1)]
            link = self.link(child.content, self.pages[file].text)
            if link:
                title = f"Open {child.content} in the page"
                attrs = {"class": "open", "href": link, "target": "tintype", "title": title}
                children += [
                    Token("text", "", 0, content=" "), Token("link_open", "a", 1, attrs=attrs),
                    Token("text", "", 0, content="open"), Token("link_close", "a", -1)]
        cell.children = children

    def link(self, name, recipe):
        """Opens a recipe in the studio; nothing where that cannot be."""
        if not self.has_studio:
            return None
        if recipe not in self.openable:
            self.openable[recipe] = self.compiler.can_open(recipe)
        return studio_link(name, recipe) if self.openable[recipe] else None

    # Writing

    def write(self):
        # Files that pages link to are pages, too.
        read = 0
        while read < len(self.pages):
            self.read(list(self.pages.values())[read])
            read += 1
        recipes = sorted({
            token.content for page in self.pages.values() for token in page.tokens
            if token.type == "fence" and is_recipe(token)})
        self.colors = dict(zip(recipes, self.compiler.colors(recipes)))
        self.order = self.reading_order()
        (self.folder / "pictures").mkdir()
        for page in self.pages.values():
            (self.folder / page.target).write_text(self.document(page), "utf-8")
        for path, target in self.pictures.items():
            (self.folder / target).write_bytes((self.root / path).read_bytes())
        (self.folder / "manual.css").write_text(self.style(), "utf-8")
        self.check()

    def reading_order(self):
        """The pages as the README lists them, before those that it does not."""
        readme = self.pages["README.md"]
        last = max(index for index, token in enumerate(readme.tokens) if token.type == "heading_open")
        links = [
            child.attrGet("href").partition("#")[0] for token in readme.tokens[last:] if token.type == "inline"
            for child in token.children if child.type == "link_open"]
        by_target = {page.target: page for page in self.pages.values()}
        listed = [readme] + [by_target[link] for link in dict.fromkeys(links) if link in by_target]
        manual = [page for page in self.pages.values() if page.source.endswith(".md")]
        return listed + [page for page in manual if page not in listed]

    def style(self):
        """The colors are the studio's."""
        studio = (self.root / "Sources/TintypeStudio/Page/style.css").read_text("utf-8")
        dark, light = re.findall(r"(?ms)^:root(?:\.light)? \{\n(.*?)^\}\n", studio)[:2]
        words = "".join(re.findall(r"(?m)^\.t-.*\n", studio))
        own = pathlib.Path(__file__).with_suffix(".css").read_text("utf-8")
        light = "@media not (prefers-color-scheme: dark) {\n:root {\n%s}\n}\n" % light
        return ":root {\n%s}\n%s%s%s" % (dark, light, words, own)

    def document(self, page):
        renderer = MarkdownIt("commonmark").renderer
        renderer.rules["fence"] = lambda tokens, index, options, env: self.fence(page, tokens[index])
        renderer.rules["table_open"] = lambda *_: '<div class="table"><table>\n'
        renderer.rules["table_close"] = lambda *_: "</table></div>\n"
        heading = []

        def open_heading(tokens, index, options, env):
            heading.append(tokens[index])
            return renderer.renderToken(tokens, index, options, env)

        def close_heading(tokens, index, options, env):
            meta = heading[-1].meta
            label = html.escape(f"Link to “{meta['title']}”")
            anchor = f' <a class="anchor" href="#{meta["anchor"]}" aria-label="{label}">#</a>'
            return f'{anchor if tokens[index].tag != "h1" else ""}</{tokens[index].tag}>\n'

        renderer.rules["heading_open"] = open_heading
        renderer.rules["heading_close"] = close_heading
        body = renderer.render(page.tokens, MarkdownIt("commonmark").options, {})
        title = page.title if page.target == "index.html" else f"{page.title} · Tintype"
        return TEMPLATE.format(
            title=html.escape(title), body=body, contents=self.contents(page), steps=self.steps(page))

    def fence(self, page, token):
        if not is_recipe(token):
            return f"<pre><code>{html.escape(token.content, quote=False)}</code></pre>\n"
        code = f"<pre><code>{colored(token.content, self.colors[token.content])}</code></pre>\n"
        if page.source.endswith(".tint"):
            name = pathlib.PurePosixPath(page.source).stem
        else:
            title = re.search(r'(?m)^look "([^"]*)"', token.content)
            name = slug(title[1]) if title else "recipe"
        link = self.link(name, token.content)
        if not link:
            return code
        return f'<div class="recipe">{code}<a class="open" href="{link}" target="tintype">Open in the page</a></div>\n'

    def contents(self, page):
        """All pages, and the headings of this one."""
        items = []
        for other in self.order:
            here = ' aria-current="page"' if other is page else ""
            inner = ""
            if other is page:
                for level, title, anchor in page.headings:
                    inner += f'<li class="h{level}"><a href="#{anchor}">{html.escape(title)}</a></li>\n'
                inner = f"\n<ul>\n{inner}</ul>\n" if inner else ""
            items.append(f'<li><a href="{other.target}"{here}>{html.escape(other.title)}</a>{inner}</li>')
        studio = (
            f'<p><a class="open" href="{STUDIO}" target="tintype">Open the page</a> Recipes are edited and rendered in '
            "it, on this device." if self.has_studio else
            "<p>This copy has no page that opens recipes: <code>Scripts/wasm</code> builds the module for it.")
        version = html.escape(self.compiler.version)
        return "<ul>\n%s\n</ul>\n%s</p>\n<p>Version %s</p>" % ("\n".join(items), studio, version)

    def steps(self, page):
        if page not in self.order:
            return ""
        place = self.order.index(page)
        links = []
        for word, index in [("Previous", place - 1), ("Next", place + 1)]:
            if 0 <= index < len(self.order):
                other = self.order[index]
                rel = "prev" if word == "Previous" else "next"
                links.append(
                    f'<a rel="{rel}" href="{other.target}"><span>{word}</span> {html.escape(other.title)}</a>')
        return f'<footer>{"".join(links)}</footer>'

    # Checking

    def check(self):
        """Every link of the site leads to a file of it, and to an anchor of that file."""
        found = {page.target: Links((self.folder / page.target).read_text("utf-8")) for page in self.pages.values()}
        for target, links in found.items():
            for link in links.links:
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = link.partition("#")
                path = path or target
                if not (self.folder / path).is_file():
                    self.errors.append(f"{target}: there is no '{path}' to link to")
                elif anchor and path in found and anchor not in found[path].anchors:
                    self.errors.append(f"{target}: '{path}' has no heading '#{anchor}'")


class Links(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ["href", "src"]:
                self.links.append(value)
            if name == "id":
                self.anchors.add(value)


TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="manual.css">
</head>
<body id="top">
<header><a href="index.html">Tintype</a> <a class="menu" href="#contents">Contents</a></header>
<nav id="contents" aria-label="Contents">
<a class="close" href="#top">Close</a>
{contents}
</nav>
<main>
{body}{steps}
</main>
</body>
</html>
"""


def main():
    program, root, folder = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
    site = Site(program, root, folder)
    site.write()
    for error in site.errors:
        print(f"manual-site.py: {error}", file=sys.stderr)
    if site.errors:
        sys.exit(1)
    files = [os.path.getsize(file) for file in folder.rglob("*") if file.is_file()]
    print(f"{folder}: {len(site.pages)} pages, {sum(files)} bytes, {sum(site.openable.values())} recipes to open")


main()

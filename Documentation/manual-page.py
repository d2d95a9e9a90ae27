"""Writes the manual page tintype(1) from the program's help and from Documentation/CommandLine.md.

usage: manual-page.py PROGRAM DATE > tintype.1
"""
import json
import pathlib
import re
import subprocess
import sys
import textwrap


def escaped(text):
    """Characters that roff would interpret, or set as another character."""
    for plain, roff in [("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("`", "\\(ga"), ("^", "\\(ha"), ("~", "\\(ti")]:
        text = text.replace(plain, roff)
    return text


def flowed(text):
    """Escaped text in short lines, none of which roff takes for a request."""
    lines = textwrap.wrap(text, 78, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + line if line.startswith(".") else line for line in lines)


def inline(markdown):
    """A paragraph of Markdown: code is bold, a link is its text."""
    markdown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown).replace("\\|", "|")
    parts = re.split(r"`([^`]*)`", markdown)
    return "".join(
        "\\fB%s\\fR" % escaped(part) if index % 2 else escaped(part.replace("**", ""))
        for index, part in enumerate(parts))


def paragraphs(text):
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ".PP"
        yield flowed(escaped(paragraph))


def spelled(name):
    return "-" + name["name"] if name["kind"] == "short" else "--" + name["name"]


def term(argument):
    """An argument as the help shows it."""
    value = "\\fI%s\\fR" % escaped(argument["valueName"])
    if argument["kind"] == "positional":
        return value
    # The short name first, as in the help.
    names = sorted(map(spelled, argument["names"]), key=len)
    names = ", ".join("\\fB%s\\fR" % escaped(name) for name in names)
    return names if argument["kind"] == "flag" else names + " " + value


def about(argument):
    words = [argument.get("abstract", "")]
    values = argument.get("allValues")
    if values and not all(value in words[0] for value in values):
        words.append("One of %s." % ", ".join(values))
    if "defaultValue" in argument and argument["kind"] != "flag":
        words.append("Default: %s." % argument["defaultValue"])
    return flowed(escaped(" ".join(word for word in words if word)))


def shown(command):
    """The arguments of a command, and those that all commands have, each under its title."""
    return [a for a in command.get("arguments", []) if a["shouldDisplay"]]


def synopsis(command):
    words = ["\\fBtintype %s\\fR" % escaped(command["commandName"])]
    arguments = shown(command)
    if any(a["kind"] != "positional" for a in arguments):
        words.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            word = term(argument) + (" ..." if argument["isRepeating"] else "")
            words.append("[%s]" % word if argument["isOptional"] else word)
    return " ".join(words)


def arguments(command):
    for argument in shown(command):
        yield from [".TP", term(argument), about(argument)]


def section(page, title):
    """What stands under a heading of the page, subheadings included."""
    level = re.search(r"(?m)^(#+) %s$" % re.escape(title), page)
    rest = page[level.end():]
    end = re.search(r"(?m)^#{1,%d} " % len(level[1]), rest)
    return rest[:end.start()] if end else rest


def table(text):
    """The rows of the first table of a text: the first cell as a term, the last as what is said about it."""
    rows = re.findall(r"(?m)^\|(.*)\|$", text)[2:]
    for row in rows:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)]
        yield from [".TP", ".B " + re.sub(r"\\f[BR]", "", inline(cells[0])), flowed(inline(cells[-1]))]


def examples(page):
    """The commands of the page, each block under its heading."""
    title = ""
    for heading, block in re.findall(r"(?m)^#+ (.*)$|^```sh\n((?:.|\n)*?)^```$", page):
        if heading:
            title = heading
        else:
            yield from [".PP", inline(title) + ":", ".PP", ".nf", ".RS", escaped(block.rstrip("\n")), ".RE", ".fi"]


def main():
    program, date = sys.argv[1:]
    root = json.loads(subprocess.check_output([program, "--experimental-dump-help"]))["command"]
    version = subprocess.check_output([program, "--version"], text=True).strip()
    page = (pathlib.Path(__file__).parent / "CommandLine.md").read_text()
    commands = [c for c in root["subcommands"] if c["shouldDisplay"] and c["commandName"] != "help"]

    lines = ['.TH TINTYPE 1 "%s" "tintype %s" "User Commands"' % (date, version)]
    name, _, what = root["abstract"].partition(": ")
    lines += [".SH NAME", "tintype \\- %s: %s" % (escaped(name[0].lower() + name[1:]), escaped(what.rstrip(".")))]
    lines += [".SH SYNOPSIS", ".nf"] + [synopsis(command) for command in commands] + [".fi"]
    lines += [".SH DESCRIPTION"]
    lines += [flowed(inline(paragraph.strip())) for paragraph in page.split("\n\n")[1:2]]
    lines += [".SH COMMANDS"]
    for command in commands:
        lines += [".SS " + synopsis(command), flowed(escaped(command["abstract"]))]
        if "discussion" in command:
            lines += [".PP"] + list(paragraphs(command["discussion"]))
        lines += list(arguments(command))
    lines += [".SH EXIT STATUS"] + list(table(section(page, "Exit status")))
    lines += [".SH ENVIRONMENT"] + list(table(section(page, "Environment")))
    lines += [".SH FILES"] + list(table(section(page, "Files")))
    lines += [".SH EXAMPLES"] + list(examples(page))[1:]
    print("\n".join(lines))


main()

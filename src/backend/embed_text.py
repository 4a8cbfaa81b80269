#!/usr/bin/env python3
"""Writes C++ that defines the contents of text files as constants.

usage: embed_text.py OUTPUT HEADER NAMESPACE NAME=FILE…
"""

import pathlib
import sys

MARK = "embedded"


def definition(argument):
    name, file = argument.split("=", 1)
    text = pathlib.Path(file).read_text(encoding="utf-8")
    if f'){MARK}"' in text:
        sys.exit(f'{file}: the text has the end mark ){MARK}" in it')
    return f'const std::string_view {name} = R"{MARK}({text}){MARK}";\n'


def main(args):
    if len(args) < 4:
        sys.exit(__doc__)
    output, header, namespace, *files = args
    body = "\n".join(definition(f) for f in files)
    text = f'#include "{header}"\n\nnamespace {namespace} {{\n\n{body}\n}}  // namespace {namespace}\n'
    pathlib.Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

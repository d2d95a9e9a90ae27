"""Writes the wheel of the Python module, with the library, the command and its decoder inside.

usage: wheel.py FOLDER VERSION PLATFORM LIBRARY PROGRAM...

The format is that of "Binary distribution format" in the packaging user guide (PEP 427). Times come from
SOURCE_DATE_EPOCH, so that the same files give the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import sys
import time
import zipfile

folder, version, platform, library, *programs = sys.argv[1:]
here = pathlib.Path(__file__).parent
tag = f"py3-none-{platform}"
info = f"tintype-{version}.dist-info"
metadata = f"""Metadata-Version: 2.1
Name: tintype
Version: {version}
Summary: Film looks as text: NumPy arrays and photos through looks
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
"""
wheel = f"Wheel-Version: 1.0\nGenerator: tintype\nRoot-Is-Purelib: false\nTag: {tag}\n"

# Each file: its place, its bytes, and whether it is a program.
files = [
    ("tintype/__init__.py", (here / "tintype/__init__.py").read_bytes(), False),
    ("tintype/py.typed", (here / "tintype/py.typed").read_bytes(), False),
    ("tintype/libtintype.so", pathlib.Path(library).read_bytes(), True),
    *(
        (f"tintype-{version}.data/scripts/{pathlib.Path(program).name}", pathlib.Path(program).read_bytes(), True)
        for program in programs
    ),
    (f"{info}/METADATA", metadata.encode(), False),
    (f"{info}/WHEEL", wheel.encode(), False),
    (f"{info}/licenses/LICENSE", (here.parent / "LICENSE").read_bytes(), False),
]


def line(place: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{place},sha256={digest},{len(content)}\n"


record = "".join(line(place, content) for place, content, _ in files) + f"{info}/RECORD,,\n"
files.append((f"{info}/RECORD", record.encode(), False))
# A zip counts from 1980.
moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), 315532800))[:6]
with zipfile.ZipFile(f"{folder}/tintype-{version}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as archive:
    for place, content, is_program in files:
        entry = zipfile.ZipInfo(place, moment)
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, content)

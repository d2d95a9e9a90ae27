"""Renders a PNG as an array through the looks that other PNGs are called after, and compares all bytes.

usage: render_array.py SOURCE RESULT...
"""

import pathlib
import struct
import sys
import zlib

import numpy
import tintype


def pixels(path):
    """The samples of a PNG of 8 bits, RGB, not interlaced."""
    data = pathlib.Path(path).read_bytes()
    place, chunks = 8, []
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        chunks.append((data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    width, height, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, kind, interlace) == (8, 2, 0), path
    rows = numpy.frombuffer(zlib.decompress(b"".join(c for t, c in chunks if t == b"IDAT")), numpy.uint8)
    rows = rows.reshape(height, 1 + 3 * width)
    above = [0] * (3 * width)
    result = []
    for kind, *row in rows.tolist():
        for i in range(3 * width):
            left = row[i - 3] if i >= 3 else 0
            corner = above[i - 3] if i >= 3 else 0
            if kind == 1:
                row[i] += left
            elif kind == 2:
                row[i] += above[i]
            elif kind == 3:
                row[i] += (left + above[i]) // 2
            elif kind == 4:
                near = left + above[i] - corner
                # The first of equally near ones.
                row[i] += min((left, above[i], corner), key=lambda code: abs(near - code))
            row[i] &= 255
        result.append(row)
        above = row
    return numpy.array(result, numpy.uint8).reshape(height, width, 3)


source = pixels(sys.argv[1])
for path in sys.argv[2:]:
    rendered = tintype.Look(pathlib.Path(path).stem).render(source)
    expected = pixels(path)
    assert rendered.dtype == numpy.uint8 and rendered.shape == expected.shape
    assert numpy.array_equal(rendered, expected), f"{path}: {numpy.count_nonzero(rendered != expected)} samples differ"

"""Runs looks with wgpu: the passes that `tintype export LOOK --to wgsl -o look.json` writes.

    import json, tintype_wgpu
    look = tintype_wgpu.Look(json.load(open("look.json")))
    pixels = look.set(strength=0.5).render(photo)

A photo is an array of rows, columns and 3 or 4 channels: bytes, or floats from 0 to 1, as sRGB codes with straight
alpha. It takes numpy and wgpu (PyPI). Or as a command: `python tintype_wgpu.py look.json photo.ppm result.ppm`, where
.npy files serve as well.
"""

import base64
import json
import math
import sys

import numpy
import wgpu

single = numpy.float32
TINY = single(1.17549435e-38)
FORMAT = wgpu.TextureFormat.rgba32float
CORNERS = """
@vertex fn corner(@builtin(vertex_index) number: u32) -> @builtin(position) vec4f {
  return vec4f(select(-1.0, 3.0, number == 1u), select(-1.0, 3.0, number == 2u), 0.0, 1.0);
}
"""


def _code(light):
    code = 0.0 if light <= 0 else light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return math.floor(min(code, 1.0) * 255 + 0.5) / 255


def _turned(function):
    return lambda a: function(a) if abs(a) <= 65536 else function(0.0)


# What the numbers of a description are computed by; each result is rounded to single precision, as a render does.
OPERATIONS = {
    "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b,
    "divide": lambda a, b: float(numpy.divide(single(a), single(b))), "multiplyAdd": lambda a, b, c: a * b + c,
    "negate": lambda a: -a, "minimum": lambda a, b: a if a < b else b, "maximum": lambda a, b: a if a > b else b,
    "absolute": abs, "floor": numpy.floor, "squareRoot": numpy.sqrt, "exp2": numpy.exp2,
    "log2": lambda a: math.log2(a if a > TINY else TINY), "power": lambda a, b: a**b if a >= TINY else 0.0,
    "sine": _turned(math.sin), "cosine": _turned(math.cos), "arcTangent": math.atan, "srgbCode": _code,
    "less": lambda a, b: a < b, "lessOrEqual": lambda a, b: a <= b, "equal": lambda a, b: a == b,
    "and": lambda a, b: a and b, "or": lambda a, b: a or b, "not": lambda a: not a,
    "select": lambda a, b, c: b if a else c,
}


class _Picture:
    """A rectangle of the photo's pixels in a texture."""

    def __init__(self, texture, x, y, width, height):
        self.texture, self.x, self.y, self.width, self.height = texture, x, y, width, height


class Device:
    """A graphics processor, or a program that acts as one. Any number of looks share it."""

    def __init__(self):
        adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
        self.device = adapter.request_device_sync(required_limits={
            name: adapter.limits[name] for name in ["max-texture-dimension-2d"] if name in adapter.limits})
        self.pipelines = {}
        self.corners = self.device.create_shader_module(code=CORNERS)

    def texture(self, width, height, depth=None):
        usage = wgpu.TextureUsage
        dimension = "2d" if depth is None else "3d"
        use = usage.TEXTURE_BINDING | usage.COPY_DST
        if depth is None:
            use |= usage.RENDER_ATTACHMENT | usage.COPY_SRC
        size = (max(width, 1), max(height, 1), depth or 1)
        return self.device.create_texture(size=size, dimension=dimension, format=FORMAT, usage=use)

    def upload(self, texels):
        """Singles of four channels, of two or three dimensions, as a texture."""
        *outer, height, width, _ = texels.shape
        texture = self.texture(width, height, *outer)
        self.device.queue.write_texture(
            {"texture": texture}, numpy.ascontiguousarray(texels, single),
            {"bytes_per_row": 16 * width, "rows_per_image": height}, texture.size)
        return texture

    def photo(self, pixels):
        pixels = numpy.asarray(pixels)
        if pixels.ndim != 3 or pixels.shape[2] not in (3, 4) or not pixels.size:
            raise ValueError(f"a photo has rows, columns and 3 or 4 channels, and not the shape {pixels.shape}")
        numbers = pixels / single(255) if pixels.dtype == numpy.uint8 else pixels.astype(single)
        if pixels.shape[2] == 3:
            numbers = numpy.concatenate([numbers, numpy.ones_like(numbers[:, :, :1])], axis=2)
        height, width = pixels.shape[:2]
        return _Picture(self.upload(numbers), 0, 0, width, height)

    def pipeline(self, shader):
        code = "\n".join(shader)
        if code not in self.pipelines:
            module = self.device.create_shader_module(code=code)
            self.pipelines[code] = self.device.create_render_pipeline(
                layout="auto", vertex={"module": self.corners, "entry_point": "corner"},
                fragment={"module": module, "entry_point": "draw", "targets": [{"format": FORMAT}]},
                primitive={"topology": "triangle-list"})
        return self.pipelines[code]

    def draw(self, shader, box, values, pictures):
        """Draws a rectangle by a shader, whose settings have names, and whose pictures have an order."""
        target = _Picture(self.texture(box[2], box[3]), *box)
        if not box[2] or not box[3]:
            return target
        data = bytearray(shader["bufferLength"])
        for name, kind, place in shader["buffer"]:
            picture = target if name == "origin" else pictures.get(name.removeprefix("origin_"))
            is_origin = name == "origin" or name.startswith("origin_") and picture is not None
            value = (picture.x, picture.y) if is_origin else values[name]
            kinds = {"i": numpy.int32, "u": numpy.uint32, "b": numpy.uint32, "f": single}
            numbers = numpy.atleast_1d(numpy.asarray(value)).astype(kinds[kind[0]]).tobytes()
            data[place:place + len(numbers)] = numbers
        pipeline = self.pipeline(shader["shader"])
        buffer = self.device.create_buffer_with_data(data=data, usage=wgpu.BufferUsage.UNIFORM)
        entries = [{"binding": 0, "resource": {"buffer": buffer, "offset": 0, "size": len(data)}}]
        entries += [{"binding": place, "resource": picture.texture.create_view()}
                    for place, picture in enumerate(pictures.values(), 1)]
        group = self.device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
        encoder = self.device.create_command_encoder()
        view = target.texture.create_view()
        run = encoder.begin_render_pass(color_attachments=[
            {"view": view, "resolve_target": None, "load_op": "clear", "store_op": "store"}])
        run.set_pipeline(pipeline)
        run.set_bind_group(0, group)
        run.draw(3)
        run.end()
        self.device.queue.submit([encoder.finish()])
        return target

    def pixels(self, picture):
        """The floats of a picture."""
        if not picture.width or not picture.height:
            return numpy.zeros((picture.height, picture.width, 4), single)
        data = self.device.queue.read_texture(
            {"texture": picture.texture}, {"bytes_per_row": 16 * picture.width, "rows_per_image": picture.height},
            (picture.width, picture.height, 1))
        return numpy.frombuffer(data, single).reshape(picture.height, picture.width, 4)


class Look:
    """A look with values for its parameters."""

    def __init__(self, description, device=None):
        if description["format"] != "tintype-passes 4" or description["language"] != "wgsl":
            raise ValueError(f"no passes in WGSL: {description['format']}, {description['language']}")
        self.description, self.device = description, device or Device()
        # The value of each open parameter, one number a lane, by name.
        self.values = {one["name"]: one["default"] for one in description["parameters"]}
        self.pictures, self.tables = {}, {}
        for table in description["textures"]:
            numbers = numpy.frombuffer(base64.b64decode(table["data"]), "<f4")
            numbers = numbers.reshape(*reversed(table["size"]), table["channels"])
            if table["channels"] == 3:
                numbers = numpy.concatenate([numbers, numpy.ones_like(numbers[..., :1])], axis=-1)
            self.tables[table["name"]] = _Picture(self.device.upload(numbers), 0, 0, 0, 0)

    def set(self, /, **values):
        """Sets parameters: a number, truth, or one number a lane, in the numbers of `default` and `range`."""
        for name, value in values.items():
            lanes = [float(lane) for lane in numpy.atleast_1d(value)]
            if name not in self.values:
                raise ValueError(f"'{self.description['name']}' has no open parameter '{name}'")
            if len(lanes) != len(self.values[name]):
                raise ValueError(f"'{name}' takes {len(self.values[name])} numbers")
            self.values[name] = lanes
        return self

    def picture(self, name, pixels):
        """Gives a picture besides the photo, by its name among `inputs` of the description."""
        uniform = next((one["uniform"] for one in self.description["inputs"] if one["name"] == name), None)
        if uniform is None:
            raise ValueError(f"'{self.description['name']}' has no picture '{name}'")
        self.pictures[uniform] = self.device.photo(pixels)
        return self

    def render(self, photo, frame=0, seed=0, as_float=False):
        """The photo through the look: bytes, or floats, of four channels."""
        source = self.device.photo(photo)
        inputs = self.description["inputs"]
        missing = next((one["name"] for one in inputs if one["uniform"] not in self.pictures), None)
        if missing:
            raise ValueError(f"'{self.description['name']}' needs the picture '{missing}'")
        sources = [source] + [self.pictures[one["uniform"]] for one in inputs]
        values = {"frame": frame, "photoSeed": seed}
        by_name = {}
        for one in self.description["parameters"]:
            value = self.values[one["name"]]
            # A seed below 0 is the photo's own.
            by_name[one["name"]] = [seed] if one["type"] == "seed" and value[0] < 0 else value
            values[one["uniform"]] = by_name[one["name"]]
        numbers = self._numbers(sources, by_name, frame)
        made = {**self.tables, **self.pictures, "source": source}
        for step in self.description["passes"]:
            pictures = {one["name"]: made[one["name"]] for one in step["reads"]}
            if "filter" in step:
                filtered = getattr(self, "_" + step["filter"])
                made[step["name"]] = filtered(*pictures.values(), numbers[step["amount"]])
                continue
            for setting in step["settings"]:
                values[setting["uniform"]] = [numbers[place] for place in setting["lanes"]]
            box = [int(numbers[place]) for place in step["box"]]
            made[step["name"]] = self.device.draw(step, box, values, pictures)
        result = made["result"]
        # The rectangle of the last result in the photo: left, top, columns, rows.
        self.box = result.x, result.y, result.width, result.height
        floats = self.device.pixels(result)
        return floats if as_float else numpy.floor(numpy.clip(floats, 0, 1) * 255 + 0.5).astype(numpy.uint8)

    def _numbers(self, sources, values, frame):
        numbers = []
        for entry in self.description["numbers"]:
            if not isinstance(entry, list):
                number = entry
            elif entry[0] == "frame":
                number = frame
            elif entry[0] == "bounds":
                number = [0, 0, sources[entry[1]].width, sources[entry[1]].height][entry[2]]
            elif entry[0] == "parameter":
                number = values[entry[1]][entry[2]]
            else:
                with numpy.errstate(all="ignore"):
                    number = OPERATIONS[entry[0]](*(numbers[place] for place in entry[1:]))
            is_truth = isinstance(number, (bool, numpy.bool_))
            numbers.append(bool(number) if is_truth else float(numpy.float64(number).astype(single)))
        return numbers

    # A filter. It gives back the picture itself where it would not change it.

    def _blur(self, picture, sigma):
        if sigma < single(0.2) or not picture.width or not picture.height:
            return picture
        levels, scale = [picture], 1.0
        while sigma / scale >= 4:
            of = levels[-1]
            columns, rows = _halved(of.x, of.width), _halved(of.y, of.height)
            between = self._filter("halve", of, (columns[0], of.y, columns[1], of.height), axis=(1, 0))
            levels.append(self._filter("halve", between, (columns[0], rows[0], columns[1], rows[1]), axis=(0, 1)))
            scale *= 2
        rest = (sigma * sigma - 2 * (scale * scale - 1) / 3) / (scale * scale)
        weights = {"reach": min(math.ceil(4 * math.sqrt(rest)), 16), "falloff": 1 / (2 * rest * math.log(2))}
        made = levels.pop()
        for axis in [(1, 0), (0, 1)]:
            made = self._filter("weigh", made, (made.x, made.y, made.width, made.height), axis=axis, **weights)
        for level in reversed(levels):
            made = self._filter("double", made, (made.x, level.y, made.width, level.height), axis=(0, 1))
            made = self._filter("double", made, (level.x, level.y, level.width, level.height), axis=(1, 0))
        return made

    def _filter(self, name, picture, box, **values):
        return self.device.draw(self.description["filters"][name], box, values, {"picture": picture})


def _halved(start, count):
    """The range of a halved picture along an axis: behind its ends it is of one color."""
    first = (start - 2) >> 1
    return first, ((start + count + 2) >> 1) + 1 - first


def _main(look, source, result):
    if source.endswith(".npy"):
        photo = numpy.load(source)
    else:
        magic, width, height, most, data = open(source, "rb").read().split(maxsplit=4)
        if magic != b"P6" or most != b"255":
            raise ValueError(f"{source}: neither a .npy file nor a plain .ppm file of 8 bits")
        photo = numpy.frombuffer(data[-3 * int(width) * int(height):], numpy.uint8).reshape(int(height), int(width), 3)
    pixels = Look(json.load(open(look))).render(photo)
    if result.endswith(".npy"):
        numpy.save(result, pixels)
    else:
        with open(result, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (pixels.shape[1], pixels.shape[0]) + pixels[:, :, :3].tobytes())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: tintype_wgpu.py LOOK.json PHOTO.ppm|.npy RESULT.ppm|.npy")
    _main(*sys.argv[1:])

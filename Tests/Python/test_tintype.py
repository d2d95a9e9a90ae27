"""The Python module against the command. The environment names the library and the command."""

import math
import os
import subprocess
import tempfile
import threading
import unittest

import numpy

import tintype

COMMAND = os.environ["TINTYPE_COMMAND"]
CROP = 'tintype 1\nlook "c" { working display }\noutput source |> crop(left: 3px)\n'


def photo(height=40, width=61, channels=3, type=numpy.uint8):
    """Every channel takes many values, none of them in step with another."""
    largest = numpy.iinfo(type).max
    numbers = numpy.arange(height * width * channels, dtype=numpy.uint64).reshape(height, width, channels)
    return (numbers * 2654435761 % (largest + 1)).astype(type)


def rendered_by_command(look, pixels):
    """What the command makes of the pixels in a PNG; in memory the photo's own grain starts at 0."""
    with tempfile.TemporaryDirectory() as folder:
        write_png(folder + "/in.png", pixels)
        files = [folder + "/in.png", "-o", folder + "/out.png"]
        subprocess.run([COMMAND, "render", look, *files, "--shot", "seed=0"], check=True)
        return read_png(folder + "/out.png", pixels.dtype)


def ffmpeg(*arguments, data=b""):
    return subprocess.run(
        ["ffmpeg", "-v", "error", *arguments], check=True, input=data, stdout=subprocess.PIPE).stdout


def raw(type, size=None):
    """The options of ffmpeg for pixels without a file."""
    layout = {1: "rgb24", 2: "rgb48le"}[numpy.dtype(type).itemsize]
    return ["-f", "rawvideo", "-pix_fmt", layout, *(["-s", size] if size else [])]


def write_png(path, pixels):
    height, width, _ = pixels.shape
    ffmpeg(*raw(pixels.dtype, f"{width}x{height}"), "-i", "-", path, data=pixels.tobytes())


def read_png(path, type=numpy.uint8):
    """The pixels of a PNG as wide as those of `photo`."""
    return numpy.frombuffer(ffmpeg("-i", path, *raw(type), "-"), type).reshape(-1, photo().shape[1], 3)


class Rendering(unittest.TestCase):
    def test_equals_the_command(self):
        for name in ["tumble-down", "warm-negative", "soften"]:
            for type in [numpy.uint8, numpy.uint16]:
                pixels = photo(type=type)
                with self.subTest(name=name, type=type):
                    result = tintype.Look(name).render(pixels)
                    numpy.testing.assert_array_equal(result, rendered_by_command(name, pixels))

    def test_threads_do_not_show(self):
        look, pixels = tintype.Look("warm-negative"), photo(200, 300)
        alone = look.render(pixels, threads=1)
        numpy.testing.assert_array_equal(look.render(pixels, threads=4), alone)
        results = [None] * 4

        def work(index):
            results[index] = look.render(pixels, threads=1)

        threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            numpy.testing.assert_array_equal(result, alone)

    def test_rows_anywhere(self):
        look, pixels = tintype.Look("tumble-down"), photo()
        expected = look.render(pixels)
        wide = numpy.zeros((40, 90, 3), numpy.uint8)
        wide[:, 10:71] = pixels
        numpy.testing.assert_array_equal(look.render(wide[:, 10:71]), expected)
        numpy.testing.assert_array_equal(look.render(pixels[::-1][::-1]), expected)
        numpy.testing.assert_array_equal(look.render(numpy.asfortranarray(pixels)), expected)
        upside_down = numpy.ascontiguousarray(pixels[::-1])
        numpy.testing.assert_array_equal(look.render(upside_down[::-1]), expected)

    def test_floats(self):
        look = tintype.Look("sepia")
        codes = photo(type=numpy.uint16)
        result = look.render((codes / 65535).astype(numpy.float32))
        numpy.testing.assert_allclose(result, look.render(codes) / 65535, atol=1 / 65535)
        half = tintype.Look.parse('tintype 1\nlook "h" { working display }\noutput source * 0.5\n')
        for type in [numpy.float16, numpy.float32]:
            bright = numpy.full((3, 5, 4), 4, type)
            bright[:, :, 3] = 1
            result = half.render(bright)
            self.assertEqual((result.dtype, result[1, 2].tolist()), (numpy.dtype(type), [2, 2, 2, 1]))

    def test_spaces(self):
        pixels = numpy.full((3, 5, 3), 0.5, numpy.float32)
        result = tintype.Look("=source").render(pixels, space="linear-srgb", output_space="srgb")
        # IEC 61966-2-1: 1.055 * 0.5 ** (1 / 2.4) - 0.055
        numpy.testing.assert_allclose(result, 0.735357, atol=1e-5)
        self.assertIn("acescct", tintype.spaces())
        with self.assertRaises(tintype.Error) as caught:
            tintype.Look("=source").render(pixels, space="linear")
        self.assertEqual(caught.exception.status, 64)

    def test_premultiplied(self):
        pixels = numpy.full((3, 5, 4), 0.25, numpy.float32)
        look = tintype.Look.parse('tintype 1\nlook "h" { working display }\noutput source * 0.5\n')
        result = look.render(pixels, is_premultiplied=True)
        numpy.testing.assert_allclose(result[0, 0], [0.125, 0.125, 0.125, 0.25], atol=1e-6)

    def test_sizes_and_alpha(self):
        look = tintype.Look.parse(CROP)
        self.assertEqual(look.render(photo()).shape, (40, 58, 3))
        self.assertEqual(look.render(photo(channels=4)).shape, (40, 58, 4))
        self.assertEqual(look.render(photo(channels=4)[:, :, :3]).shape, (40, 58, 3))

    def test_noise_of_frames(self):
        look = tintype.Look("=noise(seed: 1) |> crop(source.bounds)")
        frames = [look.render(photo(), frame=index).tobytes() for index in [0, 1, 1]]
        self.assertNotEqual(frames[0], frames[1])
        self.assertEqual(frames[1], frames[2])

    def test_progress_and_cancelling(self):
        look, pixels, parts = tintype.Look("tumble-down"), photo(400), []
        look.render(pixels, progress=parts.append)
        self.assertEqual(parts, sorted(parts))
        self.assertEqual(parts[-1], 1)
        with self.assertRaises(tintype.Cancelled) as caught:
            look.render(pixels, is_cancelled=lambda: True)
        self.assertEqual(caught.exception.status, 130)

        def refuse(part):
            raise KeyError("no")

        with self.assertRaises(KeyError):
            look.render(pixels, progress=refuse)


class Looks(unittest.TestCase):
    def test_all_load(self):
        for name in tintype.looks():
            look = tintype.Look(name)
            self.assertTrue(look.title)
            self.assertEqual(len({parameter.name for parameter in look.parameters}), len(look.parameters))

    def test_packs(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/half.cube", "w") as file:
                file.write("LUT_1D_SIZE 2\n0 0 0\n0.5 0.5 0.5\n")
            with open(folder + "/own.tint", "w") as file:
                file.write('tintype 1\nlook "own" { working display }\nlet t = lut "half.cube"\n'
                           'output lookup(source, t)\n')
            subprocess.run(
                [COMMAND, "pack", folder + "/own.tint", "-o", folder + "/own.tintpack"], check=True,
                stdout=subprocess.DEVNULL)
            pixels = photo()
            expected = tintype.Look(folder + "/own.tint").render(pixels)
            os.remove(folder + "/half.cube")
            numpy.testing.assert_array_equal(tintype.Look(folder + "/own.tintpack").render(pixels), expected)
            with open(folder + "/own.tintpack", "r+b") as file:
                file.truncate(100)
            with self.assertRaises(tintype.Error) as caught:
                tintype.Look(folder + "/own.tintpack")
            self.assertEqual(caught.exception.status, 65)
            self.assertIn("the pack is damaged", str(caught.exception))

    def test_what_a_parameter_says(self):
        look = tintype.Look.parse(
            'tintype 1\nlook "p" { working display about "What it does." }\n/// How much.\n'
            'param by: scalar = 50% in 0%...100% unit % step 5% "Amount"\n'
            'param how: choice = .soft of soft, hard\nvariant "none" { by = 0% }\noutput source * by\n')
        by, how = look.parameters
        self.assertEqual((by.name, by.type, by.label, by.unit), ("by", "scalar", "Amount", "%"))
        self.assertEqual((by.minimum, by.maximum, by.step, by.documentation), (0, 100, 5, "How much."))
        self.assertEqual((how.choices, look.variants, look.about), (("soft", "hard"), ["none"], "What it does."))
        self.assertEqual(tintype.Look("=source").parameters, [])

    def test_settings(self):
        pixels = photo()
        look = tintype.Look.parse(
            'tintype 1\nlook "p" { working display }\nparam by: scalar = 1 in 0...1\nparam c: rgb = #ffffff\n'
            'variant "dark" { by = 0.25 }\noutput source * by * c\n')
        half = tintype.Look.parse('tintype 1\nlook "h" { working display }\noutput source * 0.5\n').render(pixels)
        numpy.testing.assert_array_equal(look.configured(by=0.5).render(pixels), half)
        numpy.testing.assert_array_equal(look.configured(variant="dark", by=0.5).render(pixels), half)
        numpy.testing.assert_array_equal(look.configured(by="0.5", c="#fff").render(pixels), half)
        self.assertTrue(look.configured(variant="dark").render(pixels).mean() < half.mean())
        self.assertFalse(math.isclose(look.configured(c=[1, 0, 0]).render(pixels).mean(), look.render(pixels).mean()))


class Failures(unittest.TestCase):
    def fails(self, status, start, function, *arguments, **options):
        with self.assertRaises(tintype.Error) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.status, status, str(caught.exception))
        self.assertTrue(str(caught.exception).startswith(start), str(caught.exception))

    def test_messages(self):
        look, pixels = tintype.Look("tumble-down"), photo()
        meant = "tumble-dwn: there is no look of this name; did you mean 'tumble-down'?"
        self.fails(66, meant, tintype.Look, "tumble-dwn")
        self.fails(66, "./none.tint: ", tintype.Look, "./none.tint")
        self.fails(65, "error[unknown-function]: ", tintype.Look, "=source |> blr(radius: 2px)")
        self.fails(65, "error[unknown-parameter]: ", look.configured, nothing=3)
        self.fails(64, "the look 'tumble down' has no variant 'x'", look.configured, variant="x")
        self.fails(64, "the look 'tumble down' has no picture 'x'", look.configured, pictures={"x": "a.png"})
        self.fails(66, "the look 'overlay' needs a picture 'plate'", tintype.Look("overlay").render, pixels)
        self.fails(64, "there is no option 'qualty'; did you mean 'quality'?", look.render, pixels, qualty=3)
        self.fails(64, "'max-pixels' is a number from 1 on, and not '0'", look.render, pixels, max_pixels=0)
        height, width = pixels.shape[:2]
        self.fails(
            75, f"the result is {width} x {height} pixels, and the limit is 11 pixels; the option 'max-pixels' raises it",
            tintype.Look("=source").render, pixels, max_pixels=11)
        self.fails(64, "the value '0' of 'quality' is not valid; ", look.render, pixels, quality=0)
        self.fails(64, "'threads' is a number from 1 to 1024", look.render, pixels, threads=-1)
        self.fails(66, "none.jpg: ", look.render_file, "none.jpg", "out.jpg")
        with tempfile.TemporaryDirectory() as folder:
            input, output = folder + "/in.png", folder + "/out.png"
            write_png(input, pixels)
            look.render_file(input, output)
            self.fails(73, output + ": exists already", look.render_file, input, output)
            look.render_file(input, output, if_exists="overwrite")
            numpy.testing.assert_array_equal(read_png(output), look.render(pixels))

    def test_zero_bytes(self):
        look = tintype.Look("original")
        calls = [
            lambda: tintype.Look("original\0"), lambda: tintype.Look.parse(CROP + "\0"),
            lambda: look.configured(variant="a\0"), lambda: look.configured(pictures={"p": "a\0"}),
            lambda: look.render_file("a.jpg\0.png", "b.jpg"), lambda: look.render_file("a.jpg", "b.jpg\0.png"),
            lambda: look.render_file("a.jpg", "b.jpg", tag=["a\0"]),
        ]
        for call in calls:
            with self.assertRaises(ValueError):
                call()

    def test_arrays(self):
        look = tintype.Look("=source")
        swapped = photo(type=numpy.uint16).astype(">u2")
        for wrong in [photo().astype(float), photo()[:, :, 0], photo()[:, :, :2], swapped]:
            with self.assertRaises(TypeError):
                look.render(wrong)
        for empty in [(0, 5, 3), (5, 0, 3)]:
            self.fails(64, "'source' has no pixels", look.render, numpy.zeros(empty, numpy.uint8))


if __name__ == "__main__":
    unittest.main()

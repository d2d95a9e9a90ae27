"""Film looks as text: NumPy arrays and photos through looks.

    import tintype
    look = tintype.Look("tumble-down")
    result = look.render(pixels)                 # an array of height x width x 3 or 4, codes or floats, in sRGB
    look.render_file("in.jpg", "out.jpg", quality=92)

Looks do not change after they were made, and any number of threads may use one at once: rendering releases the
interpreter's lock.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int32, c_size_t, c_ssize_t, c_uint32, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    import numpy

__all__ = ["Cancelled", "Error", "Look", "Parameter", "looks", "spaces", "version"]

Path = Union[str, "os.PathLike[str]"]


class Error(Exception):
    """Why something failed: a message of one or more lines, and the status with which the command would end."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class Cancelled(Error):
    """The caller's `is_cancelled` said so."""


@dataclass(frozen=True)
class Parameter:
    """Something that can be set."""

    name: str
    #: As recipes write it, such as "scalar", "rgb", "choice" or "picture".
    type: str
    #: As recipes write it.
    default: str
    #: The words of a choice.
    choices: tuple[str, ...]
    minimum: float
    maximum: float
    slider_minimum: float
    slider_maximum: float
    #: The step of a slider; 0 for none.
    step: float
    unit: Optional[str]
    group: Optional[str]
    label: Optional[str]
    documentation: Optional[str]


class Look:
    """A checked recipe with a value for each parameter."""

    def __init__(
        self, name: Path, *, variant: Optional[str] = None, pictures: Mapping[str, Path] = {}, **settings: Any
    ) -> None:
        """Loads a shipped look by its name, a recipe file by a path with a slash or the ending .tint, a pack by the
        ending .tintpack, or the expression after a `=`, such as "=source |> noir()".

        variant, pictures and settings are those of `configured`.
        """
        self._handle = _made(_library.tintype_look_open, _bytes(name))
        if variant is not None or pictures or settings:
            other = self.configured(variant=variant, pictures=pictures, **settings)
            self._handle, other._handle = other._handle, self._handle

    @classmethod
    def parse(cls, text: str, folder: Optional[Path] = None) -> Look:
        """The look of a recipe's text, which may name the files of a folder."""
        return cls._of(_made(_library.tintype_look_parse, _utf8(text), None if folder is None else _bytes(folder)))

    @classmethod
    def _of(cls, handle: int) -> Look:
        look = cls.__new__(cls)
        look._handle = handle
        return look

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _library.tintype_look_free(self._handle)

    def configured(
        self, *, variant: Optional[str] = None, pictures: Mapping[str, Path] = {}, **settings: Any
    ) -> Look:
        """The same look with other values: the defaults, then those of a variant, then settings.

        A value is a number, a text as `--set` takes it, True or False, or two, three or four numbers, as in `vec2`,
        `rgb` and `rgba` of a recipe.
        """
        texts = [_utf8(f"{name}={_spelled(value)}") for name, value in settings.items()]
        look = self._of(
            _made(
                _library.tintype_look_configure, self._handle, None if variant is None else _utf8(variant),
                (c_char_p * len(texts))(*texts), len(texts)))
        for name, file in pictures.items():
            look = self._of(_made(_library.tintype_look_give_picture, look._handle, _utf8(name), _bytes(file)))
        return look

    @property
    def title(self) -> str:
        """The name in the recipe's header."""
        return _library.tintype_look_title(self._handle).decode()

    @property
    def about(self) -> Optional[str]:
        """What the look does, in a sentence."""
        return _text(_library.tintype_look_about(self._handle))

    @property
    def variants(self) -> list[str]:
        """The names of its variants."""
        return _list(_library.tintype_look_variants(self._handle))

    @property
    def parameters(self) -> list[Parameter]:
        """What can be set."""
        count = _library.tintype_look_parameter_count(self._handle)
        found = [_library.tintype_look_parameter(self._handle, index).contents for index in range(count)]
        return [
            Parameter(
                _text(p.name), _text(p.type), _text(p.default_value), tuple(_list(p.choices)), p.minimum, p.maximum,
                p.slider_minimum, p.slider_maximum, p.step, _text(p.unit), _text(p.group), _text(p.label),
                _text(p.documentation))
            for p in found
        ]

    def render(
        self, pixels: numpy.ndarray, *, frame: int = 0, threads: Optional[int] = None, space: str = "srgb",
        output_space: Optional[str] = None, is_premultiplied: bool = False,
        is_cancelled: Optional[Callable[[], bool]] = None, progress: Optional[Callable[[float], None]] = None,
        **options: Any
    ) -> numpy.ndarray:
        """What the look makes of pixels.

        pixels: uint8, uint16, float16 or float32, height x width x 3, or x 4 with alpha. Floats may lie beyond 0 to 1.
        It is copied only where the channels of a pixel, or the pixels of a row, do not lie side by side.
        frame: 0 for a still; noise differs from frame to frame.
        space: what the numbers mean: one of `spaces()`.
        output_space: what those of the result mean; None for that of the pixels.
        is_premultiplied: whether colors are multiplied by alpha, in both arrays.
        threads: how many threads may work at once; None for one per processor. The bytes do not depend on it.
        options: options of `tintype render`, with _ for -: date="1998-08-24", shot=["iso=800"].

        A new array of the same type: a look may crop, turn and resize.
        """
        import numpy

        if not _is_known(pixels):
            raise TypeError(
                "pixels are uint8, uint16, float16 or float32, height x width x 3 or 4, and not "
                f"{pixels.dtype} {pixels.shape}")
        sample, channels = _SAMPLES.index(pixels.dtype.name), pixels.shape[2]
        row = pixels.shape[1] * channels * pixels.itemsize
        if pixels.strides[1:] != (channels * pixels.itemsize, pixels.itemsize) or abs(pixels.strides[0]) < row:
            pixels = numpy.ascontiguousarray(pixels)

        def picture(array: Optional[numpy.ndarray], space: Optional[str]) -> _Picture:
            layout = _Picture(
                size=ctypes.sizeof(_Picture), channels=channels, sample=sample, alpha=1 if is_premultiplied else 0,
                space=None if space is None else _utf8(space))
            if array is not None:
                layout.height, layout.width = array.shape[:2]
                layout.pixels, layout.stride = array.ctypes.data, array.strides[0]
            return layout

        source, size = picture(pixels, space), picture(None, output_space)
        with _Options(threads, options, is_cancelled, progress) as prepared:
            prepared.check(_library.tintype_result_size, self._handle, byref(source), byref(size), prepared.handle)
            target = numpy.empty((size.height, size.width, channels), pixels.dtype)
            result = picture(target, output_space)
            prepared.check(
                _library.tintype_render_picture, self._handle, byref(source), byref(result), frame, prepared.handle)
        return target

    def render_file(
        self, input: Path, output: Path, *, threads: Optional[int] = None,
        is_cancelled: Optional[Callable[[], bool]] = None, progress: Optional[Callable[[float], None]] = None,
        **options: Any
    ) -> None:
        """Renders a photo into a file, as `tintype render` does.

        options: options of `tintype render`, with _ for -: quality=92, if_exists="overwrite".
        """
        with _Options(threads, options, is_cancelled, progress) as prepared:
            prepared.check(
                _library.tintype_render_file, self._handle, _bytes(input), _bytes(output), prepared.handle)


def looks() -> list[str]:
    """The names of the looks that come with the library."""
    return _list(_library.tintype_shipped_looks())


def spaces() -> list[str]:
    """The names of color spaces."""
    return _list(_library.tintype_spaces())


def _is_known(pixels: numpy.ndarray) -> bool:
    return pixels.dtype.name in _SAMPLES and pixels.dtype.isnative and pixels.ndim == 3 and pixels.shape[2] in (3, 4)


# The C interface, as tintype.h documents it.


class _Picture(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("width", c_uint32), ("height", c_uint32), ("region", c_uint32 * 4), ("pixels", c_void_p),
        ("stride", c_ssize_t), ("channels", c_uint32), ("sample", c_int32), ("order", c_int32), ("alpha", c_int32),
        ("space", c_char_p),
    ]


class _Parameter(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("type", c_char_p), ("default_value", c_char_p), ("choices", POINTER(c_char_p)),
        ("minimum", c_double), ("maximum", c_double), ("slider_minimum", c_double), ("slider_maximum", c_double),
        ("step", c_double), ("unit", c_char_p), ("group", c_char_p), ("label", c_char_p), ("documentation", c_char_p),
    ]


_IsCancelled = ctypes.CFUNCTYPE(c_bool, c_void_p)
_Progress = ctypes.CFUNCTYPE(None, c_void_p, c_double)
_ABI = 1
#: In the order of their numbers.
_SAMPLES = ("uint8", "uint16", "float16", "float32")
_CANCELLED = 130


def _load() -> ctypes.CDLL:
    place = os.environ.get("TINTYPE_LIBRARY") or pathlib.Path(__file__).with_name("libtintype.so")
    library = ctypes.CDLL(str(place))
    handle, error = c_void_p, POINTER(c_void_p)
    functions = {
        "abi": (c_int32, []),
        "version": (c_char_p, []),
        "error_status": (c_int32, [handle]),
        "error_message": (c_char_p, [handle]),
        "error_free": (None, [handle]),
        "shipped_looks": (POINTER(c_char_p), []),
        "look_open": (handle, [c_char_p, error]),
        "look_parse": (handle, [c_char_p, c_char_p, error]),
        "look_configure": (handle, [handle, c_char_p, POINTER(c_char_p), c_size_t, error]),
        "look_give_picture": (handle, [handle, c_char_p, c_char_p, error]),
        "look_free": (None, [handle]),
        "look_title": (c_char_p, [handle]),
        "look_about": (c_char_p, [handle]),
        "look_variants": (POINTER(c_char_p), [handle]),
        "look_parameter_count": (c_size_t, [handle]),
        "look_parameter": (POINTER(_Parameter), [handle, c_size_t]),
        "options_create": (handle, []),
        "options_set": (c_int32, [handle, c_char_p, c_char_p, error]),
        "options_observe": (None, [handle, _IsCancelled, _Progress, c_void_p]),
        "options_free": (None, [handle]),
        "render_file": (c_int32, [handle, c_char_p, c_char_p, handle, error]),
        "spaces": (POINTER(c_char_p), []),
        "result_size": (c_int32, [handle, POINTER(_Picture), POINTER(_Picture), handle, error]),
        "render_picture": (c_int32, [handle, POINTER(_Picture), POINTER(_Picture), c_uint32, handle, error]),
    }
    for name, (result, arguments) in functions.items():
        function = getattr(library, "tintype_" + name)
        function.restype, function.argtypes = result, arguments
    if library.tintype_abi() != _ABI:
        raise ImportError(f"{place} has version {library.tintype_abi()} of the interface, and this module needs {_ABI}")
    return library


_library = _load()

#: The same version gives the same bytes for the same photo, recipe and settings.
version: str = _library.tintype_version().decode()


def _failure(error: c_void_p) -> Error:
    status, message = _library.tintype_error_status(error), _library.tintype_error_message(error).decode()
    _library.tintype_error_free(error)
    return (Cancelled if status == _CANCELLED else Error)(message, status)


def _made(function: Any, *arguments: Any) -> int:
    error = c_void_p()
    handle = function(*arguments, byref(error))
    if not handle:
        raise _failure(error)
    return handle


class _Options:
    """Options and callbacks for one render."""

    def __init__(
        self, threads: Optional[int], options: Mapping[str, Any], is_cancelled: Optional[Callable[[], bool]],
        progress: Optional[Callable[[float], None]]
    ) -> None:
        self.handle = _library.tintype_options_create()
        self._raised: Optional[BaseException] = None
        # Kept until the render ends, since C does not.
        self._callbacks = (
            _IsCancelled(lambda _: self._called(is_cancelled) or self._raised is not None),
            _Progress(lambda _, part: self._called(progress, part) and None),
        )
        if is_cancelled or progress:
            _library.tintype_options_observe(self.handle, *self._callbacks, None)
        self._wanted = {"threads": threads or len(os.sched_getaffinity(0)), **options}

    def _called(self, function: Optional[Callable[..., Any]], *arguments: Any) -> Any:
        """An exception ends the render, and is raised after it."""
        if function is None or self._raised is not None:
            return None
        try:
            return function(*arguments)
        except BaseException as exception:
            self._raised = exception
            return None

    def __enter__(self) -> _Options:
        try:
            for name, value in self._wanted.items():
                values = value if isinstance(value, (list, tuple)) else [value]
                for one in values:
                    self.check(
                        _library.tintype_options_set, self.handle, _utf8(name.replace("_", "-")),
                        _utf8(_spelled(one)))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: Any) -> None:
        _library.tintype_options_free(self.handle)

    def check(self, function: Any, *arguments: Any) -> None:
        error = c_void_p()
        status = function(*arguments, byref(error))
        failure = _failure(error) if status else None
        if self._raised is not None:
            raise self._raised
        if failure is not None:
            raise failure


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        constructor = {2: "vec2", 3: "rgb", 4: "rgba"}.get(len(value), "")
        return f"{constructor}({', '.join(_spelled(one) for one in value)})"
    return str(value)


def _bytes(path: Path) -> bytes:
    return _whole(os.fsencode(path))


def _utf8(text: str) -> bytes:
    return _whole(text.encode())


def _whole(text: bytes) -> bytes:
    """The same bytes, of which C would not see what follows a zero."""
    if b"\0" in text:
        raise ValueError("holds a zero byte, which no name and no text may have: " + repr(text))
    return text


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode()


def _list(items: Any) -> list[str]:
    found: list[str] = []
    while items and items[len(found)] is not None:
        found.append(items[len(found)].decode())
    return found

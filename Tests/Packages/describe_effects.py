"""Loads an OpenFX bundle: it has an effect for each look, with entries of the interface."""

import ctypes
import subprocess
import sys


class Plugin(ctypes.Structure):
    _fields_ = [
        ("api", ctypes.c_char_p), ("api_version", ctypes.c_int), ("identifier", ctypes.c_char_p),
        ("major", ctypes.c_uint), ("minor", ctypes.c_uint), ("set_host", ctypes.c_void_p), ("entry", ctypes.c_void_p),
    ]


bundle = ctypes.CDLL(sys.argv[1])
bundle.OfxGetPlugin.restype = ctypes.POINTER(Plugin)
names = subprocess.run(["tintype", "list", "--names"], check=True, capture_output=True, text=True).stdout.split()
plugins = [bundle.OfxGetPlugin(index).contents for index in range(bundle.OfxGetNumberOfPlugins())]
assert [plugin.identifier.decode() for plugin in plugins] == ["tintype." + name for name in names], names
assert all(plugin.api == b"OfxImageEffectPluginAPI" and plugin.entry and plugin.set_host for plugin in plugins)

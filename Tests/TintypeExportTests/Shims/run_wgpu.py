"""Runs the looks of jobs.json by tintype_wgpu.py on the CPU, and writes what comes out into a file for each."""

import glob
import json
import os
import sys

os.environ["VK_ICD_FILENAMES"] = glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json")[0]
sys.path.insert(0, ".")

import numpy
import tintype_wgpu

jobs = json.load(open("jobs.json"))
device = tintype_wgpu.Device()


def picture(name):
    height, width, channels = jobs["pictures"][name]
    return numpy.fromfile(name, numpy.uint8).reshape(height, width, channels)


for number, job in enumerate(jobs["jobs"]):
    look = tintype_wgpu.Look(json.load(open(job["look"])), device)
    for one in look.description["inputs"]:
        look.picture(one["name"], picture("plate"))
    pixels = look.set(**job["settings"]).render(picture(job["photo"]), seed=job["seed"], as_float=job["asFloat"])
    with open(f"out{number}", "wb") as file:
        file.write(numpy.array(look.box, "<u4").tobytes() + pixels.tobytes())

# SPDX-License-Identifier: BSD-3-Clause
"""Where ctsar.h and libctsar are: what the driver script says, which CMake writes."""

import os


def which(program):
    """The program of a path or of PATH, or "": shutil, which has the same, takes long to import."""
    folders = [""] if "/" in program else os.environ.get("PATH", os.defpath).split(":")
    for folder in folders:
        path = os.path.join(folder, program)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return ""


class Installation:
    def __init__(
        self,
        include: str,  # the folder of ctsar.h
        library: str,  # the folder of libctsar
        private: tuple,  # what the archive needs besides, as cc's options
        static: tuple = (),  # what those need where nothing is shared
        version: str = "",
        nvcc: str = "",  # the CUDA compiler, or ""
        cuda_architectures: str = "",
    ):
        self.include, self.library, self.version = include, library, version
        self.private, self.static = private, static
        self.nvcc, self.cuda_architectures = nvcc, cuda_architectures

    def find_nvcc(self):
        """The CUDA compiler, or "": what CTSARCC_NVCC names, else the one that was there when
        ctsarcc was installed, else PATH's."""
        if "CTSARCC_NVCC" in os.environ:
            return which(os.environ["CTSARCC_NVCC"])
        return which(self.nvcc or "nvcc") or which("nvcc")

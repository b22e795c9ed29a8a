# SPDX-License-Identifier: BSD-3-Clause
"""Where ctsar.h and libctsar are: what the driver script says, which CMake writes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Installation:
    include: str  # the folder of ctsar.h
    library: str  # the folder of libctsar
    private: tuple  # what the archive needs besides, as cc's options
    static: tuple = ()  # what those need where nothing is shared
    version: str = ""
    nvcc: str = ""  # the CUDA compiler, or ""
    cuda_architectures: str = ""

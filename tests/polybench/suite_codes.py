# SPDX-License-Identifier: BSD-3-Clause
"""The suite's codes with small dimensions, all of them different, so that none can stand for
another."""

SMALL = {
    "atax": "37,53",
    "bicg": "41,29",
    "corr": "47,31",
    "covar": "29,43",
    "fdtd2d": "33,47,12",
    "gemm": "37,29,43",
    "gesummv": "61",
    "gramschmidt": "41,23",
    "mvt": "59",
    "syr2k": "37,23",
    "syrk": "43,19",
    "3dconv": "19,13,17",
    "3mm": "29,31,23,37",
    "2dconv": "37,53",
    "2mm": "31,29,23,37",
    "cg": "300,5,2,10",
    "gem": "61,157",
    "helmholtz": "41,29,12",
    "kmeans": "700,7,5,20",
    "nbody": "83,4",
    "blackscholes": "531",
    "stream": "1013",
    "transpose": "47,71",
    "convolution": "43,37,3",
    "reduction": "1511",
    "perlin": "53,37,3",
}
# With fewer passes, for devices whose launches take long.
SHORT = {
    **SMALL,
    "fdtd2d": "33,47,3",
    "gramschmidt": "41,9",
    "cg": "300,5,1,10",
    "kmeans": "700,7,5,3",
    "helmholtz": "41,29,3",
    "nbody": "83,2",
}
POLYBENCH = list(SMALL)[:15]

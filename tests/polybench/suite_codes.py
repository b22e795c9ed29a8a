# SPDX-License-Identifier: BSD-3-Clause
"""The suite's codes with small dimensions, all of them different, so that none can stand for another."""
SMALL = {
    "atax": "37,53", "bicg": "41,29", "corr": "47,31", "covar": "29,43", "fdtd2d": "33,47,12",
    "gemm": "37,29,43", "gesummv": "61", "gramschmidt": "41,23", "mvt": "59", "syr2k": "37,23",
    "syrk": "43,19", "3dconv": "19,13,17", "3mm": "29,31,23,37", "2dconv": "37,53",
    "2mm": "31,29,23,37",
    "cg": "300,5,2,10", "gem": "61,157", "helmholtz": "41,29,12", "kmeans": "700,7,5,20",
    "nbody": "83,4", "blackscholes": "531", "stream": "1013", "transpose": "47,71",
    "convolution": "43,37,3", "reduction": "1511", "perlin": "53,37,3",
}
# With fewer passes, for devices whose launches take long.
SHORT = {**SMALL, "fdtd2d": "33,47,3", "gramschmidt": "41,9", "cg": "300,5,1,10", "kmeans": "700,7,5,3",
         "helmholtz": "41,29,3", "nbody": "83,2"}
# For the check mode, which executes each iteration by itself, several times.
TINY = {
    "atax": "13,19", "bicg": "17,11", "corr": "13,9", "covar": "11,7", "fdtd2d": "9,11,2", "gemm": "11,7,13",
    "gesummv": "13", "gramschmidt": "11,7", "mvt": "13", "syr2k": "11,7", "syrk": "13,5", "3dconv": "7,5,9",
    "3mm": "7,9,5,11", "2dconv": "11,13", "2mm": "7,9,5,11",
    "cg": "60,3,1,10", "gem": "11,23", "helmholtz": "9,11,2", "kmeans": "40,5,3,2", "nbody": "17,2",
    "blackscholes": "31", "stream": "37", "transpose": "13,17", "convolution": "17,13,2", "reduction": "41",
    "perlin": "11,9,2",
}
POLYBENCH = list(SMALL)[:15]

# SPDX-License-Identifier: BSD-3-Clause
"""One parallel loop over all of a machine's compute units, on NumPy arrays.

    def axpy(lo, hi, x, y):
        y[lo:hi] += 2 * x[lo:hi]

    ctsar.loop(n, axpy, ctsar.read(x), ctsar.update(y))

The body gets a range of iterations and the arrays as its unit has them, indexed as the program's.
It touches nothing of them but what belongs to its range: an accelerator has no more, and access
beside it ends the process. Threads of a team execute the body at once for other ranges; NumPy lets
them run side by side while it computes.

libctsar is loaded from where the system's loader finds it, or from the file that LIBCTSAR names.
CTSAR_DEVICES and the library's other variables mean what they mean for any program.
"""

import atexit
import contextlib
import ctypes
import ctypes.util
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Argument", "Error", "Region", "loop", "read", "sum_of", "update", "write"]

POLICIES = {
    "auto": 9,
    "static": 1,
    "adaptive": 2,
    "split": 3,
    "quick": 4,
    "chunk": 5,
    "chunk_static": 6,
    "chunk_dynamic": 7,
    "hybrid": 8,
}
DEV_ALL = 3
MEM_INPUT, MEM_OUTPUT, MEM_INOUT, MEM_PERSIST = 1, 2, 3, 16
ERRORS_RETURN = 1
SONAME = "libctsar.so.0.1"


class Error(RuntimeError):
    """What libctsar says: what was being done to what, and what would be right."""


# ---- The library ---------------------------------------------------------------------------


class Dim(ctypes.Structure):
    _fields_ = (
        ("extent", ctypes.c_size_t),
        ("assoc", ctypes.c_bool),
        ("halo_below", ctypes.c_size_t),
        ("halo_above", ctypes.c_size_t),
    )


Combine = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
Parallel = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
POINTER, SIZE, INT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
UNSIGNED, TEXT = ctypes.c_uint, ctypes.c_char_p
CALLS: dict[str, tuple[Any, list[Any]]] = {
    "ctsar_init_at": (INT, [POINTER, SIZE, INT, UNSIGNED, POINTER, POINTER, TEXT]),
    "ctsar_free": (None, [POINTER]),
    "ctsar_set_error_mode": (INT, [INT]),
    "ctsar_last_error": (TEXT, [POINTER]),
    "ctsar_next": (INT, [POINTER, SIZE]),
    "ctsar_get_range": (INT, [POINTER, POINTER, POINTER]),
    "ctsar_loop": (ctypes.c_bool, [POINTER]),
    "ctsar_reg_mem_nd": (POINTER, [POINTER, POINTER, SIZE, INT, POINTER, UNSIGNED, POINTER]),
    "ctsar_reg_reduc": (POINTER, [POINTER, POINTER, POINTER, SIZE, Combine]),
    "ctsar_sync_mem": (INT, [POINTER, POINTER]),
    "ctsar_host_modified": (INT, [POINTER, POINTER]),
    "ctsar_depersist": (INT, [POINTER]),
    "ctsar_discard": (INT, [POINTER]),
}


def load_openmp() -> ctypes.CDLL | None:
    """GNU's OpenMP runtime, which gives the team. libctsar, loaded later, looks for it."""
    try:
        return ctypes.CDLL("libgomp.so.1", mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return None


def load_library() -> ctypes.CDLL:
    name = os.environ.get("LIBCTSAR", SONAME)
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(f"{error}; install libctsar, or name its file in LIBCTSAR") from None
    for call, (result, arguments) in CALLS.items():
        function = getattr(library, call)
        function.restype, function.argtypes = result, arguments
    library.ctsar_set_error_mode(ERRORS_RETURN)
    return library


_openmp = load_openmp()
_library = load_library()


def with_team(body: Callable[[], None]) -> None:
    """Every thread of a team calls `body`: of one thread where there is no OpenMP runtime."""
    if _openmp is None:
        body()
        return
    function = Parallel(lambda _: body())
    _openmp.GOMP_parallel(function, None, 0, 0)


# ---- Arguments -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Argument:
    """An array, and what a loop does with it. Made by the functions below."""

    array: np.ndarray
    flags: int  # 0: a sum
    axis: int | None = 0
    halo: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.array, np.ndarray):
            kind = type(self.array).__name__
            raise TypeError(f"ctsar takes NumPy arrays, not {kind}: numpy.asarray makes one")
        if not self.array.flags.c_contiguous:
            raise ValueError("the array must be C-contiguous: numpy.ascontiguousarray copies it")
        if self.array.dtype.hasobject:
            raise TypeError("an array of Python's objects cannot go to another unit")
        if self.writes and not self.array.flags.writeable:
            raise ValueError("the loop writes to the array, which is read-only")
        if self.halo < 0:
            raise ValueError(f"halo {self.halo}: it is a number of items, from 0")
        if self.axis is not None and self.flags and not 0 <= self.axis < self.array.ndim:
            raise ValueError(f"axis {self.axis}: the array has {self.array.ndim} dimensions")

    @property
    def writes(self) -> bool:
        return not self.flags or bool(self.flags & MEM_OUTPUT)

    def dims(self) -> Any:
        made = (Dim * self.array.ndim)()
        for k, extent in enumerate(self.array.shape):
            assoc = k == self.axis
            halo = self.halo if assoc else 0
            made[k] = Dim(extent, assoc, halo, halo)
        return made


def kept(persist: bool) -> int:
    return MEM_PERSIST if persist else 0


def read(array: np.ndarray, axis: int | None = 0, halo: int = 0, persist: bool = False) -> Argument:
    """The loop reads the array: iteration i index i of `axis`, and `halo` more on either side; with
    axis=None all of it. persist: accelerators keep it from loop to loop (CTSAR_MEM_PERSIST)."""
    return Argument(array, MEM_INPUT | kept(persist), axis, halo)


def write(array: np.ndarray, axis: int = 0, persist: bool = False) -> Argument:
    """Iteration i writes every element of index i of `axis`."""
    return Argument(array, MEM_OUTPUT | kept(persist), axis)


def update(array: np.ndarray, axis: int = 0, halo: int = 0, persist: bool = False) -> Argument:
    """Iteration i reads and writes index i of `axis`, and reads `halo` more on either side."""
    return Argument(array, MEM_INOUT | kept(persist), axis, halo)


def sum_of(array: np.ndarray) -> Argument:
    """The loop adds to the array: each unit to a copy of its own, which begins with zeros."""
    return Argument(array, 0, None)


# ---- Regions -------------------------------------------------------------------------------


def view(address: int, like: np.ndarray, writeable: bool) -> np.ndarray:
    buffer: Any = (ctypes.c_char * like.nbytes).from_address(address)
    made = np.frombuffer(buffer, dtype=like.dtype).reshape(like.shape)
    made.flags.writeable = writeable
    return made


class Sum:
    """What the library is told of one sum: zeros, and how to add, both alive during the pass."""

    def __init__(self, array: np.ndarray) -> None:
        self.zeros = np.zeros_like(array)
        self.combine = Combine(lambda into, add: self.add(view(into, array, True), add))

    def add(self, into: np.ndarray, address: int) -> None:
        into += view(address, into, False)


@contextlib.contextmanager
def interrupts_into(failed: list[BaseException]) -> Iterator[None]:
    """Ctrl-C is raised when all threads have ended: within a library's call it would be lost, and
    the thread would leave its team alone."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is None:  # not Python's
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: failed.append(KeyboardInterrupt()))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Region:
    """A loop that is executed again and again, and learns from each time.

    policy  a name as in CTSAR_POLICY, or None for the default
    To be closed, or used in a `with`; by one thread at a time."""

    def __init__(self, n: int, name: str = "a Python loop", policy: str | None = None) -> None:
        if policy is not None and policy not in POLICIES:
            raise ValueError(f"there is no policy '{policy}'; policies: {', '.join(POLICIES)}")
        self._s = POINTER()
        self._settings = n, POLICIES[policy] if policy else 0, DEV_ALL, None, None, name.encode()
        self._closed = False
        self._sums: dict[tuple[int, Any, Any], Sum] = {}
        self._used = threading.Lock()
        self._open()

    def _open(self) -> None:
        if self._closed:
            raise Error("the region is closed")
        if _library.ctsar_init_at(ctypes.byref(self._s), *self._settings):
            raise Error(last_error(None))

    def loop(self, n: int, body: Callable[..., None], *arguments: Argument) -> None:
        """Executes the iterations 0 to n - 1: body(lo, hi, *arrays) for each range. An exception of
        the body is raised when all have ended; what the loop writes is unspecified then."""
        if not self._used.acquire(blocking=False):
            raise Error("another thread is in the region; give each thread a Region of its own")
        try:
            self._loop(n, body, arguments)
        finally:
            self._used.release()

    def _loop(self, n: int, body: Any, arguments: Any) -> None:
        self._open()
        failed: list[BaseException] = []
        sums = [a.array for a in arguments if not a.flags]
        self._sums = {of(array): self._sums.get(of(array)) or Sum(array) for array in sums}
        with interrupts_into(failed):
            with_team(lambda: self._turns(n, body, arguments, failed))
        message = last_error(self._s)
        if message:  # is a region's until its end
            failed.append(Error(message))
            _library.ctsar_free(ctypes.byref(self._s))
        if failed:
            raise failed[0]

    def _turns(self, n: int, body: Any, arguments: Any, failed: list[BaseException]) -> None:
        again = True
        while again:
            try:
                self._turn(n, body, arguments)
            except BaseException as error:  # the team goes on: who leaves it alone would hang it
                failed.append(error)
            again = _library.ctsar_loop(self._s)

    def _turn(self, n: int, body: Any, arguments: Any) -> None:
        addresses: list[Any] = [self._register(a) for a in arguments]
        lo, hi = ctypes.c_long(), ctypes.c_long()
        if _library.ctsar_next(self._s, n) or None in addresses:
            raise Error(last_error(self._s))
        _library.ctsar_get_range(self._s, ctypes.byref(lo), ctypes.byref(hi))
        if lo.value < hi.value:
            pairs = zip(addresses, arguments, strict=True)
            views = [view(at, a.array, a.writes) for at, a in pairs]
            body(lo.value, hi.value, *views)

    def _register(self, a: Argument) -> int | None:
        at, size = a.array.ctypes.data, a.array.itemsize
        if a.flags:
            dims = a.dims()
            return _library.ctsar_reg_mem_nd(self._s, at, size, a.array.ndim, dims, a.flags, None)
        made = self._sums[of(a.array)]
        zeros = made.zeros.ctypes.data
        return _library.ctsar_reg_reduc(self._s, at, zeros, a.array.nbytes, made.combine)

    def close(self) -> None:
        self._closed = True
        _library.ctsar_free(ctypes.byref(self._s))

    def __enter__(self) -> "Region":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def of(array: np.ndarray) -> tuple[int, Any, Any]:
    return array.ctypes.data, array.dtype, array.shape


def last_error(s: Any) -> str:
    return _library.ctsar_last_error(s).decode(errors="replace")


# ---- Persisted arrays ----------------------------------------------------------------------


def checked(status: int) -> None:
    if status:
        raise Error(last_error(None))


def sync(array: np.ndarray) -> None:
    """Makes the program's copy of a persisted array current."""
    checked(_library.ctsar_sync_mem(None, array.ctypes.data))


def modified(array: np.ndarray) -> None:
    """The program has written to a persisted array."""
    checked(_library.ctsar_host_modified(None, array.ctypes.data))


def depersist(array: np.ndarray) -> None:
    """As sync, and accelerators keep nothing; before the array is given back."""
    checked(_library.ctsar_depersist(array.ctypes.data))


def discard(array: np.ndarray) -> None:
    """Accelerators and other nodes keep nothing, and nothing moves: what the array has is lost."""
    checked(_library.ctsar_discard(array.ctypes.data))


# ---- A region for each body ----------------------------------------------------------------

_regions: dict[Any, Region] = {}


def loop(n: int, body: Callable[..., None], *arguments: Argument) -> None:
    """As Region.loop, in a region that belongs to the body's place in the program."""
    code = getattr(body, "__code__", body)
    if code not in _regions:
        _regions[code] = Region(n, getattr(body, "__qualname__", "a Python loop"))
    _regions[code].loop(n, body, *arguments)


@atexit.register
def _close() -> None:
    for region in _regions.values():
        region.close()

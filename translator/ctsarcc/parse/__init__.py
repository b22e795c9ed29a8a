# SPDX-License-Identifier: BSD-3-Clause
"""libclang's view of a source file, as a model. The only folder that imports libclang.

The preprocessed text is parsed, without -fopenmp: with it, clang hides the `for` of an omp
directive. Since macros are expanded, the text between two operands is the operator, which libclang
does not tell.

A Parser is made in layers, a file each: every one knows those before it.
`file` > `types` > `variables` > `trees` > `probes` > `declarations` > `parser`."""

from .file import CannotParse, NoLibclang
from .parser import Parser

__all__ = ["CannotParse", "NoLibclang", "Parser"]

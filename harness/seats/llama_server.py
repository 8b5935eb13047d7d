"""A llama.cpp server in a process of its own: ``python -m harness.seats.llama_server --model X.gguf``.

It writes one line, ``READY http://127.0.0.1:PORT/v1``, when the model is loaded,
and ends when its standard input does: so it never outlives the run, however that
ends. One slot: all powers of a batch share the prefix it has read already.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import xllamacpp  # type: ignore[import-not-found, import-untyped, unused-ignore]

BATCH = 2_048
PROMPT_BATCH = 512


def parameters(model: Path, name: str, context: int, threads: int, port: int) -> xllamacpp.CommonParams:
    """Settings of the server: generation on few threads, reading prompts on twice as many."""
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = 1
    params.n_batch = BATCH
    params.n_ubatch = PROMPT_BATCH
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = 2 * threads
    params.use_jinja = True
    params.ui = False
    return params


def main() -> None:
    """Serve until the standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--context", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    try:
        server = xllamacpp.Server(parameters(given.model, given.name, given.context, given.threads, given.port))
    except RuntimeError as error:
        raise SystemExit(str(error)) from error
    os.write(sys.stdout.fileno(), f"READY {server.listening_address}/v1\n".encode())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while os.read(sys.stdin.fileno(), 1_024):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()

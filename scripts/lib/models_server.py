"""Serves one GGUF file over HTTP on loopback until it is told to end.

`scripts/models serve` runs this with the interpreter of its own virtual environment, where the
server package is installed. Nothing else imports it.
"""

import argparse
import signal
import sys

import xllamacpp


def server_parameters(options):
    params = xllamacpp.CommonParams()
    params.model.path = options.model
    params.model_alias = {options.alias}
    params.hostnames = ["127.0.0.1"]
    params.port = options.port
    # The default lets every web page that the user opens read answers.
    params.cors_origins = "http://127.0.0.1"
    params.n_ctx = options.context
    # The slots share the context: one slot, so that a request has all of it and one prompt cache.
    params.n_parallel = 1
    # Prompts of the past, kept in memory: enough for the forms of a prompt that take turns. The default is 8 GB.
    params.cache_ram_mib = 1024
    params.cpuparams.n_threads = options.threads
    params.cpuparams_batch.n_threads = options.threads
    params.n_gpu_layers = 0
    params.fit_params = False
    params.ui = False
    params.endpoint_props = True
    params.verbosity = options.verbosity
    return params


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path of the GGUF file")
    parser.add_argument("--alias", required=True, help="the model's name in requests")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--context", type=int, default=8192, help="tokens")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--verbosity", type=int, default=2)
    options = parser.parse_args()

    ending = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    server = xllamacpp.Server(server_parameters(options))
    print(f"serving {options.alias} at {server.listening_address}", flush=True)
    signal.sigwait(ending)
    del server
    return 0


if __name__ == "__main__":
    sys.exit(main())

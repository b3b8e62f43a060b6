"""`regelwerk worker`: processes of this machine that work for the scheduler of a cluster."""

from __future__ import annotations

import os

import click

from regelwerk.simulation.cluster import version
from regelwerk.simulation.cluster_worker import work_for

from ...screen import plural


@click.command()
@click.argument("address")
@click.option("--jobs", "-j", type=click.IntRange(0), default=0, show_default=True,
              help="Processes; 0 takes one per processor.")  # fmt: skip
@click.option("--name", default="", help="How the scheduler calls this machine; its own name if not given.")
def worker(address: str, jobs: int, name: str) -> None:
    """Work for a cluster: what `--on ADDRESS` hands out is done here.

    ADDRESS is that of a scheduler (`dask scheduler` starts one), or a file that describes the cluster. A process that
    is killed is begun again; the work of this machine is done by others when it goes. Only who plays with the same
    version of Regelwerk hands anything out to it. Whoever can reach the scheduler can run programs here: keep it
    within a network you trust, or use TLS.

    \b
    Examples:
      regelwerk worker tcp://10.0.0.1:8786
      regelwerk worker cluster.toml --jobs 4
    """
    count = jobs or os.cpu_count() or 1

    def begun() -> None:
        click.echo(
            f"Regelwerk {version()} works for {address} with {plural(count, 'worker')}. Ctrl-C ends it.", err=True
        )

    work_for(address, count, name, begun)
    click.echo("The scheduler has ended.", err=True)

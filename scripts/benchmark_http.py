"""Measures what a running service takes over HTTP; see scripts/benchmark-http."""

import json
import os
import statistics
import subprocess
import sys
import urllib.request

CONNECTIONS = int(os.environ.get("STOREKEEPER_CONNECTIONS", "256"))
TICK = os.sysconf("SC_CLK_TCK")


def times(process):
    """The processor seconds of a process by itself, and of children that have ended."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK, (int(fields[13]) + int(fields[14])) / TICK


def server_time(folder):
    """The processor seconds of a database server and all its processes, those that have ended too."""
    with open(f"{folder}/server/data/postmaster.pid") as file:
        postmaster = int(file.readline())
    total = sum(times(postmaster))
    for child in subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], stdout=subprocess.PIPE,
                                text=True).stdout.split():
        try:
            total += times(child)[0]
        except FileNotFoundError:
            pass
    return total


def metric(address, name):
    """A number that a service counted."""
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return next(float(text.split()[1]) for text in lines if text.startswith(name + " "))


class Trial:
    """One way to serve, and what was measured of it in each round."""

    def __init__(self, name, processes, store):
        self.name, self.processes, self.store = name, processes, store
        self.rounds = []

    def run(self, binaries, folder, number):
        store = self.store(number)
        services = []
        for process in range(self.processes):
            services.append(subprocess.Popen(
                [f"{binaries}/storekeeper", "serve", "--store", store, "--listen", "127.0.0.1:0", "--private-listen",
                 "127.0.0.1:0", "--root", f"{folder}/corpus/root.pem", "--app", "com.example.app:1234567890"],
                stdout=subprocess.PIPE, stderr=open(f"{folder}/{process}.log", "w"), text=True))
        addresses = [json.loads(service.stdout.readline()) for service in services]
        urls = [f"http://{address['public']}/v1/notifications" for address in addresses]
        before = [sum(times(service.pid)) for service in services]
        database = server_time(folder)
        load = json.loads(subprocess.run(
            [f"{binaries}/storekeeper-benchmark", "posting", f"{folder}/corpus/notifications.ndjson", str(CONNECTIONS),
             *urls], check=True, stdout=subprocess.PIPE, text=True).stdout)
        after = [sum(times(service.pid)) for service in services]
        database = server_time(folder) - database
        groups = sum(metric(address["private"], "storekeeper_commit_groups_total") for address in addresses)
        for service in services:
            service.terminate()
            if service.wait(timeout=60) != 0:
                sys.exit("benchmark-http: a process did not end well")
        count = load["notifications"]
        service = sum(after) - sum(before)
        self.rounds.append({
            "notifications": count, "group": count / groups, "rate": count / load["seconds"], "service": service / count * 1e6,
            "database": database / count * 1e6, "client": load["processorSeconds"] / count * 1e6,
            "all": (service + database + load["processorSeconds"]) / count * 1e6,
        })

    def median(self, name):
        return statistics.median(found[name] for found in self.rounds)


def main():
    binaries, folder, address, count, rounds = sys.argv[1:]
    # About three and a half notifications come of a history.
    subprocess.run(
        [f"{binaries}/storekeeper", "simulate", "generate", "--count", str(max(1, int(count) * 2 // 7)), "--out",
         f"{folder}/corpus"], check=True, stdout=subprocess.DEVNULL)
    user, host = "postgres", f"{folder}/server"

    def schema(name):
        def store(number):
            subprocess.run(["psql", "-X", "-q", "-h", host, "-U", user, "-d", "postgres", "-c",
                            f"CREATE SCHEMA {name}{number}", "-c", "CHECKPOINT"], check=True)
            return f"{address}&options=-csearch_path%3D{name}{number}"
        return store

    trials = [
        Trial("SQLite", 1, lambda number: f"sqlite:{folder}/{number}.db"),
        Trial("PostgreSQL", 1, schema("one")), Trial("PostgreSQL, two processes", 2, schema("two")),
    ]
    for number in range(int(rounds)):
        for trial in trials:
            trial.run(binaries, folder, number)
    print(f"{trials[0].rounds[0]['notifications']} notifications over {CONNECTIONS} connections, {rounds} rounds; "
          "microseconds of processor time a notification")
    print("                             a second   service  database    client       all   commit of")
    for trial in trials:
        print(f"{trial.name:28}{trial.median('rate'):9.0f}" +
              "".join(f"{trial.median(name):10.0f}" for name in ("service", "database", "client", "all")) +
              f"{trial.median('group'):12.1f}")
    # Of each round, since the machine may be another one in the next.
    sqlite, one, two = ([found for found in trial.rounds] for trial in trials)
    rate = statistics.median(b["rate"] / a["rate"] for a, b in zip(sqlite, one))
    effort = statistics.median(b["all"] / a["all"] for a, b in zip(one, two))
    print(f"rate on PostgreSQL / SQLite: {rate:.2f} (at least 0.5)")
    print(f"processor time of two processes / one: {effort:.2f} (at most 1.2)")
    if path := os.environ.get("STOREKEEPER_JSON"):
        with open(path, "w") as file:
            json.dump({"trials": {trial.name: trial.rounds for trial in trials}, "rateRatio": rate,
                       "processorTimeRatio": effort}, file, indent=1)
    sys.exit(0 if rate >= 0.5 and effort <= 1.2 else 1)


main()

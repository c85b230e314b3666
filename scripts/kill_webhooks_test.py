"""Kills processes that send webhooks; see scripts/kill-webhooks-test."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

from service_trial import RATE, SEED, Load, Receiver, Service, failures, line, sender, wait

# A process that is gone is waited for so long before another one sends.
LEASE = 60
SENDERS = 4


class Trial(threading.Thread):
    """One store, the processes on it, and a receiver."""

    def __init__(self, name, number, binary, folder, store, trust, processes, rounds):
        super().__init__()
        self.name, self.binary, self.folder, self.store = name, binary, folder, store
        os.mkdir(folder)
        self.generator = random.Random(SEED * 10 + number)
        self.receiver = Receiver(folder, random.Random(SEED * 10 + number + 5))
        self.arguments = trust + ["--config", self.receiver.configuration]
        self.processes, self.rounds, self.starts = processes, rounds, 0
        self.load = Load(f"{os.path.dirname(folder)}/corpus/notifications.ndjson", random.Random(SEED))
        self.killed, self.ended = 0, 0

    def start_service(self):
        self.starts += 1
        return Service(self.binary, self.folder, f"serve{self.starts}", self.store, self.arguments)

    def sending(self):
        """Which process has sent something since it was last asked."""
        for number, service in enumerate(self.services):
            with open(service.log, "rb") as log:
                log.seek(self.read.get(service.log, 0))
                text = log.read()
                self.read[service.log] = self.read.get(service.log, 0) + len(text)
            if b'"event":"forwarded"' in text:
                return number
        return None

    def run(self):
        self.read = {}
        self.services = [self.start_service() for _ in range(self.processes)]
        addresses = [service.addresses for service in self.services]
        senders = [threading.Thread(target=sender, args=(self.load, addresses, number), daemon=True)
                   for number in range(SENDERS)]
        for thread in senders:
            thread.start()
        for number in range(self.rounds):
            found = []
            waited = wait(lambda: found.append(self.sending()) or found[-1] is not None, LEASE * 3, 0.005)
            if waited is None:
                line(f"{self.name}: somebody sends in round {number + 1}", False)
                break
            time.sleep(self.generator.uniform(0, 0.3))
            victim = self.services[found[-1]]
            self.ended += any(service.process.poll() is not None for service in self.services)
            with self.receiver.lock:
                taken = len(self.receiver.taken)
            victim.process.send_signal(signal.SIGKILL)
            victim.process.wait()
            self.killed += 1
            time.sleep(self.generator.uniform(0, 0.5))
            self.services[found[-1]] = self.start_service()
            addresses[found[-1]] = self.services[found[-1]].addresses
            print(f"{self.name}: round {number + 1}, sending again after {waited:.1f} s, {taken} messages so far, "
                  f"process {found[-1] + 1} killed", flush=True)
        self.load.isOver = True
        for thread in senders:
            thread.join(timeout=120)

    def judge(self):
        line(f"{self.name}: all that was sent is answered 200 in the end", self.load.isDone(),
             f"{len(self.load.taken)} notifications, {dict(self.load.statuses)}")
        rows = self.services[0].pages("/v1/notifications", "notifications", lambda row: row["sequence"])
        line(f"{self.name}: every notification is there, none twice", len(rows) == len(self.load.taken) ==
             len({row["notificationUUID"] for row in rows}), f"{len(rows)} rows")
        events = self.services[-1].pages("/v1/events", "events", lambda event: event["sequence"])
        self.receiver.judge(events, LEASE * 4)
        line(f"{self.name}: no process ended by itself", self.ended == 0 and all(
            service.stop() for service in self.services), f"{self.killed} killed")


def main():
    binary, folder, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    print(f"seed {SEED}, {rounds} rounds, {RATE:.0f} notifications a second", flush=True)
    subprocess.run(
        [binary, "simulate", "generate", "--count", str(int((rounds + 2) * RATE * (LEASE + 10) / 3)), "--seed",
         str(SEED), "--out", f"{folder}/corpus"], check=True, stdout=subprocess.DEVNULL)
    trust = ["--root", f"{folder}/corpus/root.pem", "--app", "com.example.app:1234567890"]
    trials = [
        Trial("SQLite", 1, binary, f"{folder}/sqlite", f"sqlite:{folder}/store.db", trust, 1, rounds),
        Trial("PostgreSQL", 2, binary, f"{folder}/postgresql", os.environ["STOREKEEPER_POSTGRESQL"], trust, 2, rounds),
    ]
    for trial in trials:
        trial.start()
    for trial in trials:
        trial.join()
    for trial in trials:
        trial.judge()
    print("verdict: " + ("FAILED: " + ", ".join(failures) if failures else "every event came"))
    sys.exit(1 if failures else 0)


main()

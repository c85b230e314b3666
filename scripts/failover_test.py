"""Fails over from one PostgreSQL server to another under load; see scripts/failover-test."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

from service_trial import RATE, SEED, SENDERS, Load, Pages, Receiver, Service, Stream, failures, line, sender, wait

PATIENCE = 10


def cluster(*arguments):
    """Runs scripts/postgresql-cluster."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "postgresql-cluster")
    return subprocess.run([script, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def hold(folder):
    """Stops what sends to the standby: what is committed from now on dies with the server."""
    with open(f"{folder}/data/postmaster.pid") as file:
        server = file.readline().strip()
    processes = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", server], check=True, stdout=subprocess.PIPE,
                               text=True).stdout.splitlines()
    held = [int(text.split()[0]) for text in processes if "walsender" in text]
    if not held:
        sys.exit("failover-test: nothing sends to the standby")
    for process in held:
        os.kill(process, signal.SIGSTOP)


def round_trip(number, load, services, names, folder, generator):
    """Loses the primary once; returns the names of the new primary and standby."""
    primary, standby = names
    time.sleep(generator.uniform(0.5, 3))
    if number % 2 == 1:
        # On one machine the standby is so close behind that hardly anything could be lost; an answer of 200 that did not
        # wait for it shows now.
        hold(f"{folder}/{primary}")
        time.sleep(generator.uniform(0.1, 0.6))
    cluster("kill", f"{folder}/{primary}")
    load.begin(time.monotonic())
    time.sleep(generator.uniform(0, 1))
    begun = time.monotonic()
    cluster("promote", f"{folder}/{standby}")
    promoted = time.monotonic()
    wait(lambda: len(load.first) == len(services), 60)
    times = [load.first[process] - begun if process in load.first else None for process in range(len(services))]
    cluster("stop", f"{folder}/{primary}")
    cluster("standby", f"{folder}/{primary}", f"{folder}/{standby}")
    shown = ["never" if seconds is None else f"{seconds:6.2f} s" for seconds in times]
    with load.lock:
        counts = f"{len(load.taken):7d} taken"
    print(f"{number:5d}  {promoted - begun:6.2f} s  {shown[0]:>9}  {shown[1]:>9}  {time.monotonic() - promoted:6.2f} s  "
          f"{counts}", flush=True)
    if any(seconds is None or seconds > PATIENCE for seconds in times):
        failures.append(f"round {number}")
    return standby, primary


def judge(binary, folder, load, services, readers, receiver, trust):
    """Compares what was answered, what is there and what was read."""
    statuses = ", ".join(f"{count} {status}" for status, count in sorted(load.statuses.items(), key=str))
    line("nothing was answered but 200, 503 and nothing", all(
        status in (200, 503) or isinstance(status, str) for status in load.statuses), statuses)
    rows = services[0].pages("/v1/notifications", "notifications", lambda row: row["sequence"])
    uuids = [row["notificationUUID"] for row in rows]
    line("no notification is there twice", len(uuids) == len(set(uuids)), f"{len(uuids)} rows")
    with open(f"{folder}/taken.ndjson", "wb") as file:
        file.writelines(load.sent)
    fresh = f"sqlite:{folder}/fresh.db"
    counts = json.loads(subprocess.run(
        [binary, "ingest", f"{folder}/taken.ndjson", "--store", fresh, "--json", *trust], check=True,
        stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])["summary"]
    line("every notification that was answered 200 is there", len(load.taken) == len(set(load.sent)) and
         counts["lines"] == len(uuids) and counts["duplicate"] == 0, f"{len(load.taken)} answered 200")
    exported = subprocess.run([binary, "export", "--store", services.store], check=True, stdout=subprocess.PIPE).stdout
    held = {json.loads(text).get("signedPayload") for text in exported.splitlines()}
    lost = sum(json.loads(body)["signedPayload"] not in held for body in load.taken)
    line("and in what is exported", lost == 0, f"{lost} are not")
    for question in (["--all", "--digest"], ["--digest", "--facts"]):
        digests = [subprocess.run([binary, "entitlements", "--store", store, *question], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout for store in (services.store, fresh)]
        line(f"entitlements {' '.join(question)} is that of a store that lost nothing", digests[0] == digests[1],
             digests[0].strip()[:60])
    check = subprocess.run([binary, "store", "check", "--store", services.store], stdout=subprocess.PIPE, text=True)
    line("store check finds nothing", check.returncode == 0, check.stdout.strip().splitlines()[-1])
    events = services[1].pages("/v1/events", "events", lambda event: event["sequence"])
    line("no event is there twice", len({event["id"] for event in events}) == len(events), f"{len(events)} events")
    for reader in readers:
        reader.wanted = events[-1]["sequence"]
        wait(lambda: reader.isDone, 60)
        faults = reader.faults(events)
        line(f"{reader.name}: every event that is there and no other, in order", faults == "",
             faults or f"connected again {reader.breaks} times")
    receiver.judge(events, 180)


class Services(list):
    """The processes, and the address of their store."""

    store = ""


def main():
    binary, folder, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    generator = random.Random(SEED)
    print(f"seed {SEED}, {rounds} rounds, {RATE:.0f} notifications a second", flush=True)
    # About four notifications come of a history; a round takes ten seconds or so.
    subprocess.run(
        [binary, "simulate", "generate", "--count", str(int((rounds + 1) * RATE * 8)), "--seed", str(SEED), "--out",
         f"{folder}/corpus"], check=True, stdout=subprocess.DEVNULL)
    trust = ["--root", f"{folder}/corpus/root.pem", "--app", "com.example.app:1234567890"]
    cluster("start", "--durable", f"{folder}/a")
    cluster("standby", f"{folder}/b", f"{folder}/a")
    services = Services()
    services.store = f"postgresql:///postgres?host={folder}/a,{folder}/b&user=postgres&target_session_attrs=read-write"
    load = Load(f"{folder}/corpus/notifications.ndjson", random.Random(SEED + 1))
    receiver = Receiver(folder, random.Random(SEED + 2))
    for name in ("one", "other"):
        services.append(Service(binary, folder, name, services.store, trust + ["--config", receiver.configuration]))
    readers = [kind(f"{name} of process {number + 1}", service.addresses["private"])
               for number, service in enumerate(services) for name, kind in (("pages", Pages), ("stream", Stream))]
    addresses = [service.addresses for service in services]
    senders = [threading.Thread(target=sender, args=(load, addresses, number), daemon=True)
               for number in range(SENDERS)]
    for thread in readers + senders:
        thread.start()
    names = ("a", "b")
    print("round  promoted  first 200 since it began  standby anew", flush=True)
    for number in range(1, rounds + 1):
        names = round_trip(number, load, services, names, folder, generator)
    time.sleep(1)
    load.isOver = True
    for thread in senders:
        thread.join(timeout=120)
    line("all that was sent is answered 200 in the end", load.isDone())
    judge(binary, folder, load, services, readers, receiver, trust)
    for number, service in enumerate(services):
        line(f"process {number + 1} ran to the end", service.stop())
        with open(service.log) as log:
            defects = sum('"service.defect"' in text or '"level":"error"' in text for text in log)
        line(f"process {number + 1} logged no defect", defects == 0)
    print("verdict: " + ("FAILED: " + ", ".join(failures) if failures else f"nothing was lost in {rounds} rounds"))
    sys.exit(1 if failures else 0)


main()

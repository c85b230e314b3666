"""Reconciles against a simulated App Store that fails, limits and delays; see scripts/reconcile-chaos."""

import http.client
import json
import os
import random
import re
import subprocess
import sys
import time

PRODUCTS = {
    "bundleId": "com.example.chaos",
    "products": [{"id": "coins", "type": "consumable", "price": "1.99"},
                 {"id": "lamp", "type": "nonConsumable", "price": "4.99"}],
    "groups": [{"name": "Pro", "subscriptions": [{"id": "pro", "period": "P1M", "price": "9.99"}]}],
}
# Apple's limits in Production are so many a second, enforced by the hour; here by ten seconds, with a second's burst.
LIMITS = {"transactionHistory": 50, "subscriptionStatuses": 50, "notificationHistory": 50, "refundHistory": 10}
CHAOS = {"seed": 3, "error": 0.02, "limit": 0.01, "slow": 0.02, "longestDelay": 1500}
MEMORY = 256 << 10
failures = []


def line(name, condition, text=""):
    """Prints the line of one check."""
    print(("ok      " if condition else "FAILED  ") + name + (f"  {text}" if text else ""), flush=True)
    if not condition:
        failures.append(name)


class Store:
    """A simulator in a process of its own."""

    def __init__(self, binary, folder):
        config = os.path.join(folder, "products.json")
        with open(config, "w") as file:
            json.dump(PRODUCTS, file)
        self.process = subprocess.Popen(
            [binary, "simulate", "serve", "--config", config, "--listen", "127.0.0.1:0", "--environment", "Production",
             "--live"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.connection = http.client.HTTPConnection(self.address, timeout=600)
        self.asked = time.time()

    def ask(self, method, path, body=None):
        # A connection that was idle for some time is closed by the other side.
        if time.time() - self.asked > 3:
            self.connection.close()
        self.asked = time.time()
        data = None if body is None else json.dumps(body)
        self.connection.request(method, "/control/v1/" + path, data, {"Content-Type": "application/json"} if data else {})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {content[:300]}")
        return content

    def do(self, action, **members):
        return json.loads(self.ask("POST", "actions", {"do": action, **members}))

    def counts(self):
        found = json.loads(self.ask("GET", "endpoints"))["endpoints"]
        return {entry["name"]: (entry["requests"], entry["requestsAboveLimit"]) for entry in found}

    def stop(self):
        self.process.terminate()
        line("the simulator ends well", self.process.wait(timeout=120) == 0)


class Tool:
    """The command line, with the key and root of the simulator."""

    def __init__(self, binary, folder, store):
        self.binary = binary
        self.url = "sqlite:" + os.path.join(folder, "store.db")
        credentials = json.loads(store.ask("GET", "credentials"))
        key = os.path.join(folder, "key.p8")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(credentials["privateKey"])
        self.root = os.path.join(folder, "root.pem")
        with open(self.root, "wb") as file:
            file.write(store.ask("GET", "root.pem"))
        self.environment = dict(
            os.environ, STOREKEEPER_API_KEY_FILE=key, STOREKEEPER_API_KEY_ID=credentials["keyId"],
            STOREKEEPER_API_ISSUER_ID=credentials["issuerId"], STOREKEEPER_API_BUNDLE_ID=credentials["bundleId"],
            STOREKEEPER_API_BASE_URL="http://" + store.address)

    def run(self, *arguments, stdin=None):
        """Runs a command; gives its status, output and greatest resident memory in KiB."""
        with open(self.root + ".out", "w+") as output, open(self.root + ".err", "w+") as error:
            process = subprocess.Popen(
                [self.binary, *arguments, "--store", self.url, "--root", self.root], stdin=stdin, stdout=output,
                stderr=error, env=self.environment)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            error.seek(0)
            return process.returncode, output.read(), usage.ru_maxrss, error.read()

    def finish(self, *arguments):
        """Runs a command to its end, however often it has to go on; gives the last status, the outputs and memory."""
        start, memory, outputs, rounds = time.time(), 0, "", 0
        status, output, used, error = self.run(*arguments)
        while status == 3 and rounds < 20:
            rounds += 1
            outputs, memory = outputs + output, max(memory, used)
            kept = [word for word in arguments if word != "--since" and not re.match(r"\d{4}-", word)]
            status, output, used, error = self.run(*kept, "--continue")
        tail = "" if status in (0, 1) else error[-300:]
        print(f"        {arguments[0]}: status {status}, {time.time() - start:.0f} s, went on {rounds} times, "
              f"{max(memory, used)} KiB{tail}", flush=True)
        return status, outputs + output, max(memory, used)


def live(store, count):
    """Makes so many lines: each customer has a subscription and something bought once."""
    customers = (count + 1) // 2
    lines = 0
    for index in range(customers):
        name = f"c{index}"
        bought = store.do("buy", customer=name, product="pro")
        lines += 1
        if lines < count:
            store.do("buy", customer=name, product="coins" if index % 3 else "lamp")
            lines += 1
        if index % 5 == 0:
            store.do("cancel", customer=name, product="pro")
        if index % 7 == 0:
            store.do("refund", customer=name, product="coins" if index % 3 else "lamp")
    return lines


def notifications(store):
    after = 0
    while after is not None:
        page = json.loads(store.ask("GET", f"notifications?after={after}&limit=500"))
        for notification in page["notifications"]:
            yield notification["signedPayload"]
        after = page["next"]


def main():
    binary, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    store = Store(binary, folder)
    try:
        tool = Tool(binary, folder, store)
        start = time.time()
        lines = live(store, count)
        dice, kept, total = random.Random(5), os.path.join(folder, "kept"), 0
        with open(kept, "w") as file:
            for payload in notifications(store):
                total += 1
                if dice.random() > 1 / 3:
                    file.write(payload + "\n")
        with open(kept) as file:
            status, _, _, error = tool.run("ingest", stdin=file)
        line("a store has two thirds", status == 0, f"{lines} lines, {total} notifications, {time.time() - start:.0f} s")
        for endpoint, limit in LIMITS.items():
            store.ask("PUT", f"rate-limits/{endpoint}", {"requests": limit * 11, "window": 10_000})
        store.ask("PUT", "server-api-chaos", CHAOS)

        status, output, memory = tool.finish("reconcile", "--all", "--json")
        line("a comparison changes nothing and finds differences", status == 1, output.strip().split("\n")[-1][:300])
        greatest = memory
        since = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400))
        status, _, memory = tool.finish("backfill", "--since", since, "--apply")
        line("backfill brings in what was sent", status == 0)
        greatest = max(greatest, memory)
        status, _, memory = tool.finish("reconcile", "--all", "--apply", "--yes", "--json")
        line("reconcile brings in the rest", status == 0)
        greatest = max(greatest, memory)
        status, output, memory = tool.finish("reconcile", "--all", "--json")
        found = [json.loads(text) for text in output.strip().split("\n")]
        sums = [entry["summary"] for entry in found if "summary" in entry]
        checked = sum(entry["checked"] for entry in sums)
        line("a second run finds nothing", status == 0 and not any("difference" in entry for entry in found),
             f"{checked} lines compared")
        line("every line was compared", checked >= lines, f"{checked} of {lines}")
        greatest = max(greatest, memory)
        above = {name: counts for name, counts in store.counts().items() if counts[0]}
        line("no limit was exceeded", all(counts[1] == 0 for counts in above.values()),
             ", ".join(f"{name} {counts[0]} requests" for name, counts in above.items()))
        line(f"memory stays below {MEMORY >> 10} MiB", greatest < MEMORY, f"{greatest} KiB at most")
    finally:
        store.stop()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

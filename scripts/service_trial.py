"""What trials of a running service share: senders like the App Store, readers of events, a receiver of webhooks."""

import atexit
import base64
import collections
import http.client
import http.server
import json
import os
import random
import subprocess
import sys
import threading
import time

SEED = int(os.environ.get("STOREKEEPER_SEED", "1"))
RATE = float(os.environ.get("STOREKEEPER_RATE", "200"))
SENDERS = 12
failures = []


def line(name, condition, text=""):
    """Prints the line of one check."""
    print(("ok      " if condition else "FAILED  ") + name + (f"  {text}" if text else ""), flush=True)
    if not condition:
        failures.append(name)


class Load:
    """What is to be sent, what was answered, and when."""

    def __init__(self, path, generator):
        self.lock = threading.Lock()
        self.bodies = open(path, "rb")
        self.generator = generator
        self.again = collections.deque()
        self.taken = set()
        self.sent = []
        self.statuses = collections.Counter()
        self.since = 0
        self.first = {}
        self.isOver = False
        self.inFlight = 0
        self.next = time.monotonic()

    def take(self):
        """The next body to send and the moment when; None when there is nothing."""
        with self.lock:
            now = time.monotonic()
            if self.again and self.again[0][0] <= now:
                self.inFlight += 1
                return self.again.popleft()[1]
            if self.isOver or now < self.next:
                return None
            self.next = max(self.next + 1 / RATE, now - 0.5)
            body = self.bodies.readline()
            if not body:
                sys.exit("the corpus is too small")
            self.sent.append(body)
            self.inFlight += 1
            if self.generator.random() < 0.05:
                # The answer was on its way when the App Store gave up.
                self.again.append((now, body))
            return body

    def note(self, body, status, process, start):
        with self.lock:
            self.inFlight -= 1
            self.statuses[status] += 1
            if status == 200:
                self.taken.add(body)
                if start > self.since and process not in self.first:
                    self.first[process] = time.monotonic()
            else:
                self.again.append((time.monotonic() + 0.2, body))

    def begin(self, since):
        """From now on the first 200 of each process to what was sent after `since` is looked for."""
        with self.lock:
            self.since, self.first = since, {}

    def isDone(self):
        with self.lock:
            return not self.again and self.inFlight == 0


def sender(load, addresses, number):
    """Posts one after the other, to both processes by turns."""
    connections = {}
    turn = number
    while True:
        body = load.take()
        if body is None:
            if load.isOver and load.isDone():
                return
            time.sleep(0.002)
            continue
        turn += 1
        process = turn % len(addresses)
        start = time.monotonic()
        try:
            if process not in connections:
                connections[process] = http.client.HTTPConnection(addresses[process]["public"], timeout=60)
            connections[process].request(
                "POST", "/v1/notifications", body=body.rstrip(), headers={"Content-Type": "application/json"})
            answer = connections[process].getresponse()
            answer.read()
            status = answer.status
        except (OSError, http.client.HTTPException) as error:
            connections.pop(process, None)
            status = type(error).__name__
        load.note(body, status, process, start)


class Reader(threading.Thread):
    """Follows the events of one process until it has as many as there are."""

    def __init__(self, name, address):
        super().__init__(daemon=True)
        self.name, self.address = name, address
        self.events, self.breaks = [], 0
        self.wanted = None

    @property
    def after(self):
        return self.events[-1]["sequence"] if self.events else 0

    @property
    def isDone(self):
        return self.wanted is not None and self.after >= self.wanted

    def run(self):
        while not self.isDone:
            try:
                self.follow()
            except (OSError, http.client.HTTPException, ValueError):
                self.breaks += 1
                time.sleep(0.1)

    def faults(self, wanted):
        """What is wrong with what was read."""
        sequences = [event["sequence"] for event in self.events]
        if sequences != sorted(set(sequences)):
            return "out of order"
        if self.events != wanted:
            return f"{len({event['id'] for event in wanted} - {event['id'] for event in self.events})} missing, " \
                f"{len({event['id'] for event in self.events} - {event['id'] for event in wanted})} that are not there"
        return ""


class Pages(Reader):
    """Reads by pages."""

    def follow(self):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        while not self.isDone:
            connection.request("GET", f"/v1/events?after={self.after}&limit=500")
            answer = connection.getresponse()
            page = json.load(answer)
            if answer.status != 200:
                raise ValueError(answer.status)
            self.events += page["events"]
            if not page["events"]:
                time.sleep(0.05)


class Stream(Reader):
    """Reads the stream."""

    def follow(self):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        connection.request("GET", "/v1/events/stream", headers={"Last-Event-ID": str(self.after)})
        answer = connection.getresponse()
        if answer.status != 200:
            answer.read()
            raise ValueError(answer.status)
        while not self.isDone:
            text = answer.readline()
            if not text:
                raise ValueError("the stream ended")
            if text.startswith(b"data: "):
                self.events.append(json.loads(text[6:]))


class Receiver:
    """Takes webhooks, and fails one time in twenty."""

    def __init__(self, folder, generator):
        self.lock = threading.Lock()
        self.taken, self.ids, self.refused = [], set(), 0
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length)
                if len(body) < length:
                    # The sender is gone: this is no message.
                    self.close_connection = True
                    return
                with receiver.lock:
                    takes = generator.random() > 0.05
                    if takes:
                        receiver.taken.append(body)
                        receiver.ids.add(self.headers["webhook-id"])
                    else:
                        receiver.refused += 1
                self.send_response(204 if takes else 500)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, address):
                pass  # Senders that are killed break their connections.

        server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        secret = f"{folder}/receiver.secret"
        with open(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write("whsec_" + base64.b64encode(os.urandom(32)).decode())
        self.configuration = f"{folder}/storekeeper.json"
        with open(self.configuration, "w") as file:
            json.dump({"webhooks": [
                {"name": "receiver", "url": f"http://127.0.0.1:{server.server_address[1]}/", "secretFile": secret,
                 "allowsPrivateAddresses": True, "from": "beginning"}]}, file)

    def judge(self, events, patience):
        """Waits for what is still on its way, and compares it with all events."""
        wanted = {event["id"] for event in events}
        wait(lambda: wanted <= self.ids, patience, 0.1)
        with self.lock:
            taken, ids = [json.loads(body) for body in self.taken], set(self.ids)
        line("webhooks: every event that is there and no other", ids == wanted,
             f"{len(wanted - ids)} missing, {len(ids - wanted)} that are not there; {len(taken)} messages taken, "
             f"{self.refused} refused")
        seen, newest, wrong = set(), {}, 0
        for event in taken:
            if event["id"] in seen:
                continue
            seen.add(event["id"])
            data = event["data"]
            if "originalTransactionId" in data:
                place = (data["environment"], data["bundleId"], data["originalTransactionId"])
                wrong += newest.get(place, 0) > event["sequence"]
                newest[place] = max(newest.get(place, 0), event["sequence"])
        line("webhooks: those of a line come in order", wrong == 0, f"{len(newest)} lines")


class Service:
    """One process of `storekeeper serve`."""

    def __init__(self, binary, folder, name, store, arguments):
        self.log = f"{folder}/{name}.log"
        self.process = subprocess.Popen(
            [binary, "serve", "--store", store, "--listen", "127.0.0.1:0", "--private-listen", "127.0.0.1:0",
             *arguments], stdout=subprocess.PIPE, stderr=open(self.log, "w"), text=True)
        # A trial that breaks off must not leave it running.
        atexit.register(self.process.kill)
        text = self.process.stdout.readline()
        if not text:
            sys.exit(f"serve does not start:\n{open(self.log).read()}")
        self.addresses = json.loads(text)

    def get(self, path):
        connection = http.client.HTTPConnection(self.addresses["private"], timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        if answer.status != 200:
            raise ValueError(f"{path}: {answer.status}")
        return json.load(answer)

    def pages(self, path, key, cursor):
        """All rows of a listing."""
        rows = []
        while True:
            page = self.get(f"{path}?limit=500" + (f"&after={cursor(rows[-1])}" if rows else ""))[key]
            rows += page
            if not page:
                return rows

    def stop(self):
        """Whether it still ran, and ended well when it was told to."""
        isRunning = self.process.poll() is None
        self.process.terminate()
        try:
            return isRunning and self.process.wait(timeout=60) == 0
        except subprocess.TimeoutExpired:
            self.process.kill()
            return False


def wait(condition, seconds, step=0.01):
    """Waits until a condition holds; how long it took, or None."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            return None
        time.sleep(step)
    return time.monotonic() - start

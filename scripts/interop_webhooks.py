"""Verifies what a running service sends by the package standardwebhooks; see scripts/interop-webhooks."""

import base64
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PATIENCE = 120
failures = []


def line(name, condition, text=""):
    """Prints the line of one check."""
    print(("ok      " if condition else "FAILED  ") + name + (f"  {text}" if text else ""), flush=True)
    if not condition:
        failures.append(name)


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes messages, all but the very first at once."""

    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    seen = set()
    taken = {"/events": [], "/raw": []}

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        key = (self.path, self.headers["webhook-id"])
        with Receiver.lock:
            # The first message fails once, so that a retry is verified as well.
            refuses = not Receiver.seen
            Receiver.seen.add(key)
            if not refuses:
                Receiver.taken[self.path].append((dict(self.headers), body))
        self.send_response(503 if refuses else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def secret():
    return "whsec_" + base64.b64encode(os.urandom(32)).decode()


def write_private(path, text):
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)


def verified(key, headers, body):
    try:
        Webhook(key).verify(body, {name.lower(): value for name, value in headers.items()})
        return True
    except WebhookVerificationError:
        return False


def main():
    binary, folder = sys.argv[1:]
    old, new, other = secret(), secret(), secret()
    write_private(folder + "/both", f"{new}\n{old}\n")
    write_private(folder + "/one", old)
    subprocess.run([binary, "authority", "create", folder + "/authority"], check=True, capture_output=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    with open(folder + "/storekeeper.json", "w") as file:
        json.dump({"webhooks": [
            {"name": "events", "url": base + "/events", "secretFile": folder + "/both",
             "allowsPrivateAddresses": True},
            {"name": "raw", "url": base + "/raw", "secretFile": folder + "/one", "raw": True,
             "allowsPrivateAddresses": True},
        ]}, file)
    log = open(folder + "/serve.log", "w")
    service = subprocess.Popen(
        [binary, "serve", "--store", f"sqlite:{folder}/store.db", "--config", folder + "/storekeeper.json",
         "--listen", "127.0.0.1:0", "--private-listen", "127.0.0.1:0", "--app", "com.example.app",
         "--environment", "Sandbox", "--root", folder + "/authority/root.pem"],
        stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        addresses = json.loads(service.stdout.readline())
        scenario = subprocess.run(
            [binary, "simulate", "run", "life", "--authority", folder + "/authority", "--post",
             f"http://{addresses['public']}/v1/notifications"], capture_output=True, text=True)
        line("a scenario was sent", scenario.returncode == 0, scenario.stdout.strip().split("\n")[-1])
        with urllib.request.urlopen(f"http://{addresses['private']}/v1/events?limit=500", timeout=30) as answer:
            events = json.load(answer)["events"]
        notifications = [event for event in events if event["type"] == "notification.recorded"]
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and (
            len(Receiver.taken["/events"]) < len(events) or len(Receiver.taken["/raw"]) < len(notifications)
        ):
            time.sleep(0.05)
    finally:
        service.terminate()
        service.wait(timeout=60)
    taken = Receiver.taken["/events"]
    line("every event came", {headers["webhook-id"] for headers, _ in taken} == {event["id"] for event in events},
         f"{len(events)} events")
    line("with the body that readers get",
         all(json.loads(body) in events for _, body in taken))
    for name, key in (("new", new), ("old", old)):
        line(f"each message is verified by the {name} secret", all(verified(key, *item) for item in taken))
    line("none is verified by another secret", not any(verified(other, *item) for item in taken))
    line("none is verified with a changed body",
         not any(verified(new, headers, body.replace(b"Sandbox", b"Sandbax", 1)) for headers, body in taken))
    line("none is verified with another id", not any(
        verified(new, {**headers, "webhook-id": "evt_0"}, body) for headers, body in taken))
    raw = Receiver.taken["/raw"]
    line("every notification came raw", len(raw) == len(notifications) and len(raw) > 0, f"{len(raw)} notifications")
    line("each is verified", all(verified(old, *item) for item in raw))
    line("each is a notification as the App Store sends it", all(
        list(json.loads(body)) == ["signedPayload"] and json.loads(body)["signedPayload"].count(".") == 2
        for _, body in raw))
    with open(folder + "/serve.log") as file:
        text = file.read()
    line("the log tells of a retry", '"event":"forward_failed"' in text and '"event":"forwarded"' in text)
    line("the log holds no secret", not any(key in text for key in (old, new)))
    sys.exit(1 if failures else 0)


main()

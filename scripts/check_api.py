"""Lets schemathesis ask a running program; see scripts/check-api."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request

SEED = int(os.environ.get("STOREKEEPER_SEED", "1"))
EXAMPLES = int(os.environ.get("STOREKEEPER_EXAMPLES", "30"))
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "response_headers_conformance", "negative_data_rejection", "unsupported_method", "allow_header_conformance",
    "ignored_auth",
]
failures = []


def line(name, condition, text=""):
    """Prints the line of one check."""
    print(("ok      " if condition else "FAILED  ") + name + (f"  {text}" if text else ""), flush=True)
    if not condition:
        failures.append(name)


def write_private(path, text):
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)


def toml(value):
    """A value in the words of TOML; those of JSON are the same for what is used here."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def ask(folder, name, document, base, token, dictionaries, parameters, *selection):
    """Runs schemathesis once; what it must not show is in a file that nobody else may read."""
    settings = {
        "base-url": base, "seed": SEED, "workers": 1, "request-timeout": 20, "continue-on-failure": True,
        "max-stream-events": 3, "warnings": False,
        "generation": {"max-examples": EXAMPLES, "database": "none"},
        "checks": {"enabled": False, **{check: {"enabled": True} for check in CHECKS}},
    }
    operations = [
        # Each question would wait for the first comment; what comes on the stream is read below.
        {"include-operation-id": "streamEvents", "phases": {"fuzzing": {"enabled": False}}},
        # Whatever is sent is judged, and the judgement is the answer.
        {"include-operation-id": "verify", "checks": {"negative_data_rejection": {"enabled": False}}},
    ]
    if dictionaries:
        settings["dictionaries"] = {key: {"values": values} for key, values in dictionaries.items()}
        settings["parameters"] = {
            key: {"dictionary": dictionary, "probability": 0.5} for key, dictionary in parameters.items()}
    if token:
        settings["auth"] = {"openapi": {"token": {"bearer": token}}}
    settings["operations"] = [operation for operation in operations if operation["include-operation-id"] in
                              {item["operationId"] for path in document["paths"].values() for item in path.values()}]
    write_private(f"{folder}/{name}.toml", "".join(f"{key} = {toml(value)}\n" for key, value in settings.items()))
    write_private(f"{folder}/{name}.json", json.dumps(document))
    start = time.monotonic()
    run = subprocess.run(
        [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file", f"{folder}/{name}.toml", "run",
         f"{folder}/{name}.json", "--phases", "examples,coverage,fuzzing,stateful", "--no-color", *selection],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        print(run.stdout)
    total = [text.strip() for text in run.stdout.splitlines() if "generated" in text]
    line(f"{name}: schemathesis finds nothing", run.returncode == 0,
         f"{' '.join(total[-1:])}, {time.monotonic() - start:.0f} s")


def of_listener(document, tag):
    """What one listener has: both are described together, and a path may have a method on each."""
    paths = {path: {method: operation for method, operation in item.items() if operation["tags"] == [tag]}
             for path, item in document["paths"].items()}
    return {**document, "paths": {path: item for path, item in paths.items() if item}}


def started(command, log):
    """Starts a program and reads its first line."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(log, "w"), text=True)
    text = process.stdout.readline()
    if not text:
        sys.exit(f"check-api: {' '.join(command[:3])} does not start:\n{open(log).read()}")
    return process, json.loads(text)


def stop(process, name):
    running = process.poll() is None
    process.terminate()
    line(f"{name}: it runs until it is told to stop", running and process.wait(timeout=60) == 0)


def stream(address, token, after):
    """The ids and names of the events that a reader of the stream gets after `after`, until there is a second comment."""
    host, port = address.rsplit(":", 1)
    found, last = [], None
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(
            f"GET /v1/events/stream?after={after} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
            .encode())
        for text in connection.makefile("r", encoding="utf-8", newline="\n"):
            text = text.rstrip("\r\n")
            if text.startswith("id: "):
                last = text[4:]
            elif text.startswith("data: "):
                found.append((last, json.loads(text[6:])))
            elif text.startswith(": nothing new"):
                return found
    return found


def service(binary, folder, store):
    """Asks `storekeeper serve`."""
    trust = []
    for environment, count in (("Production", "12"), ("Sandbox", "4")):
        histories = f"{folder}/{environment}"
        subprocess.run([binary, "simulate", "generate", "--count", count, "--seed", "7", "--environment", environment,
                        "--out", histories], check=True, capture_output=True)
        trust += ["--root", histories + "/root.pem"]
    trust += ["--app", "com.example.app:1234567890"]
    for environment in ("Production", "Sandbox"):
        subprocess.run([binary, "ingest", f"{folder}/{environment}/notifications.ndjson", "--store", store] + trust,
                       check=True, capture_output=True)
    # What is not verified is kept apart, and listed as well.
    subprocess.run([binary, "ingest", "--store", store] + trust, input=b"abc\n{\"signedPayload\": \"a.b.c\"}\n",
                   capture_output=True)
    token = os.urandom(24).hex()
    write_private(folder + "/tokens", token + "\n")
    command = [binary, "serve", "--store", store, "--listen", "127.0.0.1:0", "--private-listen", "127.0.0.1:0",
               "--token-file", folder + "/tokens"] + trust
    process, addresses = started(command, folder + "/serve.log")
    base = f"http://{addresses['private']}"

    def get(path):
        request = urllib.request.Request(base + path, headers={"Authorization": "Bearer " + token})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    try:
        rows = get("/v1/notifications?limit=500")["notifications"]
        events = get("/v1/events?limit=500")["events"]
        answers = [event["data"]["answer"] for event in events if "answer" in event["data"]]
        bodies = open(folder + "/Production/notifications.ndjson").read().splitlines()[:8]
        known = {
            "uuids": sorted({row["notificationUUID"] for row in rows})[:20],
            "lines": sorted({answer["originalTransactionId"] for answer in answers})[:20],
            "transactions": sorted({answer["transactionId"] for answer in answers if answer["transactionId"]})[:20],
            "customers": sorted({answer[name] for answer in answers for name in ("appAccountToken", "appTransactionId")
                                 if answer[name]})[:20],
            "apps": ["com.example.app"],
            "types": sorted({row["notificationType"] for row in rows}),
            "events": sorted({event["type"] for event in events}),
            "payloads": [json.loads(body)["signedPayload"] for body in bodies],
        }
        line(f"{store.split(':')[0]}: there is something to ask for", all(known.values()),
             f"{len(rows)} notifications, {len(events)} events")
        document = get("/openapi.json")
        parameters = {
            "path.uuid": "uuids", "path.originalTransactionId": "lines", "path.id": "customers",
            "path.transactionId": "transactions", "query.bundleId": "apps", "query.type": "types",
            "query.types": "events", "body.signedPayload": "payloads",
        }
        name = store.split(":")[0]
        ask(folder, f"{name}-private", of_listener(document, "private"), base, token, known, parameters)
        ask(folder, f"{name}-public", of_listener(document, "public"), f"http://{addresses['public']}", None, known,
            parameters)
        # Read to where the list ends: schemathesis only looks at the first events.
        wanted = []
        while True:
            page = get(f"/v1/events?limit=500&after={wanted[-1]['sequence'] if wanted else 0}")["events"]
            wanted += page
            if not page:
                break
        sent = stream(addresses["private"], token, 0)
        line(f"{name}: the stream has what the list has", [event for _, event in sent] == wanted and bool(sent)
             and all(id == str(event["sequence"]) for id, event in sent), f"{len(sent)} events")
    finally:
        stop(process, store.split(":")[0])


def simulator(binary, folder):
    """Asks `storekeeper simulate serve`: first the App Store Server API, then the interface that drives the store."""
    import jwt  # Of the PyPI package pyjwt.

    with open(folder + "/products.json", "w") as file:
        json.dump({"bundleId": "com.example.app", "products": [{"id": "coins", "type": "consumable", "price": "1.99"}],
                   "groups": [{"name": "Pro", "subscriptions": [
                       {"id": "pro.monthly", "period": "P1M", "price": "9.99"}]}]}, file)
    process, addresses = started(
        [binary, "simulate", "serve", "--config", folder + "/products.json", "--listen", "127.0.0.1:0"],
        folder + "/simulator.log")
    base = f"http://{addresses['address']}"

    def send(method, path, body=None, token=None):
        request = urllib.request.Request(
            base + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"} if body is not None else {})
        if token:
            request.add_header("Authorization", "Bearer " + token)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    try:
        for customer in ("ann", "bob"):
            for product in ("pro.monthly", "coins"):
                send("POST", "/control/v1/actions", {"do": "buy", "customer": customer, "product": product})
        send("POST", "/control/v1/clock", {"advanceBy": "P2M"})
        key = send("GET", "/control/v1/credentials")
        token = jwt.encode(
            {"iss": key["issuerId"], "iat": int(time.time()), "exp": int(time.time()) + 3500,
             "aud": "appstoreconnect-v1", "bid": key["bundleId"]},
            key["privateKey"], algorithm="ES256", headers={"kid": key["keyId"]})
        transactions = send("GET", "/control/v1/transactions")["transactions"]
        known = {
            "transactions": sorted({item["transactionId"] for item in transactions}),
            "customers": ["ann", "bob"], "products": ["pro.monthly", "coins"],
            "uuids": [item["notificationUUID"] for item in send("GET", "/control/v1/notifications")["notifications"]],
            "calls": ["loadProducts", "purchase"], "endpoints": ["getTransactionInfo", "getTransactionHistory"],
        }
        line("simulator: there is something to ask for", all(known.values()),
             f"{len(transactions)} transactions, {len(known['uuids'])} notifications")
        document = send("GET", "/openapi.json")
        parameters = {
            "path.transactionId": "transactions", "path.originalTransactionId": "transactions",
            "path.anyTransactionId": "transactions", "path.id": "transactions", "path.uuid": "uuids",
            "path.api": "calls", "path.endpoint": "endpoints", "query.productId": "products",
        }
        ask(folder, "simulator-server-api", document, base, token, known, parameters, "--include-tag", "Server API")
        ask(folder, "simulator-control", document, base, token, known, parameters, "--exclude-tag", "Server API")
    finally:
        stop(process, "simulator")


def main():
    binary, folder, what, *rest = sys.argv[1:]
    if what == "service":
        service(binary, folder, *rest)
    else:
        simulator(binary, folder)
    sys.exit(1 if failures else 0)


main()

"""Buys from a simulated App Store with what Apple's own Python library signed; see scripts/interop-offers."""

import base64
import json
import subprocess
import sys
import time
import uuid

import attr
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from appstoreserverlibrary.jws_signature_creator import (
    AdvancedCommerceAPIInAppRequest, AdvancedCommerceAPIInAppSignatureCreator,
    IntroductoryOfferEligibilitySignatureCreator, PromotionalOfferV2SignatureCreator)
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator

PRODUCTS = {
    "bundleId": "com.example.interop",
    "groups": [{"name": "Pro", "subscriptions": [
        {"id": "pro.monthly", "level": 2, "period": "P1M", "price": "9.99",
         "introductory": {"mode": "free", "period": "P1W"},
         "promotional": [{"id": "less", "mode": "payAsYouGo", "periods": 3, "price": "4.99"}]},
        {"id": "pro.yearly", "level": 1, "period": "P1Y", "price": "99.99",
         "promotional": [{"id": "less", "mode": "payUpFront", "period": "P1Y", "price": "59.99"}]}]}],
}
failures = []


def line(name, condition, text=""):
    """Prints the line of one check."""
    print(("ok      " if condition else "FAILED  ") + name + (f"  {text}" if text else ""), flush=True)
    if not condition:
        failures.append(name)


@attr.define
class Request(AdvancedCommerceAPIInAppRequest):
    """An Advanced Commerce request; its members are the app's affair."""

    operation: str = "CREATE_SUBSCRIPTION"
    version: str = "1"


class Store:
    """A simulator in a process of its own."""

    def __init__(self, binary, folder):
        config = folder + "/products.json"
        with open(config, "w") as file:
            json.dump(PRODUCTS, file)
        self.process = subprocess.Popen(
            [binary, "simulate", "serve", "--config", config, "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.base = "http://" + json.loads(self.process.stdout.readline())["address"] + "/control/v1/"
        self.credentials = requests.get(self.base + "credentials", timeout=60).json()

    def buy(self, customer, product="pro.monthly", **proof):
        return requests.post(
            self.base + "purchases", json={"customer": customer, "product": product, **proof}, timeout=60)

    def do(self, action, **members):
        answer = requests.post(self.base + "actions", json={"do": action, **members}, timeout=60)
        answer.raise_for_status()

    def latest(self, customer):
        found = requests.get(self.base + "transactions", timeout=60).json()["transactions"]
        return [transaction for transaction in found if transaction["customer"] == customer][-1]["transactionId"]

    def stop(self):
        self.process.terminate()
        line("the simulator ends well", self.process.wait(timeout=60) == 0)


def accepted(name, answer):
    line(name, answer.status_code == 200, "" if answer.status_code == 200 else answer.text)


def refused(name, answer):
    """A purchase that the signature does not allow."""
    json_answer = answer.json()
    is_refused = answer.status_code == 409 and json_answer.get("code") == "offer.signature"
    line(name, is_refused, json_answer.get("detail") or "it was bought")


def altered(jws):
    """The JWS with another signature, another claim, and another header, each in turn."""
    head, body, signature = jws.split(".")

    def encoded(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    def decoded(text):
        return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))

    yield "its signature", ".".join([head, body, ("A" if signature[0] != "A" else "B") + signature[1:]])
    claims = decoded(body)
    for name in sorted(claims):
        value = claims[name]
        changed = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else value + "0"
        yield name, ".".join([head, encoded({**claims, name: changed}), signature])
    yield "alg", ".".join([encoded({**decoded(head), "alg": "none"}), body, signature])
    yield "kid", ".".join([encoded({**decoded(head), "kid": "OTHER"}), body, signature])


def main():
    binary, folder = sys.argv[1:]
    store = Store(binary, folder)
    key, issuer = store.credentials["privateKey"].encode(), store.credentials["issuerId"]
    key_id, bundle = store.credentials["keyId"], store.credentials["bundleId"]
    stranger = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    accepted("a purchase without any signature", store.buy("ann"))
    transaction = store.latest("ann")

    account, nonce, now = str(uuid.uuid4()), uuid.uuid4(), int(time.time() * 1000)

    def first(**changes):
        signer = PromotionalOfferSignatureCreator(changes.pop("key", key), key_id, bundle)
        signature = signer.create_signature("pro.monthly", "less", account, nonce, changes.get("timestamp", now))
        proof = {"offerID": "less", "keyID": key_id, "nonce": str(nonce), "signature": signature, "timestamp": now}
        return {"promotionalOffer": {**proof, **changes}, "appAccountToken": account}

    accepted("a promotional offer by the first version", store.buy("ann", **first()))
    refused("  of another product", store.buy("ann", "pro.yearly", **first()))
    refused("  of another account", store.buy("ann", **{**first(), "appAccountToken": str(uuid.uuid4())}))
    refused("  by another key", store.buy("ann", **first(key=stranger)))
    for name, value in [("offerID", "more"), ("keyID", "OTHER"), ("nonce", str(uuid.uuid4())),
                        ("signature", base64.b64encode(b"0").decode())]:
        refused(f"  with another {name}", store.buy("ann", **first(**{name: value})))
    refused("  with another timestamp", store.buy(
        "ann", promotionalOffer={**first()["promotionalOffer"], "timestamp": now + 1}, appAccountToken=account))
    refused("  that is older than a day", store.buy("ann", **first(timestamp=now - 86400000)))

    creators = [
        ("a promotional offer", PromotionalOfferV2SignatureCreator,
         lambda signer: signer.create_signature("pro.monthly", "less", transaction),
         lambda jws: {"promotionalOffer": {"offerID": "less", "compactJWS": jws}}),
        ("eligibility for an introductory offer", IntroductoryOfferEligibilitySignatureCreator,
         lambda signer: signer.create_signature("pro.monthly", True, transaction),
         lambda jws: {"introductoryOfferEligibility": {"compactJWS": jws}}),
        ("an Advanced Commerce request", AdvancedCommerceAPIInAppSignatureCreator,
         lambda signer: signer.create_signature(Request()),
         lambda jws: {"advancedCommerce": {"compactJWS": jws}}),
    ]
    for name, creator, sign, proof in creators:
        jws = sign(creator(key, key_id, issuer, bundle))
        accepted(name, store.buy("ann", **proof(jws)))
        for part, other in altered(jws):
            refused(f"  with {part} altered", store.buy("ann", **proof(other)))
        refused("  by another key", store.buy("ann", **proof(sign(creator(stranger, key_id, issuer, bundle)))))
        refused("  of another issuer", store.buy("ann", **proof(sign(creator(key, key_id, str(uuid.uuid4()), bundle)))))
        refused("  of another app", store.buy("ann", **proof(sign(creator(key, key_id, issuer, "com.example.other")))))
        if creator is not AdvancedCommerceAPIInAppSignatureCreator:
            refused("  of another product", store.buy("ann", "pro.yearly", **proof(jws)))
            accepted("  (bob buys first)", store.buy("bob"))
            refused("  of another customer", store.buy("bob", **proof(jws)))
    without = PromotionalOfferV2SignatureCreator(key, key_id, issuer, bundle).create_signature("pro.monthly", "less", None)
    accepted("a promotional offer that names no customer", store.buy(
        "ann", promotionalOffer={"offerID": "less", "compactJWS": without}))
    wrong = IntroductoryOfferEligibilitySignatureCreator(key, key_id, issuer, bundle).create_signature(
        "pro.monthly", True, transaction)
    refused("an eligibility in the place of an offer", store.buy(
        "ann", promotionalOffer={"offerID": "less", "compactJWS": wrong}))
    store.stop()
    sys.exit(1 if failures else 0)


main()

"""Verifies what storekeeper signs by the packages PyJWT and cryptography; see scripts/interop-tokens."""

import base64
import http.server
import json
import os
import subprocess
import sys
import threading
import uuid

import jwt
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

KEY_ID, ISSUER, BUNDLE = "2X9R4HXF34", "57246542-96fe-1a63-e053-0824d011072a", "com.example.interop"
failures = []


def line(name, condition, text=""):
    """Prints the line of one check."""
    print(("ok      " if condition else "FAILED  ") + name + (f"  {text}" if text else ""), flush=True)
    if not condition:
        failures.append(name)


class AppStore(http.server.BaseHTTPRequestHandler):
    """Answers every question with no images, and keeps who asked."""

    authorization = []

    def do_GET(self):
        AppStore.authorization.append(self.headers["Authorization"])
        body = b'{"imageIdentifiers":[]}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main():
    binary, folder = sys.argv[1:]
    key = ec.generate_private_key(ec.SECP256R1())
    path = folder + "/AuthKey.p8"
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    access = ["--key", path, "--key-id", KEY_ID, "--issuer-id", ISSUER, "--bundle-id", BUNDLE]
    public = key.public_key()

    def run(*arguments):
        return subprocess.run([binary, *arguments, *access], capture_output=True, text=True)

    def verified(token, audience):
        """The claims, when signature, audience, issuer and times hold."""
        return jwt.decode(token, public, algorithms=["ES256"], audience=audience, issuer=ISSUER,
                          options={"require": ["iat", "iss", "aud"]}, leeway=5)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), AppStore)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asked = run("api", "get-image-list", "--base-url", f"http://127.0.0.1:{server.server_address[1]}")
    line("the Server API is asked with a token", asked.returncode == 0 and len(AppStore.authorization) == 1,
         asked.stderr.strip())
    scheme, token = (AppStore.authorization or ["Bearer x"])[0].split(" ")
    claims = verified(token, "appstoreconnect-v1")
    line("the token is verified", scheme == "Bearer" and claims["bid"] == BUNDLE)
    line("its header names the key", jwt.get_unverified_header(token) == {"alg": "ES256", "kid": KEY_ID, "typ": "JWT"})
    line("it ends within an hour", 0 < claims["exp"] - claims["iat"] <= 3600, f"{claims['exp'] - claims['iat']} s")
    other = ec.generate_private_key(ec.SECP256R1()).public_key()
    try:
        jwt.decode(token, other, algorithms=["ES256"], audience="appstoreconnect-v1")
        line("another key does not verify it", False)
    except jwt.InvalidSignatureError:
        line("another key does not verify it", True)

    offer = run("sign", "promotional-offer", "--product", "pro.monthly", "--offer", "spring", "--transaction", "7")
    claims = verified(offer.stdout.strip(), "promotional-offer")
    uuid.UUID(claims["nonce"])
    line("a promotional offer is verified",
         (claims["productId"], claims["offerIdentifier"], claims["transactionId"], claims["bid"])
         == ("pro.monthly", "spring", "7", BUNDLE))
    eligible = run("sign", "introductory-offer", "--product", "pro.monthly", "--allow", "true", "--transaction", "7")
    claims = verified(eligible.stdout.strip(), "introductory-offer-eligibility")
    line("an eligibility is verified", claims["allowIntroductoryOffer"] is True and claims["transactionId"] == "7")
    request = {"operation": "CREATE_SUBSCRIPTION", "version": "1", "text": "äöü \u2063"}
    with open(folder + "/request.json", "w") as file:
        json.dump(request, file, ensure_ascii=False)
    commerce = run("sign", "advanced-commerce", "--request", folder + "/request.json")
    claims = verified(commerce.stdout.strip(), "advanced-commerce-api")
    line("an Advanced Commerce request is verified",
         json.loads(base64.b64decode(claims["request"], validate=True)) == request)

    account = str(uuid.uuid4())
    for name, flags, told in (("with", ["--account", account.upper()], account), ("without", [], "")):
        signed = json.loads(run("sign", "promotional-offer", "--product", "pro.monthly", "--offer", "spring",
                                "--version-1", *flags).stdout)
        text = "\u2063".join([BUNDLE, KEY_ID, "pro.monthly", "spring", told, signed["nonce"], str(signed["timestamp"])])
        signature = base64.b64decode(signed["encodedSignature"], validate=True)
        try:
            public.verify(signature, text.encode(), ec.ECDSA(hashes.SHA256()))
            line(f"a signature of the first version {name} an account is verified", True)
        except InvalidSignature:
            line(f"a signature of the first version {name} an account is verified", False)
        try:
            public.verify(signature, text.replace("spring", "summer").encode(), ec.ECDSA(hashes.SHA256()))
            line("for another offer it is not", False)
        except InvalidSignature:
            line("for another offer it is not", True)
    sys.exit(1 if failures else 0)


main()

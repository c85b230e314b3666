"""Asks a simulated App Store through Apple's own Python library; see scripts/interop-apple-python."""

import base64
import http.server
import json
import subprocess
import sys
import threading
import uuid
import warnings

import requests
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

PRODUCTS = {
    "bundleId": "com.example.interop",
    "groups": [{"name": "Pro", "subscriptions": [
        {"id": "pro.monthly", "level": 2, "period": "P1M", "price": "9.99", "familyShareable": True,
         "promotional": [{"id": "less", "mode": "payAsYouGo", "periods": 3, "price": "4.99"}]},
        {"id": "pro.yearly", "level": 1, "period": "P1Y", "price": "99.99",
         "promotional": [{"id": "up", "mode": "payUpFront", "period": "P1Y", "price": "59.99"}]}]}],
    "products": [
        {"id": "coins", "type": "consumable", "price": "0.99"},
        {"id": "lamp", "type": "nonConsumable", "price": "4.99"},
        {"id": "season", "type": "nonRenewing", "price": "19.99"}],
}
warnings.simplefilter("ignore", DeprecationWarning)
START = 1767225600000
DAY = 86400000
failures = []


def line(name, check):
    """Runs one check, prints its line, and gives what it returned."""
    try:
        value = check()
        print(f"ok      {name}" + (f"  {value}" if isinstance(value, str) else ""), flush=True)
        return value
    except Exception as error:  # Whatever it is, it is a failure to be told of.
        text = f"{type(error).__name__}: {error}"
        if isinstance(error, APIException):
            text = f"{error.http_status_code} {error.raw_api_error} {error.error_message}"
        print(f"FAILED  {name}  {text}", flush=True)
        failures.append(name)
        return None


def need(condition, text="unexpected answer"):
    if not condition:
        raise AssertionError(text)


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes notifications."""

    bodies = []

    def do_POST(self):
        Receiver.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Store:
    """A simulator in a process of its own, and ways to drive it and ask it."""

    def __init__(self, binary, folder, environment, notify):
        config = folder + "/products.json"
        with open(config, "w") as file:
            json.dump(PRODUCTS, file)
        self.process = subprocess.Popen(
            [binary, "simulate", "serve", "--config", config, "--listen", "127.0.0.1:0", "--notify", notify,
             "--environment", environment.value],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.base = "http://" + json.loads(self.process.stdout.readline())["address"]
        self.credentials = requests.get(self.base + "/control/v1/credentials", timeout=30).json()
        root = x509.load_pem_x509_certificate(requests.get(self.base + "/control/v1/root.pem", timeout=30).content)
        self.environment = environment
        self.verifier = SignedDataVerifier(
            [root.public_bytes(Encoding.DER)], False, environment, self.credentials["bundleId"],
            self.credentials["appAppleId"])
        self.client = self.make_client()

    def make_client(self, key_id=None):
        client = AppStoreServerAPIClient(
            self.credentials["privateKey"].encode(), key_id or self.credentials["keyId"],
            self.credentials["issuerId"], self.credentials["bundleId"], self.environment)
        client._base_url = self.base
        return client

    def control(self, method, path, body=None):
        answer = requests.request(method, self.base + "/control/v1/" + path, json=body, timeout=120)
        if answer.status_code >= 300:
            raise AssertionError(f"{method} {path}: {answer.text}")
        return answer.json() if answer.content else None

    def act(self, do, **members):
        return self.control("POST", "actions", {"do": do, **members})["events"]

    def buy(self, customer, product, **members):
        events = self.act("buy", customer=customer, product=product, **members)
        return [e["transaction"]["transactionId"] for e in events if "transaction" in e
                and e["transaction"]["customer"] == customer][-1]

    def advance(self, by):
        return self.control("POST", "clock", {"advanceBy": by})

    def stop(self):
        self.process.terminate()
        need(self.process.wait(timeout=60) == 0, "serve did not end well")


def live(store):
    """Lets all kinds of things happen; returns ids."""
    ids = {}
    store.act("joinFamily", customer="bob", of="ann")
    ids["monthly"] = store.buy("ann", "pro.monthly", appAccountToken=str(uuid.uuid4()))
    ids["coins"] = [store.buy("ann", "coins") for _ in range(25)]
    ids["lamp"] = store.buy("ann", "lamp")
    ids["season"] = store.buy("max", "season")
    for _ in range(3):
        store.advance("P1M")
    store.act("requestPriceIncrease", transaction=int(ids["monthly"]), price=10990)
    store.act("consentToPriceIncrease", transaction=int(ids["monthly"]))
    store.act("requestRefund", transaction=int(ids["coins"][0]), reason="UNINTENDED_PURCHASE")
    store.act("refund", transaction=int(ids["coins"][0]))
    store.act("reverseRefund", transaction=int(ids["coins"][0]))
    store.act("requestRefund", transaction=int(ids["coins"][1]))
    store.act("declineRefund", transaction=int(ids["coins"][1]))
    for coins in ids["coins"][2:24]:
        store.act("refund", transaction=int(coins))
    store.act("refundProrated", transaction=int(store.buy("zoe", "pro.yearly")))
    ids["other"] = store.buy("eve", "pro.monthly")
    store.act("changePlan", transaction=int(ids["other"]), to="pro.yearly")
    store.act("cancel", transaction=int(ids["other"]))
    store.act("resume", transaction=int(ids["other"]))
    store.control("PATCH", "settings", {"billingGracePeriodIsEnabled": True})
    fails = store.buy("tom", "pro.monthly")
    store.act("paymentFails", customer="tom")
    store.advance("P1M")
    store.advance("P5D")
    store.act("paymentWorks", customer="tom")
    store.act("expire", transaction=int(fails))
    store.act("stopSharing", customer="ann")
    store.act("createExternalPurchaseToken")
    store.act("rescindConsent", customer="max")
    store.act("metadataUpdate", transaction=int(ids["other"]), displayName="Pro", description="All of it")
    store.act("priceChange", transaction=int(ids["other"]), price=7990)
    more_pairs(store)
    ids["order"] = [t["orderId"] for t in store.control("GET", "transactions?product=lamp")["transactions"]][0]
    return ids


def more_pairs(store):
    """The kinds of notifications that the life above leaves out."""
    name = iter(f"customer-{number}" for number in range(100))

    def subscriber(product="pro.monthly"):
        customer = next(name)
        return customer, int(store.buy(customer, product))

    customer, _ = subscriber()
    store.act("cancel", customer=customer)
    store.advance("P1M")  # EXPIRED.VOLUNTARY
    store.buy(customer, "pro.monthly")  # SUBSCRIBED.RESUBSCRIBE
    customer, id = subscriber()
    store.act("changePlan", transaction=id, to="pro.yearly")  # DID_CHANGE_RENEWAL_PREF.UPGRADE
    customer, id = subscriber("pro.yearly")
    store.act("changePlan", transaction=id, to="pro.monthly")  # .DOWNGRADE
    store.act("cancelPlanChange", transaction=id)
    store.control("PATCH", "settings", {"billingGracePeriodIsEnabled": False})
    customer, _ = subscriber()
    store.act("paymentFails", customer=customer)
    store.advance("P61D")  # DID_FAIL_TO_RENEW
    store.advance("P61D")  # EXPIRED.BILLING_RETRY
    store.control("PATCH", "settings", {"billingGracePeriodIsEnabled": True})
    customer, _ = subscriber()
    store.act("paymentFails", customer=customer)
    store.advance("P51D")  # GRACE_PERIOD_EXPIRED
    customer, id = subscriber()
    store.act("requestPriceIncrease", transaction=id, price=12990)  # PRICE_INCREASE.PENDING
    store.advance("P32D")  # EXPIRED.PRICE_INCREASE
    _, id = subscriber()
    store.act("extendRenewalDate", transaction=id, days=3, requestIdentifier="pairs")
    _, id = subscriber()
    store.act("migrate", transaction=id)
    _, id = subscriber()
    store.act("expireOther", transaction=id)
    store.act("massExtend", product="pro.monthly", days=2, requestIdentifier="pairs")
    for held, wanted, offer in [("pro.monthly", "pro.monthly", "less"), ("pro.monthly", "pro.yearly", "up"),
                                ("pro.yearly", "pro.monthly", "less")]:
        customer, _ = subscriber(held)
        store.act("redeemOffer", customer=customer, product=wanted, offer={"promotional": offer})  # OFFER_REDEEMED
    now = store.control("GET", "clock")["now"]
    store.act("createExternalPurchaseToken", type="ACQUISITION", expirationDate=now + 90 * DAY)
    customer, _ = subscriber("pro.yearly")
    store.act("withdrawProduct", product="pro.yearly")
    store.advance("P1Y")  # EXPIRED.PRODUCT_NOT_FOR_SALE
    store.act("offerProduct", product="pro.yearly")
    store.act("requestTestNotification")


def verify_all(store):
    """Gives everything that was signed to Apple's verifier."""
    counts = {"notifications": 0, "transactions": 0, "renewal infos": 0, "app transactions": 0}
    pairs = set()
    after = 0
    while after is not None:
        page = store.control("GET", f"notifications?after={after}&limit=500")
        for notification in page["notifications"]:
            pairs.add((notification["notificationType"], notification.get("subtype")))
            decoded = store.verifier.verify_and_decode_notification(notification["signedPayload"])
            counts["notifications"] += 1
            data = decoded.data
            if data and data.signedTransactionInfo:
                store.verifier.verify_and_decode_signed_transaction(data.signedTransactionInfo)
                counts["transactions"] += 1
            if data and data.signedRenewalInfo:
                store.verifier.verify_and_decode_renewal_info(data.signedRenewalInfo)
                counts["renewal infos"] += 1
            app_data = getattr(decoded, "appData", None)
            if app_data and app_data.signedAppTransactionInfo:
                store.verifier.verify_and_decode_app_transaction(app_data.signedAppTransactionInfo)
                counts["app transactions"] += 1
        after = page["next"]
    for transaction in store.control("GET", "transactions")["transactions"]:
        shown = store.control("GET", "transactions/" + transaction["transactionId"])
        payload = store.verifier.verify_and_decode_signed_transaction(shown["signedTransactionInfo"])
        need(payload.transactionId == transaction["transactionId"])
        counts["transactions"] += 1
        if "signedRenewalInfo" in shown:
            store.verifier.verify_and_decode_renewal_info(shown["signedRenewalInfo"])
            counts["renewal infos"] += 1
    need(all(counts.values()), f"something was never seen: {counts}")
    need(len(pairs) >= 39, f"{len(pairs)} pairs of type and subtype: {sorted(map(str, pairs))}")
    return f"{len(pairs)} pairs of type and subtype; " + ", ".join(f"{n} {name}" for name, n in counts.items())


def refuse_faults(store):
    """Shows that the verifier refuses what it should, under the same root."""
    for fault in ["bad-signature", "wrong-root", "no-leaf-marker", "expired-leaf", "other-app", "nested-signature"]:
        store.control("PUT", "fault", {"fault": fault})
        store.buy("mallory", "coins")
        store.control("PUT", "fault", {"fault": None})
        signed = store.control("GET", "notifications?after=" + str(count(store) - 1))["notifications"][-1]
        try:
            decoded = store.verifier.verify_and_decode_notification(signed["signedPayload"])
            store.verifier.verify_and_decode_signed_transaction(decoded.data.signedTransactionInfo)
        except VerificationException:
            continue
        raise AssertionError(f"{fault} was accepted")


def count(store):
    """How many notifications were made."""
    after = 0
    while True:
        page = store.control("GET", f"notifications?after={after}&limit=500")
        if page["next"] is None:
            return page["notifications"][-1]["number"]
        after = page["next"]


def history(client, id, version, **filters):
    found, revision = [], None
    while True:
        answer = client.get_transaction_history(id, revision, TransactionHistoryRequest(**filters), version)
        need(len(answer.signedTransactions) <= 20)
        found += answer.signedTransactions
        revision = answer.revision
        if not answer.hasMore:
            return found, revision


def error(code, call):
    """A call that must fail with one of Apple's numbers."""
    def check():
        try:
            call()
        except APIException as exception:
            need(exception.api_error == code, f"got {exception.raw_api_error}")
            need(exception.http_status_code == code.value // 10000)
            return code.name
        raise AssertionError("it did not fail")
    return check


def call_everything(store, ids):
    name = store.environment.value
    client, verifier = store.client, store.verifier
    monthly, coins = ids["monthly"], ids["coins"][0]
    now = store.control("GET", "clock")["now"]

    def say(call, check):
        return line(f"{name} {call}", check)

    def transaction_info():
        payload = verifier.verify_and_decode_signed_transaction(
            client.get_transaction_info(monthly).signedTransactionInfo)
        need(payload.transactionId == monthly)
    say("get_transaction_info", transaction_info)

    def app_transaction():
        payload = verifier.verify_and_decode_app_transaction(
            client.get_app_transaction_info(monthly).signedAppTransactionInfo)
        need(payload.bundleId == PRODUCTS["bundleId"])
        return payload.appTransactionId
    download = say("get_app_transaction_info", app_transaction)

    def histories(version):
        def check():
            found, revision = history(client, monthly, version, sort=Order.ASCENDING)
            for signed in found:
                verifier.verify_and_decode_signed_transaction(signed)
            need(len(found) > 25, f"{len(found)} transactions")
            again = client.get_transaction_history(
                monthly, revision, TransactionHistoryRequest(sort=Order.ASCENDING), version)
            need(not again.signedTransactions and not again.hasMore)
            filtered, _ = history(
                client, monthly, version, productTypes=[ProductType.CONSUMABLE], revoked=True,
                inAppOwnershipType=InAppOwnershipType.PURCHASED, sort=Order.DESCENDING, startDate=START,
                endDate=now + DAY, productIds=["coins"])
            need(len(filtered) == 22, f"{len(filtered)} refunded coins")
            if download:
                need(len(history(client, download, version)[0]) == len(found))
            return f"{len(found)} transactions"
        return check
    say("get_transaction_history V2", histories(GetTransactionHistoryVersion.V2))
    say("get_transaction_history V1", histories(GetTransactionHistoryVersion.V1))

    def statuses():
        answer = client.get_all_subscription_statuses(monthly, [Status.ACTIVE, Status.EXPIRED])
        need(answer.environment == store.environment and answer.bundleId == PRODUCTS["bundleId"])
        items = [item for group in answer.data for item in group.lastTransactions]
        need(items and items[0].status == Status.ACTIVE)
        for item in items:
            verifier.verify_and_decode_signed_transaction(item.signedTransactionInfo)
            verifier.verify_and_decode_renewal_info(item.signedRenewalInfo)
    say("get_all_subscription_statuses", statuses)

    def refunds():
        found, revision = [], None
        while True:
            answer = client.get_refund_history(coins, revision)
            found += [verifier.verify_and_decode_signed_transaction(s) for s in answer.signedTransactions]
            revision = answer.revision
            if not answer.hasMore:
                break
        dates = [payload.revocationDate for payload in found]
        need(len(found) == 22 and dates == sorted(dates), f"{len(found)} refunds")
        return f"{len(found)} refunds"
    say("get_refund_history", refunds)

    if store.environment == Environment.PRODUCTION:
        def order():
            answer = client.look_up_order_id(ids["order"])
            need(answer.status.value == 0 and len(answer.signedTransactions) == 1)
            verifier.verify_and_decode_signed_transaction(answer.signedTransactions[0])
            need(client.look_up_order_id("M000000000").status.value == 1)
        say("look_up_order_id", order)
    else:
        say("look_up_order_id", error(APIError.GENERAL_BAD_REQUEST, lambda: client.look_up_order_id(ids["order"])))

    def extend():
        answer = client.extend_subscription_renewal_date(monthly, ExtendRenewalDateRequest(
            extendByDays=7, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, requestIdentifier="one"))
        need(answer.success and answer.originalTransactionId == monthly and answer.effectiveDate > now)
    say("extend_subscription_renewal_date", extend)

    def mass_extend():
        answer = client.extend_renewal_date_for_all_active_subscribers(MassExtendRenewalDateRequest(
            extendByDays=3, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="all",
            productId="pro.monthly", storefrontCountryCodes=["USA"]))
        need(answer.requestIdentifier == "all")
    say("extend_renewal_date_for_all_active_subscribers", mass_extend)

    def mass_status():
        answer = client.get_status_of_subscription_renewal_date_extensions("all", "pro.monthly")
        need(answer.complete and answer.succeededCount >= 1)
    say("get_status_of_subscription_renewal_date_extensions", mass_status)

    def notification_history():
        # What the calls before made is sent beside their answers.
        for _ in range(600):
            page = store.control("GET", f"notifications?after={count(store) - 3}")["notifications"]
            if all(store.control("GET", "notifications/" + n["notificationUUID"])["sendAttempts"] for n in page):
                break
            threading.Event().wait(0.05)
        found, token = 0, None
        request = NotificationHistoryRequest(startDate=now - 20 * DAY, endDate=now + DAY)
        while True:
            answer = client.get_notification_history(token, request)
            for item in answer.notificationHistory:
                verifier.verify_and_decode_notification(item.signedPayload)
                results = [attempt.sendAttemptResult.value for attempt in item.sendAttempts]
                need(results and results[-1] == "SUCCESS", f"attempts {results}")
            found += len(answer.notificationHistory)
            token = answer.paginationToken
            if not answer.hasMore:
                break
        need(found > 0)
        only = client.get_notification_history(None, NotificationHistoryRequest(
            startDate=now - 20 * DAY, endDate=now + DAY, notificationType=NotificationTypeV2.REFUND))
        need(all(verifier.verify_and_decode_notification(i.signedPayload).notificationType == NotificationTypeV2.REFUND
                 for i in only.notificationHistory))
        return f"{found} notifications"
    say("get_notification_history", notification_history)

    def test_notification():
        token = client.request_test_notification().testNotificationToken
        # Sent beside the answer: not there at once.
        for _ in range(600):
            try:
                answer = client.get_test_notification_status(token)
                break
            except APIException as exception:
                need(exception.api_error == APIError.TEST_NOTIFICATION_NOT_FOUND)
                threading.Event().wait(0.05)
        payload = verifier.verify_and_decode_notification(answer.signedPayload)
        need(payload.notificationType == NotificationTypeV2.TEST)
        need(answer.sendAttempts[0].sendAttemptResult.value == "SUCCESS")
    say("request_test_notification, get_test_notification_status", test_notification)

    say("send_consumption_data", lambda: client.send_consumption_data(coins, ConsumptionRequestV1(
        customerConsented=True, consumptionStatus=ConsumptionStatus.NOT_CONSUMED, platform=Platform.APPLE,
        sampleContentProvided=False, deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
        appAccountToken=str(uuid.uuid4()), accountTenure=AccountTenure.UNDECLARED, playTime=PlayTime.UNDECLARED,
        lifetimeDollarsRefunded=LifetimeDollarsRefunded.UNDECLARED,
        lifetimeDollarsPurchased=LifetimeDollarsPurchased.UNDECLARED, userStatus=UserStatus.ACTIVE)))
    say("send_consumption_information", lambda: client.send_consumption_information(coins, ConsumptionRequest(
        customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED,
        consumptionPercentage=50000, refundPreference=RefundPreference.GRANT_PRORATED)))

    token = str(uuid.uuid4())

    def account_token():
        client.set_app_account_token(coins, UpdateAppAccountTokenRequest(appAccountToken=token))
        payload = verifier.verify_and_decode_signed_transaction(
            client.get_transaction_info(coins).signedTransactionInfo)
        need(payload.appAccountToken == token)
    say("set_app_account_token", account_token)
    say("finish_transaction", lambda: client.finish_transaction(ids["lamp"]))

    say("error: unknown transaction", error(
        APIError.TRANSACTION_ID_NOT_FOUND, lambda: client.get_transaction_info("1")))
    say("error: malformed transaction", error(
        APIError.INVALID_TRANSACTION_ID, lambda: client.get_transaction_info("x")))
    say("error: app transaction id", error(
        APIError.APP_TRANSACTION_ID_NOT_SUPPORTED_ERROR, lambda: client.get_transaction_info(download)))
    say("error: revision", error(
        APIError.INVALID_REQUEST_REVISION,
        lambda: client.get_transaction_history(monthly, "x", TransactionHistoryRequest())))

    def unauthorized():
        try:
            store.make_client("OTHERKEY00").get_transaction_info(monthly)
        except APIException as exception:
            need(exception.http_status_code == 401 and exception.raw_api_error is None)
            return
        raise AssertionError("it did not fail")
    say("error: another key", unauthorized)

    def every_error():
        for code in APIError:
            store.control("PUT", "endpoint-errors/transactionInfo", {"code": code.value, "times": 1})
            error(code, lambda: client.get_transaction_info(monthly))()
        transaction_info()
        return f"{len(list(APIError))} numbers"
    say("error: every number that the library knows", every_error)

    def rate_limit():
        store.control("PUT", "rate-limits/transactionInfo", {"requests": 1, "window": 3600000})
        client.get_transaction_info(monthly)
        error(APIError.RATE_LIMIT_EXCEEDED, lambda: client.get_transaction_info(monthly))()
        store.control("DELETE", "rate-limits/transactionInfo")
        transaction_info()
    say("error: rate limit", rate_limit)


def payload(jws):
    """What a JWS says, not verified."""
    text = jws.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def scenario(binary, folder, name):
    """Runs a built-in scenario, and gives what it sent to Apple's verifier."""
    out = f"{folder}/{name}.ndjson"
    subprocess.run(
        [binary, "simulate", "run", name, "--out", out, "--authority", folder + "/authority"], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(folder + "/authority/root.pem", "rb") as file:
        root = x509.load_pem_x509_certificate(file.read()).public_bytes(Encoding.DER)
    verifiers = {}
    bodies = [json.loads(text)["signedPayload"] for text in open(out)]
    for signed in bodies:
        outer = payload(signed)
        about = outer.get("data") or outer.get("summary") or outer.get("appData") or outer["externalPurchaseToken"]
        environment = about.get("environment")
        if environment is None:  # Tokens of purchases outside the App Store tell it by their name.
            environment = "Sandbox" if about["externalPurchaseId"].startswith("SANDBOX") else "Production"
        key = (environment, about["bundleId"], about.get("appAppleId"))
        if key not in verifiers:
            verifiers[key] = SignedDataVerifier([root], False, Environment(key[0]), key[1], key[2] or 1)
        decoded = verifiers[key].verify_and_decode_notification(signed)
        if decoded.data and decoded.data.signedTransactionInfo:
            verifiers[key].verify_and_decode_signed_transaction(decoded.data.signedTransactionInfo)
        if decoded.data and decoded.data.signedRenewalInfo:
            verifiers[key].verify_and_decode_renewal_info(decoded.data.signedRenewalInfo)
        if decoded.appData and decoded.appData.signedAppTransactionInfo:
            verifiers[key].verify_and_decode_app_transaction(decoded.appData.signedAppTransactionInfo)
    return f"{len(bodies)} notifications"


def main(binary, folder):
    names = subprocess.run([binary, "simulate", "list"], check=True, capture_output=True, text=True).stdout
    for name in [text.split()[0] for text in names.splitlines() if text and not text[0].isspace()]:
        line(f"scenario {name}", lambda: scenario(binary, folder, name))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    notify = f"http://127.0.0.1:{server.server_port}/"
    for environment in [Environment.SANDBOX, Environment.PRODUCTION]:
        Receiver.bodies.clear()
        store = Store(binary, folder, environment, notify)
        try:
            ids = line(f"{environment.value} a life in the store", lambda: live(store))
            if ids:
                line(f"{environment.value} SignedDataVerifier, all that was signed", lambda: verify_all(store))
                call_everything(store, ids)

            def received():
                for body in Receiver.bodies:
                    store.verifier.verify_and_decode_notification(json.loads(body)["signedPayload"])
                need(len(Receiver.bodies) > 40, f"{len(Receiver.bodies)} were received")
                return f"{len(Receiver.bodies)} notifications"
            line(f"{environment.value} SignedDataVerifier, all that was received", received)
            line(f"{environment.value} SignedDataVerifier, what is faulty is refused", lambda: refuse_faults(store))
        finally:
            line(f"{environment.value} stops", store.stop)
    print(f"interop-apple-python: {len(failures)} failures", flush=True)
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])

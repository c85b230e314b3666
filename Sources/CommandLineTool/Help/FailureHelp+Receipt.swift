extension FailureHelp {
    static let receipt = [
        FailureHelp(
            "receipt.form", "the input is no receipt that can be verified",
            cause: "It is not PKCS#7 signed data with one signer and the signer's certificate: cut off, damaged, or "
                + "encoded in a way that is not known. A transaction receipt in the older form, a property list, can "
                + "be read, but never verified.",
            fix: "Take the whole receipt, from MI up to the end of the base64 text. For a transaction receipt ask the "
                + "App Store Server API about the transaction-id that decode shows.",
            example: "expected: PKCS#7 signed data; got: no whole ASN.1 element from byte 0 on"),
        FailureHelp(
            "receipt.xcode", "the receipt comes from Xcode",
            cause: "It was signed by a certificate of Xcode's own, which anybody can make, and that certificate is not "
                + "among those given.",
            fix: "Save it in Xcode by Editor > Save Public Certificate and add --xcode-certificate FILE and "
                + "--environment Xcode. A receipt from Xcode on a production server is a mistake or an attempt.",
            example: "storekeeper verify --xcode-certificate StoreKit.cer --environment Xcode receipt.txt"),
        FailureHelp(
            "receipt.untrusted", "the signer is not trusted to sign receipts",
            cause: "The signer's certificate does not lead over one intermediate to a trusted root, lacks Apple's "
                + "marks, or has a key or signature of another kind. Receipts end in Apple Root CA, an RSA root, and "
                + "not in Apple Root CA - G3.",
            fix: "For receipts of your own test authority add its root with --root. If --no-built-in-roots is set, "
                + "Apple's root must be added too. Anything else was not signed by Apple.",
            example: "storekeeper verify --root receipt-root.pem test-receipt.txt"),
        FailureHelp(
            "receipt.signature", "the signature does not fit the receipt",
            cause: "The content was changed after signing, or another key signed.",
            fix: "Take the receipt exactly as the client has it. If it still fails, it was tampered with.",
            example: "an expiration date was moved in the receipt"),
        FailureHelp(
            "receipt.attributes", "what is signed cannot be read as a receipt",
            cause: "The content is not one set of attributes in DER, has one twice that must be there once, or an "
                + "attribute that is needed is missing or of another type: the bundle id (2), the creation date (12), "
                + "the product (1702) or transaction (1703) of a purchase. Unknown attributes never cause this.",
            fix: "The signature holds, so this came from the signer. If you build test data, look at the attribute "
                + "that the message names.",
            example: "expected: attribute 12; got: none, or an empty one"),
        FailureHelp(
            "receipt.expired", "a certificate or the receipt itself was over",
            cause: "At the chosen clock, by default the receipt's creation date, a certificate of the path had not "
                + "begun or had ended. Or the receipt has an expiration date, as those of volume purchases have, and "
                + "it is past.",
            fix: "Judge receipts at their creation date (--clock signed, the default): the older certificates have "
                + "ended long ago. When the receipt itself is over, ask the client for a new one.",
            example: "storekeeper verify --clock signed kept-receipt.txt"),
        FailureHelp(
            "receipt.no_purchase", "the receipt holds no in-app purchase",
            cause: "The receipt is genuine and says that the app was downloaded, but nothing that was bought in it. "
                + "Finished consumables leave a receipt, and a new device has an empty one until purchases are "
                + "restored.",
            fix: "Ask the client to refresh the receipt or to restore purchases, or for its signed transactions.",
            example: "POST /v1/receipts with the receipt of a new installation"),
    ]
}

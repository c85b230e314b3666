internal import StrictJSON

/// What an app's server signed for a purchase, as the app hands it to StoreKit; nothing of it is verified.
package enum PurchaseProof: Hashable, Sendable {
    /// A promotional offer with a signature of the first version.
    case promotionalOfferV1(PromotionalOfferProof)
    /// A promotional offer with a compact JWS.
    case promotionalOffer(offerID: String, compactJWS: String)
    /// Whether the customer may have the introductory offer.
    case introductoryOfferEligibility(compactJWS: String)
    /// A request of the Advanced Commerce API.
    case advancedCommerce(compactJWS: String)
}

/// A promotional offer with a signature of the first version.
package struct PromotionalOfferProof: Hashable, Sendable {
    /// The offer.
    package var offerID: String
    /// The id of the key.
    package var keyID: String
    /// A UUID.
    package var nonce: String
    /// The signature, DER in base64.
    package var signature: String
    /// When it was signed, in milliseconds since 1970.
    package var timestamp: Int64

    /// Puts the parts together.
    package init(offerID: String, keyID: String, nonce: String, signature: String, timestamp: Int64) {
        self.offerID = offerID
        self.keyID = keyID
        self.nonce = nonce
        self.signature = signature
        self.timestamp = timestamp
    }
}

extension PurchaseProof {
    /// The members that name a proof.
    static let names = ["promotionalOffer", "introductoryOfferEligibility", "advancedCommerce"]

    /// Reads the proof of a purchase's body; `nil` where there is none.
    ///
    /// - Throws: What is wrong with the body.
    init?(_ body: JSONNode) throws(ControlProblem) {
        let given = PurchaseProof.names.compactMap { name in body[name].map { (name, $0) } }
        guard let (name, proof) = given.first else { return nil }
        guard given.count == 1 else { throw .body("give one of \(PurchaseProof.names.joined(separator: ", "))") }
        let isFirst = name == "promotionalOffer" && proof["compactJWS"] == nil
        let known =
            isFirst
            ? ["offerID", "keyID", "nonce", "signature", "timestamp"]
            : (name == "promotionalOffer" ? ["offerID"] : []) + ["compactJWS"]
        guard proof.kind == .object, proof.members.map(\.name).sorted() == known.sorted() else {
            throw .body("\(name) must have \(known.joined(separator: ", ")), and nothing else")
        }
        func text(_ member: String) throws(ControlProblem) -> String {
            guard let text = proof[member]?.string else { throw .body("\(name).\(member) must be a text") }
            return text
        }
        switch name {
        case "promotionalOffer" where isFirst:
            guard let timestamp = proof["timestamp"]?.integer else {
                throw .body("\(name).timestamp must be a number of milliseconds")
            }
            self = .promotionalOfferV1(
                PromotionalOfferProof(
                    offerID: try text("offerID"), keyID: try text("keyID"), nonce: try text("nonce"),
                    signature: try text("signature"), timestamp: timestamp))
        case "promotionalOffer":
            self = .promotionalOffer(offerID: try text("offerID"), compactJWS: try text("compactJWS"))
        case "introductoryOfferEligibility":
            self = .introductoryOfferEligibility(compactJWS: try text("compactJWS"))
        default: self = .advancedCommerce(compactJWS: try text("compactJWS"))
        }
    }
}

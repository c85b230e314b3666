/// Things that are mistaken for App Store signed data, told apart so that each can be named.
package enum ForeignInput: Hashable, Sendable {
    /// A legacy app receipt: base64 of PKCS#7.
    case receipt
    /// A legacy app receipt in its bytes.
    case binaryReceipt
    /// A legacy app receipt that was encoded twice.
    case doublyEncodedReceipt
    /// A legacy transaction receipt: base64 of a property list.
    case transactionReceipt
    /// The body of a version 1 notification.
    case versionOneNotification
    /// An event of Sign in with Apple.
    case signInWithAppleEvent
    /// An answer of the verifyReceipt endpoint.
    case verifyReceiptAnswer
    /// An error that the App Store Server API answered.
    case errorAnswer
    /// A payload that was decoded before, and so carries no signature any more.
    case decodedPayload
    /// A quoted string where none is accepted.
    case quotedString
    /// A JSON object without anything signed in it.
    case unsignedJSON
    /// A JSON value that is no object.
    case otherJSON(String)
    /// Text that begins like JSON and is not; the reason says where it breaks.
    case brokenJSON(String)

    /// What it is called.
    package var name: String {
        switch self {
        case .receipt: "a legacy app receipt (base64 of PKCS#7)"
        case .binaryReceipt: "a legacy app receipt (PKCS#7)"
        case .doublyEncodedReceipt: "a legacy app receipt encoded in base64 twice"
        case .transactionReceipt: "a legacy transaction receipt (base64 of a property list)"
        case .versionOneNotification: "a version 1 notification"
        case .signInWithAppleEvent: "a Sign in with Apple event"
        case .verifyReceiptAnswer: "an answer of the verifyReceipt endpoint"
        case .errorAnswer: "an error answer of the App Store Server API"
        case .decodedPayload: "a payload that was decoded already, without its signature"
        case .quotedString: "a quoted string"
        case .unsignedJSON: "a JSON object without signed data"
        case .otherJSON(let kind): "a JSON \(kind)"
        case .brokenJSON(let reason): "text that begins like JSON, but \(reason)"
        }
    }

    /// The next step.
    package var hint: String {
        switch self {
        case .receipt, .binaryReceipt, .doublyEncodedReceipt, .transactionReceipt:
            "decode and verify take receipts; here ask the client for the signed transaction (jwsRepresentation)"
        case .versionOneNotification: "choose Version 2 notifications for this URL in App Store Connect"
        case .signInWithAppleEvent: "give Sign in with Apple a URL of its own; such events say nothing about purchases"
        case .verifyReceiptAnswer: "that endpoint is deprecated; use signed transactions or the App Store Server API"
        case .errorAnswer: "the request failed; the error code in it says why"
        case .decodedPayload: "give the JWS it came from; without the signature nothing can be verified"
        case .quotedString: "remove the quotes, or use decode, which does it for you"
        case .unsignedJSON: "the member signedPayload holds what App Store Server Notifications send"
        case .otherJSON: "give the JWS itself, or an object with signedPayload"
        case .brokenJSON: "check that the whole body arrived"
        }
    }
}

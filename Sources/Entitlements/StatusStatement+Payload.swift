internal import StrictJSON

extension StatusStatement {
    /// The text under which a status is kept, such as `{"status":4}`; the signed text it comes from is the notification.
    public var payload: [UInt8] { JSONWriter().bytes(["status": .integer(status)]) }

    /// Reads the text under which a status is kept.
    init?(_ json: JSONNode, line: String) {
        guard let status = json["status"]?.number?.integer.flatMap({ Int(exactly: $0) }) else { return nil }
        self.init(originalTransactionId: line, status: status)
    }
}

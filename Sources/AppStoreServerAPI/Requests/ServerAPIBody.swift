public import StrictJSON

/// What a request carries.
public enum ServerAPIBody: Hashable, Sendable {
    /// Nothing.
    case none
    /// A JSON object; members that are absent are left out.
    case json(JSONValue)
    /// An image.
    case png([UInt8])

    /// The bytes that are sent.
    public var bytes: [UInt8] {
        switch self {
        case .none: []
        case .json(let value): JSONWriter().bytes(value)
        case .png(let bytes): bytes
        }
    }

    /// Their media type; `nil` without a body.
    public var mediaType: String? {
        switch self {
        case .none: nil
        case .json: "application/json"
        case .png: "image/png"
        }
    }
}

public import AppStoreModels
internal import StrictJSON

/// A retention message: what a customer is told who is about to cancel.
public struct UploadMessageRequestBody: Hashable, Sendable {
    /// An image of a message.
    public struct Image: Hashable, Sendable {
        /// The image, a UUID.
        public var imageIdentifier: String
        /// What it shows, for those who do not see it; up to 150 characters.
        public var altText: String

        /// Names an image.
        public init(imageIdentifier: String, altText: String) {
            self.imageIdentifier = imageIdentifier
            self.altText = altText
        }

        fileprivate func members(_ name: String) throws(ServerAPIError) -> [(String, JSONValue?)] {
            guard UUIDText.isValid(imageIdentifier) else {
                throw .invalidRequest(RequestMistake("\(name).imageIdentifier", "is no UUID"))
            }
            try check(altText, "\(name).altText", atMost: 150)
            return [("imageIdentifier", .string(imageIdentifier)), ("altText", .string(altText))]
        }
    }

    /// One point of a list, with its image.
    public struct BulletPoint: Hashable, Sendable {
        /// The text, up to 66 characters.
        public var text: String
        /// The image beside it.
        public var image: Image

        /// Describes a point.
        public init(text: String, image: Image) {
            self.text = text
            self.image = image
        }
    }

    /// The heading, up to 66 characters.
    public var header: String
    /// The text, up to 144 characters.
    public var body: String
    /// The image.
    public var image: Image?
    /// Where the heading stands.
    public var headerPosition: HeaderPosition?
    /// Points of a list, up to five; `nil` for none.
    public var bulletPoints: [BulletPoint]?

    /// Describes a message.
    public init(header: String, body: String) {
        self.header = header
        self.body = body
    }

    func members() throws(ServerAPIError) -> [(String, JSONValue?)] {
        try check(header, "header", atMost: 66)
        try check(body, "body", atMost: 144)
        if headerPosition == .aboveImage, image == nil {
            throw .invalidRequest(RequestMistake("headerPosition", "needs an image"))
        }
        if let bulletPoints, bulletPoints.count > 5 {
            throw .invalidRequest(RequestMistake("bulletPoints", "has more than 5 elements"))
        }
        var points: [JSONValue]?
        for point in bulletPoints ?? [] {
            try check(point.text, "bulletPoints.text", atMost: 66)
            let members = [("text", JSONValue?.some(.string(point.text)))] + (try point.image.members("bulletPoints"))
            points = (points ?? []) + [.object(omitting: members)]
        }
        var picture: JSONValue?
        if let image { picture = .object(omitting: try image.members("image")) }
        return [
            ("header", .string(header)), ("body", .string(body)), ("image", picture),
            ("headerPosition", headerPosition.map { .string($0.rawValue) }),
            ("bulletPoints", points.map(JSONValue.array)),
        ]
    }
}

/// Refuses a text that is longer than the App Store takes.
private func check(_ text: String, _ name: String, atMost limit: Int) throws(ServerAPIError) {
    guard text.count <= limit else { throw .invalidRequest(RequestMistake(name, "has more than \(limit) characters")) }
}

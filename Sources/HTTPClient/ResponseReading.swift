/// A response while it comes, held against its bounds.
struct ResponseReading {
    private let configuration: ClientConfiguration
    private let maximumBody: Int
    private let cutsLongBody: Bool
    private var headBytes = 0
    private var isInterim = false

    /// The fields of the latest head.
    private(set) var fields: [ClientField] = []
    /// The body so far.
    private(set) var body: [UInt8] = []
    /// Whether the head of the final response is whole.
    private(set) var isHeadComplete = false
    /// Whether the body was longer than it is here.
    private(set) var isCut = false
    /// Why no more is taken, after one of the functions returned false; nil when the body was only cut.
    private(set) var refusal: HTTPClientError?

    init(_ configuration: ClientConfiguration, _ limits: ClientRequest) {
        self.configuration = configuration
        maximumBody = limits.maximumBody
        cutsLongBody = limits.cutsLongBody
    }

    /// Takes one line of a head, or of trailers, with its end; false when the transfer has to end.
    mutating func takeHead(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        // Interim responses and trailers count too, or they could go on for ever.
        headBytes += line.count
        guard headBytes <= configuration.maximumHeadBytes else { return refuse(.headTooLarge) }
        if line.starts(with: "HTTP/".utf8) {
            fields = []
            isInterim = line.drop { $0 != 0x20 }.dropFirst().first == 0x31
            isHeadComplete = false
            return true
        }
        guard !isHeadComplete else { return true }
        let text = Self.trim(line)
        if text.isEmpty {
            isHeadComplete = !isInterim
            return true
        }
        if let first = line.first, first == 0x20 || first == 0x09 { return fold(text) }
        guard let colon = text.firstIndex(of: 0x3A), ClientField.isToken(text[..<colon]) else {
            return refuse(.responseBroken(.malformed))
        }
        guard fields.count < configuration.maximumFields else { return refuse(.headTooLarge) }
        let name = String(decoding: text[..<colon], as: UTF8.self)
        let value = Self.trim(text[text.index(after: colon)...])
        fields.append(ClientField(name, String(decoding: value, as: UTF8.self)))
        return true
    }

    /// Takes some bytes of the body; false when the transfer has to end.
    mutating func takeBody(_ bytes: some Collection<UInt8>) -> Bool {
        let room = maximumBody - body.count
        guard bytes.count > room else {
            body.append(contentsOf: bytes)
            return true
        }
        guard cutsLongBody else { return refuse(.bodyTooLarge(limit: maximumBody)) }
        body.append(contentsOf: bytes.prefix(room))
        isCut = true
        return false
    }

    /// A line that goes on with the field before it (RFC 9112, section 5.2).
    private mutating func fold(_ text: some Collection<UInt8>) -> Bool {
        guard let last = fields.popLast() else { return refuse(.responseBroken(.malformed)) }
        fields.append(ClientField(last.name, last.value + " " + String(decoding: text, as: UTF8.self)))
        return true
    }

    private mutating func refuse(_ error: HTTPClientError) -> Bool {
        refusal = error
        return false
    }

    /// The bytes without white space and ends of lines around them.
    private static func trim<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        let space: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A]
        var text = bytes.drop { space.contains($0) }
        while let last = text.last, space.contains(last) { text.removeLast() }
        return text
    }
}

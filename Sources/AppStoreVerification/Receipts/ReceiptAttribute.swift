/// One attribute of a receipt as it came, for those that have no place of their own.
public struct ReceiptAttribute: Hashable, Sendable {
    /// What it is about, by Apple's numbers.
    public let type: Int64
    /// The version that it bears.
    public let version: Int64
    /// The bytes of its value, mostly one ASN.1 element.
    public let value: [UInt8]

    init(type: Int64, version: Int64, value: [UInt8]) {
        self.type = type
        self.version = version
        self.value = value
    }
}

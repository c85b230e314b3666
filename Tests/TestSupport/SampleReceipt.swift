/// The content of a made-up receipt, attribute by attribute.
package struct SampleReceipt: Sendable {
    /// An attribute with the bytes of its value.
    package struct Attribute: Sendable {
        package var type: Int64
        package var version: Int64 = 1
        package var value: [UInt8]

        package init(_ type: Int64, _ value: [UInt8]) {
            self.type = type
            self.value = value
        }

        package var der: [UInt8] {
            DERWriter.element(
                0x30, DERWriter.integer(type) + DERWriter.integer(version) + DERWriter.element(0x04, value))
        }
    }

    package static let bundleId = "com.example.app"
    /// 2026-06-01T00:00:00Z, in milliseconds.
    package static let creationDate: Int64 = 1_780_272_000_000
    /// The bytes that the device's hash is made over.
    package static let device: [UInt8] = Array(0..<16)

    /// The attributes of the app; those of type 17 are added.
    package var attributes: [Attribute] = [
        Attribute(0, DERWriter.utf8("ProductionSandbox")), Attribute(1, DERWriter.integer(0)),
        Attribute(2, DERWriter.utf8(bundleId)), Attribute(3, DERWriter.utf8("1.2.3")),
        Attribute(4, [0x57, 0xFF, 0xAE, 0xEF, 4, 0, 0, 0]),
        // SHA-1 over device, opaque value and bundle id, worked out by sha1sum.
        Attribute(5, hash), Attribute(8, DERWriter.ia5("")), Attribute(12, DERWriter.ia5("2026-06-01T00:00:00Z")),
        Attribute(18, DERWriter.ia5("2013-08-01T07:00:00Z")), Attribute(19, DERWriter.utf8("1.0")),
        Attribute(9999, [1, 2, 3]),
    ]
    /// What was bought.
    package var purchases: [[Attribute]] = []

    package init(purchases: Int = 2) {
        self.purchases = (0..<purchases).map { SampleReceipt.purchase($0) }
    }

    /// A purchase of a subscription, with the attributes that Apple's have.
    package static func purchase(_ number: Int) -> [Attribute] {
        [
            Attribute(1701, DERWriter.integer(1)), Attribute(1702, DERWriter.utf8("com.example.app.pro.monthly")),
            Attribute(1703, DERWriter.utf8("200000090000000\(number + 1)")),
            Attribute(1704, DERWriter.ia5("2026-05-\(10 + number)T12:00:00Z")),
            Attribute(1705, DERWriter.utf8("2000000900000001")),
            Attribute(1706, DERWriter.ia5("2026-05-10T12:00:00Z")),
            Attribute(1708, DERWriter.ia5("2026-06-\(10 + number)T12:00:00Z")),
            Attribute(1711, DERWriter.integer(2_000_000_000_000_017)), Attribute(1712, DERWriter.ia5("")),
            Attribute(1713, DERWriter.integer(0)), Attribute(1719, DERWriter.integer(1)),
        ]
    }

    /// Puts another value in the place of an attribute's, adds the attribute, or removes it.
    package mutating func set(_ type: Int64, _ value: [UInt8]?) {
        attributes.removeAll { $0.type == type }
        if let value { attributes.append(Attribute(type, value)) }
    }

    /// The set of all attributes.
    package var content: [UInt8] {
        let inner = purchases.map { Attribute(17, SampleReceipt.set(of: $0)) }
        return SampleReceipt.set(of: attributes + inner)
    }

    package static func set(of attributes: [Attribute]) -> [UInt8] {
        DERWriter.element(0x31, attributes.flatMap(\.der))
    }

    private static let hash: [UInt8] = [
        0x84, 0x36, 0xE3, 0x6C, 0xEF, 0xC3, 0x39, 0x5B, 0xFE, 0x5E,
        0x30, 0xC5, 0x9A, 0x9B, 0xEB, 0x7C, 0xB1, 0xB7, 0xEF, 0x75,
    ]
}

/// How the customer came to have a purchase.
public struct InAppOwnershipType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bought by this customer.
    public static let purchased = Self(rawValue: "PURCHASED")
    /// Bought by a family member and shared.
    public static let familyShared = Self(rawValue: "FAMILY_SHARED")
    /// A seat of an organization's purchase, assigned to this customer.
    public static let assigned = Self(rawValue: "ASSIGNED")

    /// The values known today.
    public static let known: [Self] = [.purchased, .familyShared, .assigned]
}

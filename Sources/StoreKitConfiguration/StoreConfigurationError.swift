public import StrictJSON

/// Why a StoreKit configuration cannot be read, built or changed.
public enum StoreConfigurationError: Error, Hashable, Sendable {
    /// The bytes are not acceptable JSON.
    case json(JSONError)
    /// A value is not what it must be; `path` is empty for the whole file.
    case unexpected(path: String, expected: String, found: String)
    /// A member that nothing can stand in for is not there.
    case missing(path: String, expected: String)
    /// Two products have one id.
    case duplicateProduct(id: String, path: String, firstPath: String)
    /// Two subscription groups have one id.
    case duplicateGroup(id: String, path: String, firstPath: String)
    /// A price is not a decimal such as `4.99`, or is beyond 64 bits of thousandths.
    case price(path: String, text: String)
    /// A period is not an ISO 8601 duration longer than nothing.
    case period(path: String, text: String)
    /// A member of the short form is not one of those it has.
    case unknownKey(path: String, key: String, nearest: String?)
    /// The configuration is synchronized with App Store Connect, so only a local copy of it can be changed.
    case synchronized
    /// There is no product of this id to change.
    case noSuchProduct(id: String)
    /// There is no subscription group of this id to add to.
    case noSuchGroup(id: String)
    /// The product already has an introductory offer, and the file's version has room for one only.
    case secondIntroductoryOffer(productID: String)
}

extension StoreConfigurationError: CustomStringConvertible {
    /// One line for people, with a hint on a line of its own where there is one.
    public var description: String {
        switch self {
        case .json(let error): "not a StoreKit configuration: \(error)"
        case .unexpected(let path, let expected, let found):
            "\(path.isEmpty ? "the file" : path) must be \(expected), found \(found)"
        case .missing(let path, let expected): "\(path) is missing, expected \(expected)"
        case .duplicateProduct(let id, let path, let firstPath):
            "\(path) has the product id \(PlainText.quoted(id)), which \(firstPath) has already"
        case .duplicateGroup(let id, let path, let firstPath):
            "\(path) has the group id \(PlainText.quoted(id)), which \(firstPath) has already"
        case .price(let path, let text):
            "\(path) must be a decimal such as \"4.99\", found \(PlainText.quoted(text))"
        case .period(let path, let text):
            "\(path) must be an ISO 8601 duration such as \"P1M\", found \(PlainText.quoted(text))"
        case .unknownKey(let path, let key, let nearest):
            "\(path.isEmpty ? "the file" : path) has no key \(PlainText.quoted(key))"
                + (nearest.map { "\ndid you mean \"\($0)\"?" } ?? "")
        case .synchronized:
            "the configuration is synchronized with App Store Connect and read-only\nconvert it to a local copy first"
        case .noSuchProduct(let id): "there is no product \(PlainText.quoted(id))"
        case .noSuchGroup(let id): "there is no subscription group \(PlainText.quoted(id))"
        case .secondIntroductoryOffer(let productID):
            "\(PlainText.quoted(productID)) has an introductory offer already, and the file can hold one only"
        }
    }
}

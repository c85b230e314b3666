internal import AppStoreServerAPI

/// Makes a request out of the contents of a file, where the operation takes one.
typealias ServerAPIMaking = @Sendable (_ file: [UInt8]) throws(ServerAPIError) -> ServerAPIRequest

/// One operation of the App Store Server API as a command: what it takes, and the request it makes of it.
protocol ServerAPIOperation: Sendable {
    /// The operation; its name in kebab case is the command's.
    static var endpoint: ServerAPIEndpoint { get }
    /// What it does, in one sentence without its full stop.
    static var summary: String { get }
    /// The words it takes.
    static var arguments: [ArgumentDefinition] { get }
    /// The flags it takes, beside those of every operation.
    static var flags: [FlagDefinition] { get }
    /// The flag that names a file, whose contents go into the request.
    static var file: FlagDefinition? { get }
    /// What follows the command's name in an example.
    static var example: String { get }

    /// Reads everything it takes.
    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking
}

extension ServerAPIOperation {
    static var arguments: [ArgumentDefinition] { [] }
    static var flags: [FlagDefinition] { [] }
    static var file: FlagDefinition? { nil }
    static var example: String { "" }

    /// The command's last word.
    static var word: String {
        var word = ""
        for character in endpoint.rawValue.replacing("URL", with: "Url") {
            if character.isUppercase { word += "-" }
            word += character.lowercased()
        }
        return word
    }

    /// Whether the answer has pages.
    static var hasPages: Bool { ServerAPIPaging.tokenFlag(of: endpoint) != nil }
}

/// Where the answers of an operation go on.
enum ServerAPIPaging {
    static let all = FlagDefinition.toggle("all", "follows the pages to the end")
    static let revision = FlagDefinition.value(
        "revision", "TEXT", "goes on where an earlier answer ended; later it leads to what is new")
    static let paginationToken = FlagDefinition.value(
        "pagination-token", "TEXT", "goes on where an earlier answer to the same request ended")

    /// The flag that takes the token of an operation with pages.
    static func tokenFlag(of endpoint: ServerAPIEndpoint) -> FlagDefinition? {
        switch endpoint {
        case .getTransactionHistory, .getTransactionHistoryV1, .getRefundHistory: revision
        case .getNotificationHistory: paginationToken
        default: nil
        }
    }
}

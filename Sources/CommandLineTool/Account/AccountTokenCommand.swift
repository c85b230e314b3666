internal import OpenSSLCrypto

/// Prints the `appAccountToken` that belongs to a user's id.
struct AccountTokenCommand: Command {
    static let user = FlagDefinition.value("user", "ID", "the user's id; - reads it from standard input")
    static let namespace = FlagDefinition.value(
        "namespace", "UUID", readsEnvironment: true, "derives by UUID version 5 within this namespace")
    static let keyFile = FlagDefinition.value(
        "key-file", "FILE", readsEnvironment: true,
        "derives by HMAC-SHA256 with the bytes of this file, at least 16; a line feed at its end does not count")

    static let definition = CommandDefinition(
        "account-token", "derives the appAccountToken of a user",
        discussion: [
            "An app hands the token to StoreKit with each purchase, and every notification about it brings it back. Who "
                + "derives it from the user's id needs no table of tokens. With a namespace anybody who knows both can "
                + "tell whose a token is; with a key only who has the key can."
        ],
        flags: [user, namespace, keyFile],
        examples: [
            .init("account-token --user 4711 --namespace 6ba7b810-9dad-11d1-80b4-00c04fd430c8", "UUID version 5"),
            .init("account-token --user - --key-file token.key < user-id", "by a secret, the id from a file"),
        ])

    private let user: String
    private let namespace: [UInt8]?
    private let keyFile: String?

    init(reading arguments: inout ArgumentReader) {
        user = arguments.text(Self.user) ?? "-"
        keyFile = arguments.text(Self.keyFile)
        let text = arguments.text(Self.namespace)
        namespace = text.flatMap { DerivedToken.bytes(ofUUID: $0) }
        if let text, namespace == nil {
            arguments.note(Problem("\(Self.namespace.dashed) is \(Quoted.word(text)), not a UUID"))
        }
        if (text == nil) == (keyFile == nil) {
            arguments.note(Problem("one of \(Self.namespace.usage) and \(Self.keyFile.usage) is needed"))
        }
        if user == "-", keyFile == "-" {
            arguments.note(Problem("standard input cannot hold both the user's id and the key"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let name = user == "-" ? AccountTokenCommand.line(try io.contents(of: "-")) : Array(user.utf8)
        guard !name.isEmpty else { throw .misconfigured([Problem("the user's id is empty")]) }
        // An id that a service would refuse, and that other programs would read otherwise.
        guard String(validating: name, as: UTF8.self) != nil else {
            throw .misconfigured([Problem("the user's id is not UTF-8")])
        }
        let key = namespace == nil ? try key(io: io) : []
        let token: String
        do throws(OpenSSLError) {
            if let namespace {
                token = try DerivedToken.version5(namespace: namespace, name: name)
            } else {
                token = try DerivedToken.version8(key: key, name: name)
            }
        } catch {
            throw .defect(Problem("cannot derive a token: \(error)"))
        }
        io.output.writeLine(token)
        return .fine
    }

    private func key(io: CommandIO) throws(CommandError) -> [UInt8] {
        let key = AccountTokenCommand.line(try io.contents(of: keyFile ?? ""))
        guard key.count >= 16 else {
            throw .misconfigured([
                Problem(
                    "the key has \(key.count) bytes", hint: "make one: head -c 32 /dev/urandom | base64 > token.key")
            ])
        }
        return key
    }

    /// The bytes without the line feed that editors and shells put at the end.
    private static func line(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.last == UInt8(ascii: "\n") else { return bytes }
        return Array(bytes.dropLast(bytes.dropLast().last == UInt8(ascii: "\r") ? 2 : 1))
    }
}

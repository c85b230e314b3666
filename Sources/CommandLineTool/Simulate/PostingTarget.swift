internal import HTTPClient

/// Where notifications are posted, and whether that is this machine.
struct PostingTarget: Hashable, Sendable {
    static let flag = FlagDefinition.value(
        "post", "URL", "posts to a server, such as http://127.0.0.1:8080/v1/notifications")
    static let yes = FlagDefinition.toggle("yes", "lets --post reach beyond this machine")

    /// The address.
    let url: String

    /// Reads the flags; what is wrong is noted in the reader.
    init?(reading arguments: inout ArgumentReader) {
        guard let url = arguments.text(Self.flag) else { return nil }
        self.url = url
        if let problem = PostingTarget.problem(with: url, of: Self.flag) {
            arguments.note(problem)
            return
        }
        let host = PostingTarget.host(of: url) ?? ""
        if !PostingTarget.isLocal(host), !arguments.isSet(Self.yes) {
            arguments.note(
                Problem(
                    "\(Self.flag.dashed) reaches beyond this machine, to \(Quoted.word(host))",
                    hint: "\(Self.yes.dashed) does it all the same; only servers that trust the test root believe it"))
        }
    }

    /// What keeps a text from being a server's address; `nil` when nothing does.
    static func problem(with url: String, of flag: FlagDefinition) -> Problem? {
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { !"/?#".contains($0) } }
        if authority?.contains("@") ?? false {
            return Problem(
                "\(flag.dashed) holds a user name or a password, which everybody on this machine can read",
                hint: "leave it out: requests to a receiver of notifications carry none")
        }
        guard host(of: url) != nil, (try? ClientRequest.check(url: url)) != nil else {
            return Problem(
                "\(flag.dashed) is \(Quoted.word(url)), not an http or https address",
                hint: "write one such as http://127.0.0.1:8080/path, without a user name or a password")
        }
        return nil
    }

    /// The host of an http address, without its port.
    static func host(of url: String) -> String? {
        let lower = url.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return nil }
        let authority = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        // What stands before an @ is a name and password; the host is behind the last one.
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let host =
            place.hasPrefix("[")
            ? String(place.prefix { $0 != "]" }) + "]" : String(place.prefix { $0 != ":" })
        return host.isEmpty || host == "[]" ? nil : host
    }

    /// Whether a host is this machine.
    static func isLocal(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

internal import HTTPClient

/// Where stored bodies are sent to, and how.
struct RepostOptions: Hashable, Sendable {
    static let repost = FlagDefinition.value(
        "repost", "URL", "sends stored notification bodies to this address, as the App Store sends them")
    static let allowPrivate = FlagDefinition.toggle(
        "allow-private-addresses", "lets --repost reach this machine and private networks, and http")
    static let concurrency = FlagDefinition.value(
        "concurrency", "NUMBER", "how many --repost has on their way at a time, from 1 to 64; 4 unless given")
    static let after = FlagDefinition.value(
        "after", "SEQUENCE", "goes on with --repost after this place, which a run that ended early has told")

    static let flags = [repost, allowPrivate, concurrency, after]

    let url: String
    let allowsPrivate: Bool
    let concurrency: Int
    let after: Int64?

    /// Reads the flags; nil without an address.
    init?(reading arguments: inout ArgumentReader) {
        allowsPrivate = arguments.isSet(Self.allowPrivate)
        concurrency = arguments.integer(Self.concurrency, in: 1...64) ?? 4
        after = arguments.integer(Self.after, in: 0...Int.max).map(Int64.init)
        guard let url = arguments.text(Self.repost) else { return nil }
        self.url = url
        if let problem = PostingTarget.problem(with: url, of: Self.repost) {
            arguments.note(problem)
        } else if !url.lowercased().hasPrefix("https:"), !allowsPrivate {
            arguments.note(
                Problem(
                    "\(Self.repost.dashed) is not https, so that anybody on the way could read what is sent",
                    hint: "write https, or add \(Self.allowPrivate.dashed) for a receiver on this host or network"))
        }
    }

    /// Scheme, host and port: paths may hold secrets.
    var origin: String { (try? ClientRequest.origin(of: url)) ?? "the address" }
}

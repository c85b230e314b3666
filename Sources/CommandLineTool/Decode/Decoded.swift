internal import StrictJSON

/// Something taken apart for looking at.
protocol Decoded {
    /// The members of the answer to `decode --json`, in their order.
    var members: [JSONMember] { get }

    /// The drawing of it.
    func tree(now: Int64, style: TerminalStyle) -> TextTree
}

extension DecodedJWS: Decoded {
    func tree(now: Int64, style: TerminalStyle) -> TextTree { tree(now: now, style: style, in: nil) }
}

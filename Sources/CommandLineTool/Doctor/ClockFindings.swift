package import AppStoreServerAPI

/// Judges this machine's clock by that of a server.
package enum ClockFindings {
    /// From which difference on the clock is wrong, in milliseconds.
    static let tolerance: UInt64 = 60_000

    /// Judges a difference.
    ///
    /// - Parameters:
    ///   - skew: The difference; nil where nobody told the time.
    ///   - server: Who told it.
    /// - Returns: What is wrong with it, or that nothing is.
    package static func judge(_ skew: ClockSkew?, by server: String) -> Finding {
        guard let skew else {
            return .skipped(
                .clock, "nobody told the time",
                next: ["ask the App Store (--online), or give the address of your own server (--url)"])
        }
        return told(skew, by: server).with("aheadMilliseconds", skew.milliseconds)
    }

    private static func told(_ skew: ClockSkew, by server: String) -> Finding {
        let seconds = Int64(clamping: skew.milliseconds.magnitude / 1000)
        if skew.milliseconds.magnitude > tolerance {
            return .problem(
                .clock, "skew", "\(skew) of \(server)'s",
                next: [
                    "set the clock and keep it set (chronyd, systemd-timesyncd): tokens of the Server API live for minutes",
                    "in a virtual machine look at the host's clock too",
                ])
        }
        return skew.isLarge
            ? .note(.clock, "drift", "\(skew) of \(server)'s; more than 60 s is too much", next: ["keep the clock set"])
            : .ok(.clock, seconds == 0 ? "as \(server) has it" : "\(seconds) s off \(server)'s")
    }

    /// Whether a difference is one that tokens do not survive.
    static func isWrong(_ skew: ClockSkew?) -> Bool { (skew?.milliseconds.magnitude ?? 0) > tolerance }
}

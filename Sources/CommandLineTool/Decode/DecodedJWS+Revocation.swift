internal import AppStoreModels
internal import AppStoreVerification
internal import StrictJSON

extension DecodedJWS {
    /// Learns what is known of the certificates under what was decoded, and marks what is not to be believed for it.
    ///
    /// - Parameters:
    ///   - checker: Asks responders.
    ///   - text: What was decoded.
    ///   - decoder: What decoded it.
    mutating func ask(_ checker: RevocationChecker, about text: [UInt8], by decoder: JWSDecoder) async {
        let verified = try? decoder.verifier.verify(text, as: kind, now: decoder.now)
        var covers = false
        if let verified {
            let report = await checker.check(verified)
            revocation = report
            if report.failure?.path == nil, let failure = report.failure { self.failure = failure }
            // What is inside was asked about with it, and where nothing stands against it that is enough.
            covers = report.failure == nil && verified.nestedFailure == nil
        }
        guard !covers else { return }
        for place in nested.indices where nested[place].decoded.isVerified {
            let path = nested[place].path.split(separator: ".").map(String.init)
            guard path.count == 2, let inner = payload?[path[0]]?[path[1]]?.string else { continue }
            await nested[place].decoded.ask(checker, about: Array(inner.utf8), by: decoder)
        }
    }
}

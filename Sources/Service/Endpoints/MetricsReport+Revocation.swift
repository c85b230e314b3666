internal import AppStoreVerification

extension MetricsReport {
    /// The metrics of revocation; none where nobody is asked.
    static func add(_ revocation: RevocationStatistics?, to text: inout MetricsText) {
        guard let revocation else { return }
        text.add(
            "storekeeper_revocation_questions_total", "counter", "Questions to OCSP responders by answer.",
            by: "result", every(["good", "revoked", "unknown"], revocation.questions))
        text.add(
            "storekeeper_revocation_certificates_total", "counter",
            "Certificates under verified data by what was known of them.", by: "result",
            every(["good", "revoked", "unknown", "expired", "no_responder"], revocation.certificates))
        text.add(
            "storekeeper_revocation_kept_total", "counter", "Certificates among them that needed no question.",
            revocation.kept)
    }

    /// The counts, with those at 0, so that rates can be formed from the start.
    private static func every(_ names: [String], _ counts: [String: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, 0) }).merging(counts) { $1 }
    }
}

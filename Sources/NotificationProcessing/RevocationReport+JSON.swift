package import AppStoreVerification
internal import OpenSSLCrypto
package import StrictJSON

extension RevocationReport {
    /// The policy, and what is known of each certificate.
    package var json: JSONValue {
        [
            "policy": .string(policy.rawValue),
            "certificates": .array(
                findings.map { finding in
                    var members = [
                        JSONMember("role", .string(finding.role)),
                        JSONMember("subject", .string(finding.certificate.subject)),
                        JSONMember("result", .string(finding.result.word)),
                    ]
                    if let path = finding.path { members.append(JSONMember("path", .string(path))) }
                    if let reason = finding.result.reason { members.append(JSONMember("reason", .string(reason))) }
                    return .object(members)
                }),
        ]
    }

    /// What is known, in a few words for people: `leaf good, intermediate unknown: the responder ...`.
    package var summary: String {
        findings.map { finding in
            "\(finding.role) \(finding.result.word.replacing("_", with: " "))"
                + (finding.result.reason.map { ": \($0)" } ?? "")
        }.joined(separator: ", ")
    }
}

extension RevocationResult {
    /// What stands behind the word; `nil` where it says everything.
    package var reason: String? {
        switch self {
        case .good: nil
        case .revoked(_, let reason): reason?.description
        case .unknown(let gap): gap.description
        }
    }
}

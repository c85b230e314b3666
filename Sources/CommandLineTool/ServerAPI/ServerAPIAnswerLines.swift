internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import StrictJSON

/// Writes an answer of the App Store Server API, with what is signed in it taken apart and judged.
struct ServerAPIAnswerLines {
    let endpoint: ServerAPIEndpoint
    let bundleId: String
    let decoder: JWSDecoder
    let isJSON: Bool
    let style: TerminalStyle

    /// Something signed in an answer.
    private struct Signed {
        var path: String
        var decoded: DecodedJWS
    }

    /// Writes an answer.
    ///
    /// - Returns: Whether everything that is signed in it is verified.
    func write(_ json: JSONNode?, environment: AppStoreModels.Environment, to io: CommandIO) -> Bool {
        var signed: [Signed] = []
        var lines: [String] = []
        if let json { walk(json, path: "", indent: 0, environment: environment, &signed, &lines) }
        if isJSON {
            var answer: JSONValue = [
                "endpoint": .string(endpoint.rawValue), "environment": .string(environment.rawValue),
                "answer": json.map(JSONValue.node) ?? .null,
            ]
            answer["signed"] = .array(signed.map { ServerAPIAnswerLines.json($0) })
            io.output.writeLine(JSONWriter().text(answer))
        } else {
            io.output.writeLine("\(endpoint.rawValue)  \(environment)\(json == nil ? "  done" : "")")
            for line in lines { io.output.writeLine(line) }
        }
        return signed.allSatisfy(\.decoded.isVerified)
    }

    private static func json(_ signed: Signed) -> JSONValue {
        // Header and chain are in the answer itself, and long.
        let members = signed.decoded.members.filter { $0.name != "header" && $0.name != "chain" }
        return .object([JSONMember("path", .string(signed.path))] + members)
    }

    private func walk(
        _ node: JSONNode, path: String, indent: Int, environment: AppStoreModels.Environment,
        _ signed: inout [Signed], _ lines: inout [String]
    ) {
        let margin = String(repeating: " ", count: indent)
        for (name, value) in node.members where !value.isNull {
            let place = path.isEmpty ? name : "\(path).\(name)"
            let label = TerminalText.plain(name)
            if name.hasPrefix("signed") {
                let isList = value.kind == .array
                for (index, element) in (isList ? Array(value.elements) : [value]).enumerated() {
                    let one = Signed(
                        path: isList ? "\(place)[\(index)]" : place, decoded: decode(element, environment))
                    lines += one.decoded.tree(now: decoder.now, style: style).lines(style: style).map { margin + $0 }
                    signed.append(one)
                }
            } else if value.kind == .object {
                lines.append("\(margin)\(label)")
                walk(value, path: place, indent: indent + 2, environment: environment, &signed, &lines)
            } else if value.kind == .array, value.elements.contains(where: { $0.kind == .object }) {
                for (index, element) in value.elements.enumerated() {
                    lines.append("\(margin)\(label)[\(index)]")
                    walk(
                        element, path: "\(place)[\(index)]", indent: indent + 2, environment: environment, &signed,
                        &lines)
                }
            } else {
                lines.append("\(margin)\(label.padded(to: 28)) \(text(name, value))")
            }
        }
    }

    /// Takes a signed text apart; an answer must also be about the app and the environment that were asked about.
    private func decode(_ node: JSONNode, _ environment: AppStoreModels.Environment) -> DecodedJWS {
        guard let text = node.string else {
            return DecodedJWS(failure: VerificationFailure(.inputKind, "the field holds no signed data"))
        }
        var decoded = decoder.decode(Array(text.utf8))
        guard decoded.isVerified, let payload = decoded.payload else { return decoded }
        let outer = payload["data"] ?? payload["summary"] ?? payload["appData"] ?? payload
        if let found = outer["bundleId"]?.string, !found.utf8.elementsEqual(bundleId.utf8) {
            decoded.failure = VerificationFailure(
                .appBundleID, "the payload is about another app than was asked", expected: bundleId, got: found)
        } else if let found = decoded.environment, found != environment.rawValue {
            decoded.failure = VerificationFailure(
                .appEnvironment, "the payload is from another environment than was asked",
                expected: environment.rawValue, got: found)
        }
        return decoded
    }

    /// The states of a subscription in words.
    private static let statuses = ["active", "expired", "billing retry", "grace period", "revoked"]

    private func text(_ name: String, _ value: JSONNode) -> String {
        guard let number = value.number?.integer else { return FactSheet.text(value) }
        if name.hasSuffix("Date") { return TimeText.both(number, now: decoder.now) }
        if name == "status", endpoint == .getAllSubscriptionStatuses, (1...5).contains(number) {
            return "\(number), \(Self.statuses[Int(number) - 1])"
        }
        if name == "status", endpoint == .lookUpOrderId {
            return number == 0 ? "0, a valid order id" : "\(number), no valid order id"
        }
        return String(number)
    }
}

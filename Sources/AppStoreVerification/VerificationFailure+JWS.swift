internal import JWS
internal import StrictJSON

extension VerificationFailure {
    /// Gives the failure of reading or verifying a JWS its code.
    init(_ error: JWSError) {
        switch error {
        case .segments(let found):
            self.init(
                .jwsSegments, "the input is no JWS in compact serialization",
                expected: "3 segments separated by dots", got: "\(found)",
                hint: "copy the whole text: header, payload and signature")
        case .emptySegment(let segment):
            self.init(
                .jwsSegments, "the \(segment.rawValue) is empty", expected: "3 segments that are not empty",
                got: "an empty \(segment.rawValue)")
        case .base64URL(let segment, let problem):
            self.init(
                .jwsBase64URL, "the \(segment.rawValue) is not base64url",
                expected: "letters, digits, - and _, without padding or white space", got: problem.description,
                hint: "`storekeeper decode` repairs wrapped and URL-encoded text; a verifier must not")
        case .header(let problem):
            self.init(
                .jwsHeader, "the header is not acceptable JSON", expected: "one JSON object with unique names",
                got: problem.description)
        case .headerNotAnObject(let kind):
            self.init(.jwsHeader, "the header is not a JSON object", expected: "an object", got: kind.rawValue)
        case .headerMember("alg", let expected):
            self.init(.jwsAlgorithm, "the algorithm is not ES256", expected: "ES256", got: "not \(expected)")
        case .headerMember("x5c", let expected):
            self.init(.x5cMissing, "the header holds no certificates", expected: expected, got: "something else")
        case .headerMember(let name, let expected):
            self.init(.jwsHeader, "the header's \(name) cannot be read", expected: expected, got: "something else")
        case .algorithm(let found):
            self.init(
                .jwsAlgorithm, "the algorithm is not ES256", expected: "ES256", got: found ?? "none",
                hint: "the App Store uses no other; the header does not choose")
        case .critical:
            self.init(.jwsCritical, "the header demands extensions", expected: "no crit", got: "crit")
        case .x5cMissing:
            self.init(.x5cMissing, "the header holds no certificates", expected: "certificates", got: "none")
        case .x5cBase64(let index, let problem):
            self.init(
                .x5cBase64, "x5c[\(index)] is not base64", expected: "base64 with padding", got: problem.description)
        case .signatureForm(.length(let found)):
            self.init(
                .signatureForm, "the signature has the wrong length", expected: "64 bytes, r||s",
                got: "\(found) bytes")
        case .signatureForm(.range):
            self.init(
                .signatureForm, "a number of the signature is out of range", expected: "r and s from 1 to n - 1",
                got: "0, or n and above")
        case .signatureInvalid:
            self.init(
                .signatureInvalid, "the leaf's key did not sign these bytes", expected: "a signature over this text",
                got: "a signature over another", hint: "the text was changed after signing, or is not complete")
        case .signing:
            self.init(.signatureInvalid, "the signature cannot be verified")
        }
    }
}

internal import HTTPServing
package import OpenSSLCrypto
internal import Synchronization

/// An OCSP responder on 127.0.0.1 that answers for a test authority as a test tells it, and counts.
package final class TestResponder: Sendable {
    /// A request that came.
    package struct Question: Sendable {
        /// The request as it came.
        package let request: [UInt8]
        /// The certificate asked about.
        package let certificate: Certificate
        /// Its issuer.
        package let issuer: Certificate
        /// The issuer's key.
        package let issuerKey: CertificateKey
        /// Whether the leaf is asked about, or else the intermediate.
        package let isLeaf: Bool

        /// An answer that counts from a time on for an hour, not signed yet.
        package func template(_ status: OCSPAnswer.Status = .good, at seconds: Int64) -> OCSPResponseTemplate {
            OCSPResponseTemplate(
                about: certificate, issuer: issuer,
                OCSPAnswer(status: status, producedAt: seconds, thisUpdate: seconds, nextUpdate: seconds + 3600))
        }

        /// Signs an answer as the issuer itself.
        package func signed(_ template: OCSPResponseTemplate) throws -> [UInt8] {
            try template.signed(by: issuer, key: issuerKey, answering: request)
        }
    }

    /// Makes the body of an answer; nil stands for a failure of the server.
    package typealias Script = @Sendable (Question) async throws -> [UInt8]?

    private struct State {
        var authority: TestAuthority?
        var script: Script = { _ in nil }
        var questions: [Question] = []
    }

    /// The state apart from the server, whose handler needs it.
    private final class Desk: Sendable {
        let state = Mutex(State())

        /// Notes a request; nil where it is about a certificate that the authority does not have.
        func take(_ request: [UInt8]) -> (TestResponder.Question, TestResponder.Script)? {
            state.withLock { state in
                guard let authority = state.authority else { return nil }
                let pairs: [(Certificate, Certificate, CertificateKey, Bool)] = [
                    (authority.leaf, authority.intermediate, .p384(authority.intermediateKey), true),
                    (authority.intermediate, authority.root, .p384(authority.rootKey), false),
                ]
                for (certificate, issuer, key, isLeaf) in pairs
                where OCSPQuery.isAsked(request, about: certificate, issuer: issuer) {
                    let question = TestResponder.Question(
                        request: request, certificate: certificate, issuer: issuer, issuerKey: key, isLeaf: isLeaf)
                    state.questions.append(question)
                    return (question, state.script)
                }
                return nil
            }
        }
    }

    private let desk: Desk
    private let server: HTTPServer

    /// Listens on a free port; answers once it has an authority and a script.
    package init() throws {
        let desk = Desk()
        self.desk = desk
        server = try HTTPServer(
            configuration: HTTPServerConfiguration(address: ListenAddress(host: .loopback, port: 0)),
            head: { _ in .accept(maximumBody: 4096) },
            handler: { request in
                guard request.method == "POST", request.header("Content-Type") == "application/ocsp-request",
                    let (question, script) = desk.take(request.body), let body = try? await script(question)
                else { return HTTPResponse(status: 500) }
                return HTTPResponse(
                    status: 200, headers: [("Content-Type", "application/ocsp-response")], body: body)
            })
    }

    /// What certificates are to name.
    package var url: String { "http://\(server.boundAddress)/ocsp" }

    /// The questions so far.
    package var questions: [Question] { desk.state.withLock(\.questions) }

    /// Answers for an authority by a script from now on.
    package func answer(for authority: TestAuthority, _ script: @escaping Script) {
        desk.state.withLock { state in
            state.authority = authority
            state.script = script
        }
    }

    /// Answers that nothing was revoked, dated by a clock in milliseconds.
    package func answerGood(for authority: TestAuthority, now: @escaping @Sendable () -> Int64) {
        answer(for: authority) { try $0.signed($0.template(at: now() / 1000)) }
    }
}

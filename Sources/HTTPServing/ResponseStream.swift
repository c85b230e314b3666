/// A body that is made while it is sent, as long as somebody listens.
package final class ResponseStream: Sendable {
    /// Makes the next bytes; nil ends the body.
    let next: @Sendable () async -> [UInt8]?

    /// Asks `next` for more whenever what it made before has been sent.
    ///
    /// It is called by one task at a time, which is cancelled when the client leaves or the server stops. That a silent
    /// client has left is only seen when something is sent: a stream with nothing to say should say so now and then.
    package init(_ next: @escaping @Sendable () async -> [UInt8]?) { self.next = next }
}

extension ResponseStream: Hashable {
    /// A stream is equal to itself only.
    package static func == (left: ResponseStream, right: ResponseStream) -> Bool { left === right }

    /// Hashes the identity.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

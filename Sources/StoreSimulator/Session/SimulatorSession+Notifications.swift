public import OpenSSLCrypto

extension SimulatorSession {
    /// The notifications that are kept, oldest first.
    public var notifications: [SignedNotification] { read { Array($0.history.all) } }

    /// How many notifications were made, those that are no longer kept too.
    public var notificationCount: Int { read { $0.history.count } }

    /// The notification with a UUID, if it is kept.
    public func notification(id: String) -> SignedNotification? { read { $0.history[id] } }

    /// The kept notifications that were made after the first so many.
    public func notifications(after count: Int) -> [SignedNotification] {
        read { Array($0.history.made(after: count)) }
    }

    /// What happens from now on, for as long as the sequence is kept.
    ///
    /// A listener that falls 10,000 events behind loses the oldest.
    public var events: AsyncStream<SessionEvent> {
        lock { state in
            let (number, stream, end) = state.listeners.streams.add()
            end.onTermination = { [weak self] _ in self?.lock { $0.listeners.streams.remove(number) } }
            return stream
        }
    }

    /// What is wrong with the notifications signed from now on; `nil` for nothing.
    public var signingFault: SigningFault? {
        get { read { $0.fault } }
        set { lock { $0.fault = newValue } }
    }

    /// The certificates that a verifier must be told to trust: the session's root, or Xcode's certificate.
    public var trustAnchors: [Certificate] { read { $0.signer.chain.anchors } }

    /// Signs with a new leaf from now on; what was signed before keeps its own.
    ///
    /// - Throws: ``SessionError``, `certificates`, when there is no randomness.
    public func changeLeaf() throws(SessionError) {
        try change { state throws(SessionError) in
            var chain = state.signer.chain
            do throws(OpenSSLError) { try chain.changeLeaf(from: state.world.now) } catch { throw .certificates(error) }
            state.signer = PayloadSigner(state.signer.writer, chain: chain)
        }
    }
}

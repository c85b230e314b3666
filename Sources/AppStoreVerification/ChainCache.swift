internal import OpenSSLCrypto
internal import Synchronization

/// Chains that were judged, by the header that carries them: a header seen before is neither decoded nor parsed again.
///
/// A header is only remembered once a signature made under it was verified, so that nobody without a trusted key can
/// fill the cache. What is remembered holds for every time: dates are judged for each payload. Bounded; the least
/// recently used header goes first.
final class ChainCache: Sendable {
    private struct Entry {
        let headerSegment: [UInt8]
        let chain: VerifiedChain
    }

    private let entries = Mutex<[Entry]>([])
    private let capacity: Int

    init(capacity: Int = 32) { self.capacity = capacity }

    /// The chain of a header that was seen before.
    func chain(for headerSegment: ArraySlice<UInt8>) -> VerifiedChain? {
        entries.withLock { entries in
            guard let at = entries.firstIndex(where: { Bytes.areEqual($0.headerSegment[...], headerSegment) }) else {
                return nil
            }
            if at > 0 { entries.insert(entries.remove(at: at), at: 0) }
            return entries[0].chain
        }
    }

    /// A chain of the same certificates that was judged before, under whatever header.
    func chain(ofCertificates der: [[UInt8]]) -> VerifiedChain? {
        entries.withLock { entries in
            entries.first { $0.chain.certificates.map(\.der) == der }?.chain
        }
    }

    /// Remembers a header under which a signature was verified.
    func insert(_ chain: VerifiedChain, for headerSegment: ArraySlice<UInt8>) {
        entries.withLock { entries in
            if entries.contains(where: { Bytes.areEqual($0.headerSegment[...], headerSegment) }) { return }
            if entries.count >= capacity { entries.removeLast() }
            entries.insert(Entry(headerSegment: Array(headerSegment), chain: chain), at: 0)
        }
    }

    /// How many headers are remembered.
    var count: Int { entries.withLock(\.count) }
}

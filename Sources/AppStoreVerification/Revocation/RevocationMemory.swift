/// What is known of certificates, the ones used last; bounded.
struct RevocationMemory {
    private var entries: [(key: RevocationSubject.Key, knowledge: RevocationKnowledge)] = []
    private let capacity: Int

    init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// How many certificates are known.
    var count: Int { entries.count }

    /// What is known of a certificate, which is now the one used last.
    mutating func recall(_ key: RevocationSubject.Key) -> RevocationKnowledge {
        guard let place = entries.firstIndex(where: { $0.key == key }) else { return RevocationKnowledge() }
        if place > 0 { entries.insert(entries.remove(at: place), at: 0) }
        return entries[0].knowledge
    }

    /// Remembers what is known; the certificate not used for longest is forgotten for it.
    mutating func remember(_ knowledge: RevocationKnowledge, of key: RevocationSubject.Key) {
        entries.removeAll { $0.key == key }
        if entries.count >= capacity { entries.removeLast() }
        entries.insert((key, knowledge), at: 0)
    }
}

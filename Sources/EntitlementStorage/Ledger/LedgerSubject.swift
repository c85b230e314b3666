package import Entitlements

/// What an entry of the ledger is about.
package struct LedgerSubject: Hashable, Sendable {
    /// The kinds of subjects, and with them those of entries.
    package enum Kind: String, Hashable, CaseIterable, Sendable {
        /// A purchase by its transaction id; its entries take credits of it.
        case purchase
        /// A line by its original transaction id; its entries link it to customers.
        case line
        /// The download of an app by its app transaction id; its entries link it to customers.
        case download
    }

    /// The app and environment.
    package var scope: AppScope
    /// What is named.
    package var kind: Kind
    /// Its id.
    package var id: String

    /// Names a subject.
    package init(scope: AppScope, kind: Kind, id: String) {
        self.scope = scope
        self.kind = kind
        self.id = id
    }

    /// Compares bytes.
    package static func == (left: LedgerSubject, right: LedgerSubject) -> Bool {
        left.kind == right.kind && left.id.hasSameBytes(as: right.id) && left.scope == right.scope
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        for byte in id.utf8 { hasher.combine(byte) }
    }
}

extension LedgerSubject.Kind: StoredAsNumber {
    /// The number that stands for the word.
    package var storedNumber: Int64 {
        switch self {
        case .purchase: 1
        case .line: 2
        case .download: 3
        }
    }
}

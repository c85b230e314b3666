/// How the ids of transactions look.
public enum IdentifierStyle: String, Hashable, CaseIterable, Sendable {
    /// Large numbers with gaps, as the App Store gives out.
    case appStore
    /// Small counters that begin at 0, as Xcode gives out.
    case xcode
}

/// Gives out ids that grow.
struct IdentifierSource: Hashable, Sendable {
    private let style: IdentifierStyle
    private var transaction: Int
    private var lineItem: Int
    private var download: Int
    private var order: UInt64 = 0

    init(style: IdentifierStyle, range: Int? = nil, generator: inout SeededNumbers) {
        self.style = style
        if style == .appStore, let range {
            // A million ids each, of which a transaction takes at most 997; and 32,768 orders of 45 bits.
            let place = min(max(range, 0), 999_999_999)
            transaction = 2_000_000_000_000_000 + place * 1_000_000
            lineItem = transaction
            download = 704_000_000_000_000_000 + place * 1_000_000
            order = UInt64(place) << 15
            return
        }
        switch style {
        case .appStore:
            // Sandbox ids have sixteen digits; downloads have eighteen.
            transaction = 2_000_000_000_000_000 + Int(generator.next() % 1_000_000_000_000)
            lineItem = 2_000_000_000_000_000 + Int(generator.next() % 1_000_000_000_000)
            download = 704_000_000_000_000_000 + Int(generator.next() % 1_000_000_000_000_000)
        case .xcode:
            transaction = -1
            // A line item "0" reads as none.
            lineItem = 0
            download = 0
        }
    }

    mutating func nextTransaction(_ generator: inout SeededNumbers) -> Int {
        transaction += step(&generator)
        return transaction
    }

    mutating func nextLineItem(_ generator: inout SeededNumbers) -> Int {
        lineItem += step(&generator)
        return lineItem
    }

    mutating func nextDownload(_ generator: inout SeededNumbers) -> String {
        download += step(&generator)
        return String(download)
    }

    /// An order id as invoices show it: `M` and nine digits or letters.
    mutating func nextOrder() -> String {
        order += 1
        // An odd factor permutes the numbers of 45 bits, so that no two orders meet.
        var number = order &* 0x1234_5678_9ABD & ((1 << 45) - 1)
        let letters = Array("2346789BCDFGHJKLMNPQRSTVWXYZ015A".utf8)
        var text = [UInt8(ascii: "M")]
        for _ in 0..<9 {
            text.append(letters[Int(number & 31)])
            number >>= 5
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func step(_ generator: inout SeededNumbers) -> Int {
        style == .xcode ? 1 : 1 + Int(generator.next() % 997)
    }
}

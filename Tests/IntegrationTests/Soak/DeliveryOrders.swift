internal import StoreSimulator

/// Orders in which the notifications of a history may arrive, by their positions; a position may occur again.
enum DeliveryOrders {
    /// Every order of so many, for at most this many; of more a few random ones.
    static let exhaustiveLength = 5
    static let randomOrders = 3

    /// Orders to try: all without repetitions where there are few, and in every case some with repetitions.
    static func orders(of count: Int, _ numbers: inout SeededNumbers) -> [[Int]] {
        guard count > 1 else { return count == 0 ? [] : [[0], [0, 0]] }
        let all = Array(0..<count)
        let plain =
            count <= exhaustiveLength
            ? permutations(of: all)
            : (0..<randomOrders).map { _ in all.shuffled(using: &numbers) }
        // One in three is delivered twice or more often, at any distance.
        let repeated = plain.map { order in
            numbers.next() % 3 == 0 ? withRepetitions(order, &numbers) : order
        }
        return repeated + [withRepetitions(Array(all.reversed()), &numbers)]
    }

    /// Every order of the elements.
    static func permutations(of elements: [Int]) -> [[Int]] {
        guard let first = elements.first else { return [[]] }
        return permutations(of: Array(elements.dropFirst())).flatMap { rest in
            (0...rest.count).map { at in
                var order = rest
                order.insert(first, at: at)
                return order
            }
        }
    }

    /// The order with some elements again, before or after themselves.
    static func withRepetitions(_ order: [Int], _ numbers: inout SeededNumbers) -> [Int] {
        var longer = order
        for _ in 0...order.count / 2 {
            let again = order[Int(numbers.next() % UInt64(order.count))]
            longer.insert(again, at: Int(numbers.next() % UInt64(longer.count + 1)))
        }
        return longer
    }

    /// Drops elements as long as `fails` still holds, and gives what none can be dropped from.
    static func smallest(_ order: [Int], fails: ([Int]) async throws -> Bool) async rethrows -> [Int] {
        var order = order
        var position = 0
        while position < order.count {
            var shorter = order
            shorter.remove(at: position)
            if try await fails(shorter) {
                order = shorter
                position = 0
            } else {
                position += 1
            }
        }
        return order
    }

    /// The order in groups that are committed together.
    static func groups(_ order: [Int], _ numbers: inout SeededNumbers) -> [[Int]] {
        var groups: [[Int]] = []
        var rest = order[...]
        while !rest.isEmpty {
            let size = 1 + Int(numbers.next() % 3)
            groups.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return groups
    }
}

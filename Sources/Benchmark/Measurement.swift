import FoundationEssentials

/// The median of several timed runs over the same inputs.
struct Measurement {
    let name: String
    let microseconds: Double

    init(_ name: String, count: Int, runs: Int, _ body: () async throws -> Void) async rethrows {
        self.name = name
        let clock = ContinuousClock()
        var times: [Double] = []
        try await body()  // Warm: caches filled, pages touched.
        for _ in 0..<runs {
            let start = clock.now
            try await body()
            let (seconds, attoseconds) = (clock.now - start).components
            times.append((Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(max(count, 1)))
        }
        microseconds = times.sorted()[times.count / 2]
    }

    var perSecond: Double { 1e6 / microseconds }

    func report() {
        let padded = name + String(repeating: " ", count: max(1, 44 - name.count))
        print("\(padded)\(rounded(microseconds)) us each   \(Int(perSecond)) a second")
    }
}

/// One digit after the point.
func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

import Glibc

/// Microseconds of processor time: on a busy machine they say more than those of a clock.
func processorTime(_ body: () throws -> Void) rethrows -> Double {
    let begin = Glibc.clock()
    try body()
    return Double(Glibc.clock() - begin) / Double(CLOCKS_PER_SEC) * 1e6
}

/// Two digits after the point.
func hundredths(_ value: Double) -> String {
    let whole = Int((value * 100).rounded())
    return "\(whole / 100).\(whole % 100 / 10)\(whole % 10)"
}

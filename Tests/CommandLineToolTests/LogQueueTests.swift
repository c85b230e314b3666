internal import Dispatch
internal import Synchronization
internal import Testing

@testable import CommandLineTool

@Suite("The log of a service", .timeLimit(.minutes(30)))
struct LogQueueTests {
    /// An output that takes nothing until it is let.
    private final class Pipe: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let taken = Mutex<[UInt8]>([])

        func open() { gate.signal() }

        func writer() -> OutputWriter {
            OutputWriter(isTerminal: false, capacity: 0) { [self] bytes throws(SystemError) in
                gate.wait()
                gate.signal()
                taken.withLock { $0 += bytes }
            }
        }

        var lines: [String] {
            taken.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(String.init)
        }
    }

    @Test("Lines come out in their order")
    func order() async {
        let pipe = Pipe()
        pipe.open()
        let queue = LogQueue(output: pipe.writer()) { "dropped \($0)" }
        for number in 0..<1000 { queue.write("line \(number)") }
        await queue.finish(patience: 600_000)
        #expect(pipe.lines == (0..<1000).map { "line \($0)" })
    }

    @Test("Whoever writes never waits for a reader; what is too much is dropped and counted")
    func blocked() async {
        let pipe = Pipe()
        let queue = LogQueue(output: pipe.writer()) { "dropped \($0)" }
        let line = String(repeating: "x", count: 1 << 20)
        // The first may be on its way out already and leave its room to another.
        for _ in 0..<10 { queue.write(line) }
        await queue.finish(patience: 1)
        #expect(pipe.lines.isEmpty)
        pipe.open()
        await queue.finish(patience: 600_000)
        let (kept, dropped) = (
            pipe.lines.filter { $0 == line }.count, pipe.lines.compactMap { $0.split(separator: " ").last }
        )
        #expect((4...5).contains(kept))
        #expect(dropped.last == "\(10 - kept)")
        queue.write("after")
        await queue.finish(patience: 600_000)
        #expect(pipe.lines.last == "after")
    }
}

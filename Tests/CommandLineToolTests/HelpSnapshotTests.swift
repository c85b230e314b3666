internal import CommandLineTool
internal import FoundationEssentials
internal import TestSupport
internal import Testing

/// Help as people see it, in `TestVectors/help`.
///
/// To write the files anew after a change that is meant, run with `STOREKEEPER_WRITE_SNAPSHOTS=1` and read the difference.
@Suite("Help snapshots")
struct HelpSnapshotTests {
    static let lines: [[String]] =
        [["--help"], ["help", "exit-codes"], ["help", "codes"]] + CommandList.definitions.map { $0.words + ["--help"] }

    @Test("Help is the text of the snapshot", arguments: lines)
    func snapshot(_ line: [String]) async throws {
        let outcome = await CommandHarness(width: 80).run(line)
        let name = line == ["--help"] ? "overview" : line.filter { $0 != "--help" }.joined(separator: "-")
        let file = TestVectors.folder.appending(path: "help/\(name).txt")
        if ProcessInfo.processInfo.environment["STOREKEEPER_WRITE_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(outcome.output.utf8).write(to: file)
        }
        #expect(outcome.output == String(decoding: try TestVectors.bytes("help/\(name).txt"), as: UTF8.self))
    }
}

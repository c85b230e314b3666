internal import CommandLineTool
internal import TestSupport
internal import Testing

@Suite("Times for people")
struct TimeTextTests {
    @Test(
        "Times are written in UTC at every precision",
        arguments: [
            (0, "1970-01-01 00:00:00.000Z"), (-1, "1969-12-31 23:59:59.999Z"),
            (1_793_613_603_250, "2026-11-02 10:00:03.250Z"), (951_782_400_000, "2000-02-29 00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31 23:59:59.999Z"), (253_402_300_800_000, "+10000-01-01 00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01 00:00:00.000Z"), (-62_167_219_200_001, "-0001-12-31 23:59:59.999Z"),
            (Int64.max, "+292278994-08-17 07:12:55.807Z"), (Int64.min, "-292275055-05-16 16:47:04.192Z"),
        ])
    func utc(_ milliseconds: Int64, _ expected: String) {
        #expect(TimeText.utc(milliseconds, .millisecond) == expected)
        #expect(TimeText.utc(milliseconds) == expected.dropLast(5) + "Z")
        #expect(TimeText.utc(milliseconds, .minute) == expected.dropLast(8) + "Z")
        #expect(TimeText.utc(milliseconds, .day) == expected.dropLast(14))
        #expect(TimeText.iso8601(milliseconds).count == expected.count)
    }

    @Test("Dates and milliseconds are inverses, in every year")
    func inverse() {
        var generator = SeededGenerator(seed: 4)
        #expect(CivilDateTime(milliseconds: .min).milliseconds == .min)
        #expect(CivilDateTime(milliseconds: .max).milliseconds == .max)
        for _ in 0..<5000 {
            let milliseconds = Int64.random(in: -30_000_000_000_000_000...30_000_000_000_000_000, using: &generator)
            let date = CivilDateTime(milliseconds: milliseconds)
            #expect(date.milliseconds == milliseconds)
            #expect(
                CivilDateTime(
                    year: date.year, month: date.month, day: date.day, millisecondOfDay: date.millisecondOfDay) == date)
        }
    }

    @Test(
        "Distances use the two units that matter",
        arguments: [
            (0, "now"), (999, "now"), (-999, "now"), (1000, "in 1 s"), (-59_999, "59 s ago"), (60_000, "in 1 min"),
            (95_000, "in 1 min 35 s"), (-659_000, "10 min ago"), (3_600_000, "in 1 h"), (12_000_000, "in 3 h 20 min"),
            (273_600_000, "in 3 d 4 h"), (-2_332_800_000, "27 d ago"), (63_072_000_000, "in 2 y"),
            (410_240_376_000, "in 13 y"), (Int64.max, "in 292271023 y"), (Int64.min, "292271023 y ago"),
        ])
    func relative(_ difference: Int64, _ expected: String) {
        #expect(RelativeTime.text(difference, now: 0) == expected)
    }

    @Test("The ends of 64 bits do not overflow")
    func overflow() {
        #expect(RelativeTime.text(.max, now: .min).hasPrefix("in "))
        #expect(RelativeTime.text(.min, now: .max).hasSuffix(" ago"))
    }

    @Test("Time and distance stand together")
    func both() {
        #expect(TimeText.both(1_793_577_600_000, now: 1_795_953_600_000, .minute) == "2026-11-02 00:00Z (27 d ago)")
    }
}

@Suite("Text for terminals")
struct TerminalTextTests {
    @Test(
        "Nothing in a text can steer the terminal",
        arguments: [
            ("plain ✓ 日本 é", "plain ✓ 日本 é"), ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\nb\t", "a\\u{a}b\\u{9}"),
            ("a\u{7F}\u{9B}b", "a\\u{7f}\\u{9b}b"), ("x\u{202E}y\u{200B}z", "x\\u{202e}y\\u{200b}z"),
            ("\u{2028}", "\\u{2028}"), ("", ""),
        ])
    func plain(_ text: String, _ expected: String) { #expect(TerminalText.plain(text) == expected) }

    @Test("Long text is shortened in the middle or at the end, short text is not")
    func shorten() {
        #expect(ShortText.middle("2000000123456789", limit: 11) == "20000…56789")
        #expect(ShortText.middle("short", limit: 5) == "short")
        #expect(ShortText.middle("abcdefghij", limit: 8, ellipsis: "...") == "abc...ij")
        #expect(ShortText.head("2000000123456789", limit: 11) == "2000000123…")
        #expect(ShortText.head("", limit: 1) == "")
    }

    @Test("Words are wrapped, and a long one stands alone")
    func wrap() {
        #expect(TextWrapping.lines("aa bb cc", width: 5) == ["aa bb", "cc"])
        #expect(TextWrapping.lines("aaaaaaaaa b", width: 5) == ["aaaaaaaaa", "b"])
        #expect(TextWrapping.lines("", width: 5) == [])
    }

    @Test(
        "Colours need a terminal, signs need a locale that has them",
        arguments: [
            (true, false, [:], true, true), (false, false, [:], false, true), (true, true, [:], false, false),
            (true, false, ["NO_COLOR": "1"], false, true), (true, false, ["NO_COLOR": ""], true, true),
            (true, false, ["TERM": "dumb"], false, false), (true, false, ["LANG": "C"], true, false),
            (true, false, ["LANG": "C", "LC_ALL": "en_US.UTF-8"], true, true),
            (true, false, ["LANG": "C.utf8"], true, true), (true, false, ["LC_CTYPE": "de_DE.ISO-8859-1"], true, false),
        ] as [(Bool, Bool, [String: String], Bool, Bool)])
    func style(
        _ isTerminal: Bool, _ isPlain: Bool, _ environment: [String: String], _ color: Bool, _ unicode: Bool
    ) {
        let style = TerminalStyle(isTerminal: isTerminal, isPlain: isPlain, width: 70, environment: environment)
        #expect(style.usesColor == color && style.usesUnicode == unicode)
        #expect(style.width == (isTerminal ? 70 : 100))
    }

    @Test("Paint is applied only where colours are used")
    func paint() {
        #expect(TerminalStyle.plain.paint("x", .bad) == "x")
        let style = TerminalStyle(usesColor: true, usesUnicode: true, width: 80)
        #expect(style.paint("x", .bad) == "\u{1B}[31mx\u{1B}[0m")
        #expect(style.paint("", .bad) == "")
    }
}

@Suite("Trees and tables")
struct DrawingTests {
    static let tree = TextTree(
        heading: "NOTIFICATION  DID_RENEW", verdict: "verified",
        facts: [["id 7e3f…", "signed 2026-11-02 at ten"], ["app com.example.app"]],
        branches: [
            TextTree(
                heading: "TRANSACTION  pro.monthly", verdict: "verified", facts: [["9.99 USD"]],
                branches: [TextTree(heading: "INNER")]),
            TextTree(heading: "RENEWAL", verdict: "verified", facts: [["billing retry yes"]]),
        ])

    @Test("A tree is drawn with lines, its verdicts below each other")
    func unicode() {
        let style = TerminalStyle(usesColor: false, usesUnicode: true, width: 80)
        #expect(
            Self.tree.lines(style: style) == [
                "NOTIFICATION  DID_RENEW      verified",
                "  id 7e3f…   signed 2026-11-02 at ten",
                "  app com.example.app",
                "├ TRANSACTION  pro.monthly   verified",
                "│   9.99 USD",
                "│ └ INNER",
                "└ RENEWAL                    verified",
                "    billing retry yes",
            ])
    }

    @Test("Without such signs it is drawn in ASCII, and facts are wrapped")
    func plain() {
        let style = TerminalStyle(usesColor: false, usesUnicode: false, width: 24)
        #expect(
            Self.tree.lines(style: style) == [
                "NOTIFICATION  DID_RENEW      verified",
                "  id 7e3f…",
                "  signed 2026-11-02 at ten",
                "  app com.example.app",
                "|- TRANSACTION  pro.monthly  verified",
                "|    9.99 USD",
                "|  `- INNER",
                "`- RENEWAL                   verified",
                "     billing retry yes",
            ])
    }

    @Test("Columns of a table line up, and lines have no spaces at their ends")
    func table() {
        var table = TextTable([("name", .left), ("count", .right), ("note", .left)])
        #expect(table.lines.isEmpty)
        table.add(["a", "5", "x"])
        table.add(["longer", "1234"])
        #expect(
            table.lines == [
                "name    count  note",
                "a           5  x",
                "longer   1234",
            ])
    }
}

@Suite("Progress")
struct ProgressTests {
    static let style = TerminalStyle(usesColor: false, usesUnicode: false, width: 80)

    @Test("A known size gives a bar, a rate and the time left")
    func bar() {
        let progress = ProgressText(bytes: 250, total: 1000, items: 500, elapsed: 10_000)
        #expect(
            progress.line(style: Self.style, unit: "lines")
                == "######..................   25%  500 lines  50/s  30 s left")
    }

    @Test("An unknown size gives a count and a rate")
    func unknown() {
        let progress = ProgressText(bytes: 250, total: nil, items: 500, elapsed: 2000)
        #expect(progress.line(style: Self.style, unit: "lines") == "500 lines  250/s")
        #expect(
            ProgressText(bytes: 0, total: 0, items: 0, elapsed: 0).line(style: Self.style, unit: "lines") == "0 lines")
    }

    @Test("More bytes than there should be do not break the bar")
    func over() {
        let progress = ProgressText(bytes: 2000, total: 1000, items: 1, elapsed: 5000)
        #expect(progress.line(style: Self.style, unit: "lines").contains("100%"))
    }

    @Test("The bar is drawn on a terminal only, and taken away again")
    func drawing() {
        for isTerminal in [true, false] {
            let (io, _, error) = CommandHarness(errorIsTerminal: isTerminal).makeIO()
            var bar = ProgressBar(io: io, unit: "lines", total: 10, isPlain: false)
            bar.update(bytes: 5, items: 1)
            bar.update(bytes: 6, items: 2)  // The clock stands still: not drawn.
            bar.clear()
            bar.clear()
            #expect(
                error.text == (isTerminal ? "\r████████████░░░░░░░░░░░░   50%  1 lines\u{1B}[K\r\u{1B}[K" : ""))
        }
    }
}

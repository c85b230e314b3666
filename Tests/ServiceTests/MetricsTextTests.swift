internal import Testing

@testable internal import Service

@Suite("The text format of metrics")
struct MetricsTextTests {
    @Test("Labels are escaped, counts sorted, metrics without samples left out")
    func labels() {
        var text = MetricsText()
        text.add("a_total", "counter", "Help.", by: "x", ["b": 2, "a\"\\\n": 1])
        text.add("none_total", "counter", "Help.", by: "x", [String: Int]())
        text.add("depth", "gauge", "Help.", 3)
        #expect(
            text.text == """
                # HELP a_total Help.
                # TYPE a_total counter
                a_total{x="a\\"\\\\\\n"} 1
                a_total{x="b"} 2
                # HELP depth Help.
                # TYPE depth gauge
                depth 3

                """)
    }

    @Test("Buckets of a histogram add up")
    func histogram() {
        var histogram = LagHistogram()
        for lag in [-5, 0, 1000, 1001, 3_600_000, 999_999_999_999] as [Int64] { histogram.add(lag) }
        var text = MetricsText()
        text.add("lag_seconds", "Help.", histogram)
        let lines = text.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("lag_seconds_bucket{le=\"1\"} 3"))
        #expect(lines.contains("lag_seconds_bucket{le=\"5\"} 4"))
        #expect(lines.contains("lag_seconds_bucket{le=\"3600\"} 5"))
        #expect(lines.contains("lag_seconds_bucket{le=\"604800\"} 5"))
        #expect(lines.contains("lag_seconds_bucket{le=\"+Inf\"} 6"))
        #expect(lines.contains("lag_seconds_count 6"))
        #expect(lines.contains("lag_seconds_sum 1000003602.000"))
    }

    @Test(
        "Seconds have three decimals",
        arguments: [(0, "0.000"), (7, "0.007"), (61_050, "61.050"), (-1, "0.000")] as [(Int64, String)])
    func seconds(_ milliseconds: Int64, _ expected: String) {
        #expect(MetricsText.seconds(milliseconds) == expected)
    }
}

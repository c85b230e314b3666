/// Writes metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    /// What has been written.
    private(set) var text = ""

    /// The media type of the text.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes a metric with a sample for each set of labels; one without any sample is left out.
    mutating func add(
        _ name: String, _ kind: String, _ help: String, _ samples: [(labels: [(String, String)], value: String)]
    ) {
        guard !samples.isEmpty else { return }
        head(name, kind, help)
        for sample in samples { add(name, sample.labels, sample.value) }
    }

    /// Writes a metric of one number.
    mutating func add(_ name: String, _ kind: String, _ help: String, _ value: some BinaryInteger) {
        add(name, kind, help, [([], String(value))])
    }

    /// Writes counts under one label, sorted.
    mutating func add(
        _ name: String, _ kind: String, _ help: String, by label: String, _ counts: [String: some BinaryInteger]
    ) {
        add(name, kind, help, counts.sorted { $0.key < $1.key }.map { ([(label, $0.key)], String($0.value)) })
    }

    /// Writes a histogram.
    mutating func add(_ name: String, _ help: String, _ histogram: LagHistogram) {
        head(name, "histogram", help)
        var total = 0
        let bounds = LagHistogram.bounds.map { String($0) } + ["+Inf"]
        for (bound, count) in zip(bounds, histogram.buckets) {
            total += count
            add(name + "_bucket", [("le", bound)], String(total))
        }
        add(name + "_sum", [], MetricsText.seconds(histogram.sum))
        add(name + "_count", [], String(total))
    }

    /// Milliseconds as seconds with three decimals.
    static func seconds(_ milliseconds: Int64) -> String {
        let milliseconds = max(milliseconds, 0)
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private mutating func head(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func add(_ name: String, _ labels: [(String, String)], _ value: String) {
        let written = labels.map { "\($0)=\"\(MetricsText.escaped($1))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(written)} \(value)\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

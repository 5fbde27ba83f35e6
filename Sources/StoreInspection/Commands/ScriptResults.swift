/// The results of playing several scripts.
struct ScriptResults {
  struct Result {
    let script: String
    let status: ExitCode
    let duration: Duration
    /// The text that was printed to the standard error output.
    let messages: String
  }

  let program: String
  /// The number of scripts.
  let total: Int
  private(set) var results: [Result] = []

  mutating func append(_ result: Result) { results.append(result) }

  /// The worst status of a script, which is the status of all.
  var status: ExitCode {
    let order: [ExitCode] = [.interrupted, .noOutput, .unavailable, .usage, .noInput, .wrongInput, .failed]
    return order.first { status in results.contains { $0.status == status } } ?? .passed
  }

  private var failed: [Result] { results.filter { $0.status != .passed } }

  /// The summary, and below it the scripts that have failed.
  var summary: String {
    let rest = total - results.count
    var text = "\(total.counting("script")), \(failed.count) failed" + (rest > 0 ? ", \(rest) not played" : "")
    for result in failed { text += "\n  \(result.script.printable)" }
    return text + "\n"
  }

  // MARK: Test Anything Protocol, https://testanything.org/tap-version-13-specification.html

  /// The lines before the first result.
  var tapPlan: String { "TAP version 13\n1..\(total)\n" }

  /// The lines of the last result.
  var tapLines: String {
    guard let result = results.last else { return "" }
    let name = result.script.printable.replacing("#", with: "\\#")
    let line = "\(result.status == .passed ? "ok" : "not ok") \(results.count) - \(name)\n"
    guard result.status != .passed else { return line }
    let messages = result.messages.split(separator: "\n", omittingEmptySubsequences: false)
    return line + "  ---\n  message: |\n" + messages.map { "    \($0)\n" }.joined() + "  ...\n"
  }

  // MARK: JUnit

  /// The report in the form that build servers read.
  var junit: String {
    let seconds = results.reduce(Duration.zero) { $0 + $1.duration }
    let attributes = #"tests="\#(total)" failures="\#(failed.count)" skipped="\#(total - results.count)""#
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += "<testsuites \(attributes) time=\"\(seconds.inSeconds)\">\n"
    text += "  <testsuite name=\"\(program.escapedForXML)\" \(attributes) time=\"\(seconds.inSeconds)\">\n"
    for result in results {
      text += "    <testcase classname=\"\(program.escapedForXML)\" name=\"\(result.script.escapedForXML)\""
      text += " time=\"\(result.duration.inSeconds)\""
      if result.status == .passed {
        text += "/>\n"
      } else {
        let line = result.messages.split(separator: "\n").first.map(String.init)
        let first = line ?? "exit status \(result.status.rawValue)"
        text += ">\n      <failure message=\"\(first.escapedForXML)\">\(result.messages.escapedForXML)</failure>\n"
        text += "    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}

extension Duration {
  /// The duration in seconds with three digits.
  fileprivate var inSeconds: String {
    let milliseconds = Int64(self / .milliseconds(1))
    let fraction = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}

extension String {
  /// The text for XML: markup is escaped, and characters that XML does not have are replaced.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case "\t": text += "&#9;"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

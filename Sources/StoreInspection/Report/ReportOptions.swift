import Foundation

/// The options of the command `report`.
struct ReportOptions: Equatable {
  /// The path of the trace; `-` is the standard input.
  let trace: String
  /// The path of the page; `-` is the standard output.
  let page: String

  /// Reads the arguments that follow `report`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, options: ["-o"], suggestion: "help report")
    var files: [String] = []
    var page: String?
    while let argument = try reader.next() {
      switch argument {
      case .operand(let file): files.append(file)
      case .option(_, let value): page = value
      case .flag: break
      }
    }
    guard let trace = files.first else { throw UsageError("`report` needs a trace", "report FILE -o report.html") }
    guard files.count == 1 else {
      throw UsageError("`report` takes one trace, and here are \(files.count)", "report \(trace)")
    }
    guard !trace.isEmpty else { throw UsageError("the trace's name is empty", "report FILE -o report.html") }
    self.trace = trace
    self.page = page ?? Self.page(for: trace)
  }

  /// The default path of the page: that of the trace, with the extension `html`.
  private static func page(for trace: String) -> String {
    guard trace != "-" else { return "-" }
    let url = URL(filePath: trace)
    let name = url.pathExtension.isEmpty ? trace : String(trace.dropLast(url.pathExtension.count + 1))
    return name + ".html"
  }
}

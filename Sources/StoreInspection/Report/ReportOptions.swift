import Foundation

/// The options of the command `report`.
struct ReportOptions: Equatable {
  /// The path of the trace; `-` is the standard input.
  var trace = ""
  /// The path of the page; `-` is the standard output.
  var page = ""
  /// Whether the page has the screens.
  var hasScreens = true

  /// Reads the arguments that follow `report`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    trace = try Self.table.read(arguments, of: "report", into: &self)
      .onlyFile("trace", of: "report", options: " -o report.html")
    if page.isEmpty { page = Self.page(for: trace) }
  }

  static var table: OptionTable<Self> {
    OptionTable([
      .option(
        "-o",
        "FILE",
        "where to write the page; `-` is the standard output (default: next to the trace, as .html)"
      ) { $0.page = $1 },
      .flag("--no-screens", "leave out the screens: drawing those of a long session takes a while") {
        $0.hasScreens = false
      },
    ])
  }

  /// The default path of the page: that of the trace, with the extension `html`.
  private static func page(for trace: String) -> String {
    guard trace != "-" else { return "-" }
    let url = URL(filePath: trace)
    let name = url.pathExtension.isEmpty ? trace : String(trace.dropLast(url.pathExtension.count + 1))
    return name + ".html"
  }
}

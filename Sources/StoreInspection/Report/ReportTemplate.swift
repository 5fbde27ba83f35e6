import ReportPage

/// The files that a report is made of, as they were when the program was built.
enum ReportTemplate {
  static var markup: String { text(reportMarkup, reportMarkupCount) }
  static var style: String { text(reportStyle, reportStyleCount) }
  /// What the page knows, and what draws it: one script.
  static var script: String { text(reportModel, reportModelCount) + text(reportScript, reportScriptCount) }

  /// What the page may do: show itself. No text of a trace could load or run anything, even if it became markup, as it
  /// does not know the nonce.
  static func policy(nonce: String) -> String {
    """
    default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """
  }

  private static func text(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

import ReportPage

/// The files that a report is made of, as they were when the program was built.
enum ReportTemplate {
  static var markup: String { String(cString: reportMarkup) }
  static var style: String { String(cString: reportStyle) }
  static var script: String { String(cString: reportScript) }

  /// The content security policy. The page may only show itself: text of a trace that became markup could neither load
  /// nor run anything, because it does not know the nonce.
  static func policy(nonce: String) -> String {
    """
    default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """
  }
}

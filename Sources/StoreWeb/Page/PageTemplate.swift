import Foundation
import ReportPage
import StoreTrace

/// The page that shows a session: a report, or a session that goes on. Its files are in the program.
package struct PageTemplate {
  /// What comes before the data.
  package private(set) var head = ""
  /// What comes after the data.
  package private(set) var tail = ""

  /// - Parameter isLive: Whether the page shows a session that goes on, of which it gets the steps from the program.
  package init(title: String, isLive: Bool = false) {
    let nonce = UUID().uuidString
    let values = [
      "policy": Self.policy(nonce: nonce, isLive ? "'self'" : "'none'"),
      "title": Self.escaped(title.printable.truncated(to: 200)),
      "nonce": nonce, "style": String(cString: reportStyle), "live": isLive ? String(cString: liveMarkup) : "",
      "script": String(cString: reportScript) + String(cString: isLive ? liveStartScript : reportStart),
    ]
    var hasData = false
    func append(_ text: String) {
      if hasData { tail += text } else { head += text }
    }
    for (index, part) in String(cString: reportMarkup).components(separatedBy: "{{").enumerated() {
      let pieces = part.components(separatedBy: "}}")
      guard index > 0, pieces.count == 2 else {
        append(part)
        continue
      }
      if pieces[0] == "data" { hasData = true }
      append((values[pieces[0]] ?? "") + pieces[1])
    }
  }

  /// The content security policy. The page may only show itself: text of a trace that became markup could neither load
  /// nor run anything, because it does not know the nonce.
  private static func policy(nonce: String, _ sources: String) -> String {
    """
    default-src 'none'; base-uri 'none'; form-action 'none'; connect-src \(sources); script-src 'nonce-\(nonce)'; \
    style-src 'nonce-\(nonce)'; require-trusted-types-for 'script'; trusted-types 'none'
    """
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  /// Writes an element that contains JSON. In JSON, `<` occurs only in strings. It is escaped, so no text can be an end
  /// tag.
  package static func writeElement(
    _ attribute: String,
    _ json: [UInt8],
    end: String = "",
    to output: ([UInt8]) throws -> Void
  ) rethrows {
    try output(Array(#"<script type="application/json" \#(attribute)>"#.utf8))
    // Written in parts, because a copy of long records would take as much memory again.
    var start = 0
    while start < json.count {
      let part = json[start...].prefix(1 << 16)
      start = part.endIndex
      var bytes: [UInt8] = []
      bytes.reserveCapacity(part.count)
      for byte in part {
        if byte == UInt8(ascii: "<") { bytes += Array(#"\u003C"#.utf8) } else { bytes.append(byte) }
      }
      try output(bytes)
    }
    try output(Array((end + "</script>\n").utf8))
  }
}

import Foundation
import ReportPage
import StoreTrace

/// The page that shows a session: a report, or a page about a running program. The program contains its files.
package struct PageTemplate {
  /// The text of the page before the data.
  package private(set) var head = ""
  /// The text of the page after the data.
  package private(set) var tail = ""

  /// - Parameter isLive: Whether the page shows a running program, from which it receives the steps.
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

  /// The content security policy. Scripts need a nonce. So if text of a trace became markup by mistake, it could
  /// neither load nor run anything, because it does not know the nonce.
  private static func policy(nonce: String, _ sources: String) -> String {
    """
    default-src 'none'; base-uri 'none'; form-action 'none'; connect-src \(sources); script-src 'nonce-\(nonce)'; \
    style-src 'nonce-\(nonce)'; require-trusted-types-for 'script'; trusted-types 'none'
    """
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  /// Writes an element that contains JSON. In JSON, `<` occurs only in strings. There it is escaped, so that no text
  /// can close the element.
  package static func writeElement(
    _ attribute: String,
    _ json: [UInt8],
    end: String = "",
    to output: ([UInt8]) throws -> Void
  ) rethrows {
    try output(Array(#"<script type="application/json" \#(attribute)>"#.utf8))
    // The JSON is written in parts, because a copy of long records would need the same memory again.
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

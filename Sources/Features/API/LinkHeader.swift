import Foundation

/// The links of a `Link` header field (RFC 8288), with which paged APIs name the next and the last page.
///
/// ```swift
/// let links = LinkHeader("<https://api.github.com/search?q=a&page=2>; rel=\"next\", <https://…&page=9>; rel=\"last\"")
/// links.page("next")  // 2
/// ```
///
/// The text comes from a server and may be anything: whatever is not a link is skipped, and only the first 8 KiB are
/// read.
public struct LinkHeader: Equatable, Sendable {
  private var targets: [String: String] = [:]

  /// Parses the value of a header field. If several links have the same relation, the first one is used.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) {
    var scanner = Scanner(text: Array(text.utf8.prefix(8 * 1024)))
    while let (target, relations) = scanner.nextLink() {
      for relation in relations where targets[relation] == nil { targets[relation] = target }
    }
  }

  /// The target of the link with a relation (`next`, `prev`, `first`, `last`), as the server wrote it.
  public subscript(relation: String) -> String? { targets[relation.lowercased()] }

  /// The `page` parameter of the link with a relation, or `nil` if there is none or it is not a positive number.
  ///
  /// Requesting a page by number instead of following the link keeps a server from sending the client, with its token,
  /// to another server.
  public func page(_ relation: String) -> Int? {
    guard let target = self[relation], let items = URLComponents(string: target)?.queryItems else { return nil }
    return items.first { $0.name == "page" }?.value.flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }

  private struct Scanner {
    let text: [UInt8]
    var index = 0

    /// The next link: its target, and its relations in lowercase (often just one).
    mutating func nextLink() -> (target: String, relations: [String])? {
      guard find("<") else { return nil }
      index += 1
      let start = index
      guard find(">") else { return nil }
      let target = String(decoding: text[start..<index], as: UTF8.self)
      index += 1
      var relations: String?
      while let parameter = nextParameter() {
        if parameter.name == "rel", relations == nil { relations = parameter.value }
      }
      return (target, (relations ?? "").lowercased().split(separator: " ").map(String.init))
    }

    /// The next `; name=value` or `; name="value"`, or `nil` if something else follows.
    private mutating func nextParameter() -> (name: String, value: String)? {
      skipSpaces()
      guard current == UInt8(ascii: ";") else { return nil }
      index += 1
      skipSpaces()
      let name = token().lowercased()
      skipSpaces()
      guard current == UInt8(ascii: "=") else { return (name, "") }
      index += 1
      skipSpaces()
      return (name, current == UInt8(ascii: "\"") ? quoted() : token())
    }

    private var current: UInt8? { index < text.count ? text[index] : nil }

    private mutating func find(_ character: Unicode.Scalar) -> Bool {
      while let current, current != UInt8(ascii: character) { index += 1 }
      return current != nil
    }

    private mutating func skipSpaces() {
      while current == 0x20 || current == 0x09 { index += 1 }
    }

    private mutating func token() -> String {
      let start = index
      while let current, !" \t;,=<\"".utf8.contains(current) { index += 1 }
      return String(decoding: text[start..<index], as: UTF8.self)
    }

    private mutating func quoted() -> String {
      var value: [UInt8] = []
      index += 1
      while let byte = current, byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if let current { value.append(current) }
        index += 1
      }
      index += 1
      return String(decoding: value, as: UTF8.self)
    }
  }
}

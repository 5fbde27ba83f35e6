import Foundation
import StoreTrace

/// A regular expression, for the comparison `matches`.
struct Pattern {
  /// The maximum number of bytes of a pattern.
  static let lengthLimit = 1000
  /// The maximum number of progress reports of a search, in addition to one for each place where it may begin. There is
  /// a report for about every ten thousand steps, so these reports take less than a second.
  private static let patience = 2_000

  private let expression: NSRegularExpression

  /// Parses an expression.
  ///
  /// - Throws: A ``Failure``, with the reason if it is known.
  init(_ text: String) throws(Failure) {
    guard !text.isEmpty else { throw Failure("it is empty") }
    guard text.utf8.count <= Self.lengthLimit else { throw Failure("it is longer than \(Self.lengthLimit) bytes") }
    do {
      expression = try NSRegularExpression(pattern: text)
    } catch {
      // Foundation does not say what is wrong. The standard library does, and reads much the same language.
      do { _ = try Regex(text) } catch { throw Failure("\(error)") }
      throw Failure(nil)
    }
  }

  /// Whether the expression is found in a text.
  ///
  /// - Parameter limit: The maximum time for a text of any length. The number of steps is limited separately for each
  ///   place where a search may begin.
  /// - Throws: A ``Failure`` if the search takes too long: `(a+)+b` takes time that doubles with each further `a`.
  func isFound(in text: String, within limit: Duration = .seconds(5)) throws(Failure) -> Bool {
    let end = ContinuousClock.now + limit
    let range = NSRange(location: 0, length: text.utf16.count)
    var isFound = false
    var isGivenUp = false
    var patience = Self.patience + range.length
    expression.enumerateMatches(in: text, options: [.reportProgress, .reportCompletion], range: range) {
      match,
      flags,
      stop in
      patience -= 1
      isFound = isFound || match != nil
      let isTooLong = patience < 0 || patience & 0xFF == 0 && .now >= end
      isGivenUp = isGivenUp || match == nil && (flags.contains(.internalError) || isTooLong)
      if isFound || isGivenUp { stop.pointee = true }
    }
    if isGivenUp, !isFound {
      throw Failure(
        "the search took too long: there are too many ways to try, as where `+` or `*` stand within each other"
      )
    }
    return isFound
  }

  struct Failure: Error {
    let reason: String?

    init(_ reason: String?) {
      self.reason = reason
    }
  }
}

extension SourceScanner {
  /// Parses a regular expression at the cursor, between slashes or double quotes.
  mutating func pattern() throws(Diagnostic) -> JSONNode {
    let start = offset
    let text: String
    if byte == UInt8(ascii: "\"") {
      text = try string()
    } else if consume("/") {
      let content = offset
      while let byte, byte != UInt8(ascii: "/"), byte != .newline {
        advance()
        if byte == UInt8(ascii: "\\"), self.byte != nil, self.byte != .newline { advance() }
      }
      text = source[content..<offset]
      guard consume("/") else {
        throw Diagnostic(start..<offset, "the regular expression does not end on its line: expected `/`")
      }
    } else {
      throw expected("a regular expression between slashes or double quotes: `/^a.*z$/`")
    }
    do {
      _ = try Pattern(text)
    } catch {
      throw Diagnostic(start..<offset, "this is not a regular expression", notes: error.reason)
    }
    return JSONNode(content: .scalar(.string(text)), range: start..<offset)
  }
}

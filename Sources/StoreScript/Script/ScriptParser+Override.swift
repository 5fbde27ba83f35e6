import Foundation
import StoreTrace

extension ScriptParser {
  /// Parses what follows `override`.
  mutating func override() throws(Diagnostic) -> Statement.Override {
    let word = try oneOf(["date", "uuid", "seed", "locale"], "override")
    scanner.skipSpaces()
    let start = scanner.offset
    if word == "seed" {
      let digits = scanner.consume(while: \.isDigit)
      guard let seed = UInt64(scanner.source[digits]), scanner.byte?.isPartOfName != true else {
        scanner.moveBack(to: start)
        throw scanner.expected("a whole number from 0 to \(UInt64.max)")
      }
      return .seed(seed)
    }
    if word == "locale" { return .locale(try locale()) }
    let node = try scanner.value(word == "date" ? Date.expectation : UUID.expectation)
    switch node.content {
    case .date(let date, _) where word == "date": return .date(date)
    case .uuid(let uuid) where word == "uuid": return .uuid(uuid)
    case .scalar(let value):
      if word == "date", let date = Date(jsonValue: value) { return .date(date) }
      if word == "uuid", let uuid = UUID(jsonValue: value) { return .uuid(uuid) }
    default: break
    }
    var found = node.summary
    // It is described with a dot.
    if case .enumCase = node.content { found = "`\(scanner.source[node.range].truncated(to: 40).printable)`" }
    throw Diagnostic(node.range, "expected \(word == "date" ? Date.expectation : UUID.expectation), found \(found)")
  }

  private mutating func locale() throws(Diagnostic) -> Locale {
    let start = scanner.offset
    let word = scanner.consumeName()
    let locale = Locale(identifier: scanner.source[word])
    guard locale.language.languageCode?.isISOLanguage == true else {
      scanner.moveBack(to: start)
      throw scanner.expected("a locale such as `ja` or `en_GB`")
    }
    guard !reading.hasRun else { throw Diagnostic(word, "`override locale` stands before everything that runs") }
    return locale
  }

  /// Parses what follows `context`.
  mutating func isLive() throws(Diagnostic) -> Bool {
    let start = scanner.offset
    let isLive = try oneOf(["mock", "live"], "context") == "live"
    let word = start..<scanner.offset
    if let earlier = reading.isLive {
      guard earlier == isLive else {
        throw Diagnostic(word, "the script runs on \(earlier ? "live" : "mock") values: an earlier `context` says so")
      }
    } else if reading.hasRun {
      throw Diagnostic(word, "`context` stands before everything that runs")
    }
    reading.isLive = isLive
    if isLive, let zone = reading.liveTimeZone { scanner.timeZone = zone }
    return isLive
  }
}

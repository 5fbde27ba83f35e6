import StoreTrace

extension SourceScanner {
  fileprivate static var units: [(name: String, attoseconds: Int128)] {
    let second: Int128 = 1_000_000_000_000_000_000
    return [
      ("ns", second / 1_000_000_000), ("us", second / 1_000_000), ("ms", second / 1_000), ("s", second),
      ("m", second * 60), ("h", second * 3600),
    ]
  }

  /// Parses a duration at the cursor: digits, which may have a fraction, and a unit.
  mutating func duration() throws(Diagnostic) -> Duration {
    let start = offset
    let whole = consume(while: \.isDigit)
    guard !whole.isEmpty else { throw expected("a duration such as `300ms`") }
    var fraction = offset..<offset
    if consume(".") {
      fraction = consume(while: \.isDigit)
      guard !fraction.isEmpty else { throw expected("a digit") }
    }
    let name = consumeName()
    guard let unit = Self.units.first(where: { $0.name == source[name] }) else {
      moveBack(to: name.lowerBound)
      throw expected("one of the units " + Self.units.map(\.name).list())
    }
    // Nobody means more than eighteen digits or a century, and both are far from an overflow.
    let century = Int128(100 * 366 * 24) * 3600 * 1_000_000_000_000_000_000
    guard whole.count + fraction.count <= 18, let digits = Int128(source[whole] + source[fraction]) else {
      throw Diagnostic(start..<offset, "the duration has too many digits")
    }
    // Counted in billions of attoseconds, so that no product is too large. Each unit is a whole number of these.
    let billion: Int128 = 1_000_000_000
    let billions = digits * (unit.attoseconds / billion)
    let scale = (0..<fraction.count).reduce(Int128(1)) { scale, _ in scale * 10 }
    guard billions / scale <= century / billion else {
      throw Diagnostic(start..<offset, "the duration is longer than 100 years")
    }
    return Duration(attoseconds: scale <= billion ? billions * (billion / scale) : billions / (scale / billion))
  }
}

extension Duration {
  /// Reads a time as scripts write it: `300ms`.
  package init?(script text: String) {
    var scanner = SourceScanner(SourceText(name: "", text: text))
    guard let duration = try? scanner.duration(), scanner.isAtEnd else { return nil }
    self = duration
  }

  /// The duration as scripts write it: `300ms`, `90s`; with several units if needed, such as `1h 300ms`.
  var scriptDescription: String {
    var rest = attoseconds
    var parts: [String] = []
    for (name, unit) in SourceScanner.units.reversed() where rest >= unit {
      parts.append("\(rest / unit)\(name)")
      rest %= unit
    }
    return parts.isEmpty ? "0s" : parts.joined(separator: " ")
  }
}

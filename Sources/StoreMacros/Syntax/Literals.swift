extension SourceSlice {
  /// The default type of a literal.
  var literalType: String? {
    var text = text
    if text == "true" || text == "false" { return "Bool" }
    if text.first == "\"" || text.first == "#" { return text.last == "\"" || text.last == "#" ? "String" : nil }
    if text.first == "-" || text.first == "+" { text.removeFirst() }
    guard text.first?.isNumber == true else { return nil }
    let digits = text.lowercased().filter { $0 != "_" }
    for (prefix, radix) in [("0b", 2), ("0o", 8), ("0x", 16)] where digits.hasPrefix(prefix) {
      if digits.dropFirst(2).allSatisfy({ $0.hexDigitValue.map { $0 < radix } == true }) { return "Int" }
      // Binary and octal numbers have no fractions.
      return radix == 16 && Double(digits) != nil ? "Double" : nil
    }
    if digits.allSatisfy(\.isNumber) { return "Int" }
    return Double(digits) != nil ? "Double" : nil
  }
}

extension String {
  /// A type's name without its module.
  package init(nameOf type: Any.Type) {
    var name = String(reflecting: type)
    // Types declared in extensions: `(extension in Module):Other.Name`.
    while let start = name.firstRange(of: "(extension in "), let end = name[start.upperBound...].firstRange(of: "):") {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    name = name.replacing(#/\b[A-Za-z_][A-Za-z_0-9]*\.(?=[A-Za-z_])/#.repetitionBehavior(.reluctant)) { match in
      // The first component of each path is its module.
      let isFirst =
        match.range.lowerBound == name.startIndex || !".".contains(name[name.index(before: match.range.lowerBound)])
      return isFirst ? "" : String(match.output)
    }
    // Writes `[Element]` instead of `Array<Element>`.
    self = name.wholeMatch(of: #/Array<(.*)>/#).map { "[\($0.1)]" } ?? name
  }
}

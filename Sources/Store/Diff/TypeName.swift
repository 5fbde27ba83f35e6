/// Returns the name of a type as it is written in the module that declares it: with enclosing types, without modules.
package func typeName(_ type: Any.Type) -> String {
  typeName(String(reflecting: type))
}

func typeName(_ qualifiedName: String) -> String {
  var name = qualifiedName
  // Most names consist only of a module and a path.
  let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: " ") }
  if isPlain { return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name }
  // Types declared in functions: `Module.(unknown context at $10a4).Name`.
  while let start = name.firstRange(of: "(unknown context at "),
    let end = name[start.upperBound...].firstRange(of: ").")
  {
    name.removeSubrange(start.lowerBound..<end.upperBound)
  }
  // Types declared in extensions: `(extension in Module):Other.Name`.
  while let start = name.firstRange(of: "(extension in "), let end = name[start.upperBound...].firstRange(of: "):") {
    name.removeSubrange(start.lowerBound..<end.upperBound)
  }
  var result = ""
  var path: [Substring] = []
  var rest = name[...]
  func endPath() {
    result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
    path = []
  }
  while let character = rest.first {
    let identifier = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    if !identifier.isEmpty {
      path.append(identifier)
      rest = rest.dropFirst(identifier.count)
    } else if character == ".", !path.isEmpty {
      rest = rest.dropFirst()
    } else {
      endPath()
      // A path after an argument list, as in `Outer<Int>.Inner`, continues the path before it, so it does not begin
      // with a module.
      result.append(character)
      rest = rest.dropFirst()
      if character == ">", rest.first == "." {
        result.append(".")
        path = [""]
      }
    }
  }
  endPath()
  return result
}

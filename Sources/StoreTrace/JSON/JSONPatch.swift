/// A patch of a JSON value (RFC 6902), with the operations that traces contain.
package struct JSONPatch: Sendable {
  package enum Operation: Sendable {
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONValue)
    case move(from: JSONPointer, to: JSONPointer)
  }

  var operations: [Operation]

  package init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Applies the operations in order. If one of them fails, it changes nothing, and the value keeps the changes of the
  /// operations before it.
  ///
  /// Throws if the result has more levels than the parser reads, because such a value could exhaust the stack.
  ///
  /// - Complexity: O(*n*) in the size of the containers on the way to the changed places and of what is put there, not of
  ///   the whole value.
  package func apply(to value: inout JSONValue) throws(JSONPatchError) {
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatchError) {
        try operation.apply(to: &value)
      } catch {
        throw JSONPatchError("operation \(index + 1) (\(operation.summary)): \(error.message)")
      }
    }
  }
}

/// Thrown when a patch can't be applied.
package struct JSONPatchError: Error, Equatable {
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension JSONPatch.Operation {
  fileprivate var summary: String {
    let text =
      switch self {
      case .add(let path, _): "add \(path)"
      case .remove(let path): "remove \(path)"
      case .replace(let path, _): "replace \(path)"
      case .move(let from, let path): "move \(from) to \(path)"
      }
    return text.printable.truncated(to: 200)
  }

  fileprivate func apply(to document: inout JSONValue) throws(JSONPatchError) {
    switch self {
    case .add(let path, let value):
      try value.checkDepth(at: path)
      try document.add(value, at: path)
    case .remove(let path): _ = try document.remove(at: path)
    case .replace(let path, let value):
      try value.checkDepth(at: path)
      try document.change(at: path.tokens[...]) { (place) throws(JSONPatchError) in place = value }
    case .move(let from, let path):
      guard path.tokens == from.tokens || !path.tokens.starts(with: from.tokens) else {
        throw JSONPatchError("a value cannot be moved into itself")
      }
      // The target is only known to exist when the value has been removed.
      var changed = document
      let value = try changed.remove(at: from)
      if path.tokens.count > from.tokens.count { try value.checkDepth(at: path) }
      try changed.add(value, at: path)
      document = changed
    }
  }
}

extension JSONValue {
  /// Throws if the value would have more levels at a place than the parser reads.
  fileprivate func checkDepth(at pointer: JSONPointer) throws(JSONPatchError) {
    guard pointer.tokens.count + depth <= JSONParser.depthLimit else {
      throw JSONPatchError("the result has more than \(JSONParser.depthLimit) brackets within each other")
    }
  }

  /// The number of levels of brackets.
  private var depth: Int {
    switch self {
    case .array(let elements): 1 + elements.reduce(0) { max($0, $1.depth) }
    case .object(let members): 1 + members.reduce(0) { max($0, $1.value.depth) }
    default: 0
    }
  }

  fileprivate mutating func add(_ value: JSONValue, at pointer: JSONPointer) throws(JSONPatchError) {
    guard let token = pointer.tokens.last else {
      self = value
      return
    }
    try change(at: pointer.tokens.dropLast()) { (parent) throws(JSONPatchError) in
      switch parent {
      case .object(var members):
        parent = .null
        if let index = members.firstIndex(where: { $0.name == token }) {
          members[index].value = value
        } else {
          members.append(Member(name: token, value: value))
        }
        parent = .object(members)
      case .array(var elements):
        let index = token == "-" ? elements.count : try elements.index(token, isInsertion: true)
        parent = .null
        elements.insert(value, at: index)
        parent = .array(elements)
      default: throw .noContainer(parent, token)
      }
    }
  }

  fileprivate mutating func remove(at pointer: JSONPointer) throws(JSONPatchError) -> JSONValue {
    guard let token = pointer.tokens.last else { throw JSONPatchError("the whole value cannot be removed") }
    var removed = JSONValue.null
    try change(at: pointer.tokens.dropLast()) { (parent) throws(JSONPatchError) in
      switch parent {
      case .object(var members):
        guard let index = members.firstIndex(where: { $0.name == token }) else { throw .missing(token) }
        parent = .null
        removed = members.remove(at: index).value
        parent = .object(members)
      case .array(var elements):
        let index = try elements.index(token)
        parent = .null
        removed = elements.remove(at: index)
        parent = .array(elements)
      default: throw .noContainer(parent, token)
      }
    }
    return removed
  }

  /// Changes the value at a path without copying the values around it: each level gives up its content before the next
  /// one changes it.
  fileprivate mutating func change(
    at path: ArraySlice<String>,
    _ body: (inout JSONValue) throws(JSONPatchError) -> Void
  ) throws(JSONPatchError) {
    guard let token = path.first else { return try body(&self) }
    switch self {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.name == token }) else { throw .missing(token) }
      self = .null
      defer { self = .object(members) }
      try members[index].value.change(at: path.dropFirst(), body)
    case .array(var elements):
      let index = try elements.index(token)
      self = .null
      defer { self = .array(elements) }
      try elements[index].change(at: path.dropFirst(), body)
    default: throw .noContainer(self, token)
    }
  }
}

extension [JSONValue] {
  fileprivate func index(_ token: String, isInsertion: Bool = false) throws(JSONPatchError) -> Int {
    let digits = token.utf8
    let isIndex = !digits.isEmpty && digits.allSatisfy(\.isDigit) && (digits.count == 1 || digits.first != .zero)
    guard isIndex else { throw JSONPatchError("`\(token.truncated(to: 40).printable)` is not an index of an array") }
    guard let index = Int(token), index < count + (isInsertion ? 1 : 0) else {
      throw JSONPatchError("there is no [\(token.truncated(to: 40))]: the array has \(count.counting("element"))")
    }
    return index
  }
}

extension UInt8 {
  fileprivate static let zero = UInt8(ascii: "0")
}

extension JSONPatchError {
  fileprivate static func missing(_ name: String) -> Self {
    Self("there is no member `\(name.truncated(to: 40).printable)`")
  }

  fileprivate static func noContainer(_ value: JSONValue, _ token: String) -> Self {
    Self("\(value.kind) has no member `\(token.truncated(to: 40).printable)`")
  }
}

extension JSONPatch {
  /// Appends the patch as the array that RFC 6902 describes.
  func write(to bytes: inout [UInt8]) {
    var separator = "["
    for operation in operations {
      bytes.append(contentsOf: separator.utf8)
      operation.write(to: &bytes)
      separator = ","
    }
    bytes.append(contentsOf: (operations.isEmpty ? "[]" : "]").utf8)
  }

  /// Reads a patch.
  init(_ node: JSONNode) throws(Diagnostic) {
    guard case .array(let elements) = node.content else {
      throw Diagnostic(node.range, "expected an array of operations (RFC 6902), found \(node.summary)")
    }
    operations = []
    operations.reserveCapacity(elements.count)
    for element in elements { operations.append(try Operation(element)) }
  }
}

extension JSONPatch.Operation {
  fileprivate func write(to bytes: inout [UInt8]) {
    func write(_ name: String, _ text: String) {
      bytes.append(contentsOf: name.utf8)
      JSONValue.write(text, to: &bytes)
    }
    func write(_ operation: String, _ path: JSONPointer, from: JSONPointer? = nil, value: JSONValue? = nil) {
      write("{\"op\":", operation)
      if let from { write(",\"from\":", from.description) }
      write(",\"path\":", path.description)
      if let value {
        bytes.append(contentsOf: ",\"value\":".utf8)
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    switch self {
    case .add(let path, let value): write("add", path, value: value)
    case .remove(let path): write("remove", path)
    case .replace(let path, let value): write("replace", path, value: value)
    case .move(let source, let path): write("move", path, from: source)
    }
  }

  fileprivate init(_ node: JSONNode) throws(Diagnostic) {
    func pointer(_ name: String) throws(Diagnostic) -> JSONPointer {
      let text = try node.string(name)
      guard let pointer = JSONPointer(text.value) else {
        throw Diagnostic(text.range, "expected a JSON pointer such as \"/rows/0\"")
      }
      return pointer
    }
    let name = try node.string("op")
    switch name.value {
    case "add": self = .add(try pointer("path"), try node.member("value").value)
    case "remove": self = .remove(try pointer("path"))
    case "replace": self = .replace(try pointer("path"), try node.member("value").value)
    case "move": self = .move(from: try pointer("from"), to: try pointer("path"))
    default:
      let known = ["add", "remove", "replace", "move"]
      throw Diagnostic(
        name.range,
        "unknown operation `\(name.value.truncated(to: 40).printable)`",
        notes: "expected \(known.list())",
        known.nearest(to: name.value).map { "did you mean `\($0)`?" }
      )
    }
  }
}

extension JSONNode {
  /// A member, if this is an object that has it.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Returns a member, or throws if it is missing.
  func member(_ name: String) throws(Diagnostic) -> JSONNode {
    guard let node = self[name] else { throw Diagnostic(range, "`\(name)` is missing") }
    return node
  }

  /// A member that must be a string.
  func string(_ name: String) throws(Diagnostic) -> (value: String, range: Range<Int>) {
    guard case .object = content else { throw Diagnostic(range, "expected an object, found \(summary)") }
    let node = try member(name)
    guard case .scalar(.string(let text)) = node.content else {
      throw Diagnostic(node.range, "expected a string for `\(name)`, found \(node.summary)")
    }
    return (text, node.range)
  }
}

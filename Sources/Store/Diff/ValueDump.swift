/// Describes a value and everything that it consists of, for messages. Equal values are described alike.
///
/// ```
/// User(
///   id: 42,
///   name: "Blob",
///   roles: Set([
///     .admin,
///     .author
///   ])
/// )
/// ```
///
/// Sets and dictionaries are sorted, property wrappers are shown as properties, and strings line by line. A reference
/// to an object that contains it ends with `(↩︎)`. Parts that exceed the limits are left out, and their number is
/// stated.
package func valueDump(_ value: Any, limits: DumpLimits = DumpLimits()) -> String {
  var dump = ValueDump(limits: limits)
  return dump.lines(value, isRoot: true, depth: 0).map(\.content).joined(separator: "\n")
}

struct ValueDump {
  let limits: DumpLimits
  var remainingLines: Int
  /// The objects around the current value, which are not shown again.
  var objects: Set<ObjectIdentifier> = []

  init(limits: DumpLimits) {
    self.limits = limits
    remainingLines = limits.lines
  }

  mutating func lines(_ value: Any, label: String? = nil, isRoot: Bool = false, depth: Int) -> [DumpLine] {
    switch layout(value, isRoot: isRoot, hasLabel: label != nil, depth: depth) {
    case .lines(let lines):
      return lines.labeled(label)
    case .group(let group):
      if let object = group.object { objects.insert(object) }
      defer { if let object = group.object { objects.remove(object) } }
      var blocks: [[DumpLine]] = []
      for child in group.children {
        guard remainingLines > 0 else { break }
        blocks.append(lines(child.value, label: child.label, depth: depth + 1))
      }
      return enclosed(blocks, in: group).labeled(label)
    }
  }

  /// The layout of a value. Determined outside of the recursion, to use less of the stack.
  private enum Layout {
    case lines([DumpLine])
    case group(Group)
  }

  private struct Group {
    var opening: String
    var closing: String
    var children: [(label: String?, value: Any)]
    /// The number of children, including those that are not shown.
    var count: Int
    var object: ObjectIdentifier?
  }

  private mutating func layout(_ value: Any, isRoot: Bool, hasLabel: Bool, depth: Int) -> Layout {
    let group: Group
    switch Reflection(value, isRoot: isRoot) {
    case .leaf(let leaf):
      return .lines(line(leaf))
    case .text(let text):
      return .lines(lines(text, hasLabel: hasLabel))
    case .fields(let opening, let fields, let object):
      if let object, objects.contains(object) { return .lines(line(opening + "↩︎)")) }
      let children = fields.map { (label: $0.label, value: $0.value) }
      group = Group(opening: opening, closing: ")", children: children, count: fields.count, object: object)
    case .list(let list):
      let children = list.prefix(limits.elements).enumerated().map { (label: list.label($0) as String?, value: $1) }
      group = Group(opening: "[", closing: "]", children: children, count: list.count)
    case .set(let elements):
      let children = sorted(elements).prefix(limits.elements).map { (label: String?.none, value: $0.base) }
      group = Group(opening: "Set([", closing: "])", children: children, count: elements.count)
    case .dictionary(let entries):
      let values = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
      let children = sorted(values.keys).prefix(limits.elements).map {
        (label: Self.summary($0.base) as String?, value: values[$0] as Any)
      }
      group = Group(opening: "[", closing: entries.isEmpty ? ":]" : "]", children: children, count: values.count)
    }
    guard group.count > 0 else { return .lines(line(group.opening + group.closing)) }
    guard depth < limits.depth else {
      return .lines(line("\(group.opening)…\(group.closing)").commented("more than \(limits.depth) levels deep"))
    }
    return .group(group)
  }

  private mutating func lines(_ text: String, hasLabel: Bool) -> [DumpLine] {
    guard DumpedText.isMultiline(text) else {
      return line(DumpedText.literal(text, maximumCount: limits.characters))
    }
    let lines = DumpedText.lines(text)
    var result: [DumpLine] = []
    for text in lines.prefix(limits.elements) {
      result += line(DumpedText.line(text, maximumCount: limits.characters))
    }
    if lines.count > limits.elements { result += line("… (\(lines.count - limits.elements) more lines)") }
    result += line("\"\"\"")
    return line("\"\"\"") + result.indented(by: hasLabel ? 2 : 0)
  }

  mutating func line(_ text: String) -> [DumpLine] {
    remainingLines -= 1
    return [DumpLine(text: text)]
  }

  private mutating func enclosed(_ blocks: [[DumpLine]], in group: Group) -> [DumpLine] {
    guard let first = blocks.first else { return line("\(group.opening)…\(group.closing)") }
    if group.count == 1, first.count == 1, group.closing == ")" {
      return [DumpLine(text: group.opening + first[0].text + group.closing, comment: first[0].comment)]
    }
    var blocks = blocks
    if blocks.count < group.count { blocks.append(line("… (\(group.count - blocks.count) more)")) }
    var result = line(group.opening)
    for (offset, block) in blocks.enumerated() {
      result += block.indented().terminated(offset == blocks.count - 1 ? "" : ",")
    }
    return result + line(group.closing)
  }

  /// Returns a value in one line, with its id and no other fields. Used for the parts around a change.
  static func summary(_ value: Any, isRoot: Bool = false, depth: Int = 0) -> String {
    switch Reflection(value, isRoot: isRoot) {
    case .leaf(let leaf):
      return leaf
    case .text(let text):
      return DumpedText.isMultiline(text) ? "\"…\"" : DumpedText.literal(text, maximumCount: 80)
    case .fields(let opening, let fields, _):
      guard let field = fields.first else { return opening + ")" }
      let shown = fields.count == 1 ? field : fields.first { $0.label == "id" }
      guard let shown, depth < 4 else { return opening + "…)" }
      let content = (shown.label.map { "\($0): " } ?? "") + summary(shown.value, depth: depth + 1)
      return opening + content + (fields.count == 1 ? ")" : ", …)")
    case .list(let list):
      return list.count == 0 ? "[]" : "[…]"
    case .set(let elements):
      return elements.isEmpty ? "Set([])" : "Set([…])"
    case .dictionary(let entries):
      return entries.isEmpty ? "[:]" : "[…]"
    }
  }

  /// Sorts numbers by value, followed by all other values by their descriptions.
  func sorted(_ values: some Sequence<AnyHashable>) -> [AnyHashable] {
    let keys = values.map { value in
      let number =
        (value.base as? any BinaryInteger).map { Double($0) }
        ?? (value.base as? any BinaryFloatingPoint).map { Double($0) }
      var dump = ValueDump(limits: limits)
      dump.remainingLines = 100
      return (
        value: value,
        number: number ?? .infinity,
        text: dump.lines(value.base, depth: 0).map(\.content).joined(separator: "\n")
      )
    }
    return keys.sorted { ($0.number, $0.text) < ($1.number, $1.text) }.map(\.value)
  }
}

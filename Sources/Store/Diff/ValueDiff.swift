/// Describes how two values differ, for messages. Returns `nil` if they are equal.
///
/// ```
///   User(
///     id: 42,
/// -   name: "Blob"
/// +   name: "Blob, Jr."
///   )
/// ```
///
/// Equal parts are shown in one line or counted. Elements of collections are matched by their ids, if they have any, or
/// otherwise by equality, and marked if they have moved. Strings are compared line by line. If the values differ in
/// nothing that is shown, a line says so.
package func valueDiff(
  _ old: Any,
  _ new: Any,
  limits: DumpLimits = DumpLimits(),
  format: DiffFormat = .default
) -> String? {
  guard !areEqual(old, new) else { return nil }
  var diff = ValueDiff(limits: limits)
  let lines = diff.block(ValueDiff.Values(old, new, isRoot: true, depth: 0)).lines
  return lines.map { $0.markedContent(format) }.joined(separator: "\n")
}

struct ValueDiff {
  /// The lines for a pair of values, with the positions of the last line of the old and of the new value.
  struct Block {
    var lines: [DumpLine]
    var oldEnd: Int
    var newEnd: Int

    init(_ lines: [DumpLine]) {
      self.lines = lines
      oldEnd = lines.count - 1
      newEnd = lines.count - 1
    }

    init(note: [DumpLine] = [], removed: [DumpLine], inserted: [DumpLine]) {
      lines = note + removed.marked(.removed) + inserted.marked(.inserted)
      oldEnd = note.count + removed.count - 1
      newEnd = lines.count - 1
    }

    func terminated(old: String, new: String) -> [DumpLine] {
      var lines = lines
      if oldEnd != newEnd, lines.indices.contains(oldEnd) { lines[oldEnd].text += old }
      if lines.indices.contains(newEnd) { lines[newEnd].text += new }
      return lines
    }
  }

  var dump: ValueDump
  var limits: DumpLimits { dump.limits }

  init(limits: DumpLimits) {
    dump = ValueDump(limits: limits)
  }

  /// Returns the lines for two values that are not equal.
  mutating func block(_ values: Values) -> Block {
    switch layout(values) {
    case .block(let block):
      return block
    case .group(let group):
      dump.objects.formUnion(group.objects)
      defer { dump.objects.subtract(group.objects) }
      var lines = dump.line(group.opening).labeled(values.newLabel)
      for (offset, part) in group.parts.enumerated() {
        if part.isNote || dump.remainingLines > 0 {
          lines += block(part).terminated(old: part.oldSeparator, new: part.newSeparator).indented()
        } else {
          let omitted = group.parts[offset...].count { !$0.isNote }
          lines += [DumpLine(text: "… (\(omitted) more changed)")].indented()
          break
        }
      }
      return Block(lines + dump.line(group.closing))
    }
  }

  private mutating func block(_ part: Part) -> Block {
    switch part.content {
    case .changed(let values):
      var block = block(values)
      block.lines = block.lines.commented(part.comment)
      return block
    case .removed(let value, let label, let depth):
      return Block(dump.lines(value, label: label, depth: depth).marked(.removed))
    case .inserted(let value, let label, let depth):
      return Block(dump.lines(value, label: label, depth: depth).marked(.inserted))
    case .note(let text, let mark):
      return Block(dump.line(text).commented(part.comment).marked(mark))
    }
  }

  /// Two values, unwrapped, with their labels and depth.
  struct Values {
    var old: Any
    var new: Any
    var oldLabel: String?
    var newLabel: String?
    var isRoot: Bool
    var depth: Int

    init(_ old: Any, _ new: Any, oldLabel: String? = nil, newLabel: String? = nil, isRoot: Bool = false, depth: Int) {
      self.old = unwrapped(old)
      self.new = unwrapped(new)
      self.oldLabel = oldLabel
      self.newLabel = newLabel
      self.isRoot = isRoot
      self.depth = depth
    }
  }

  /// The layout of two values. Determined outside of the recursion, to use less of the stack.
  private enum Layout {
    case block(Block)
    case group(Group)
  }

  private struct Group {
    var opening: String
    var closing: String
    var parts: [Part]
    var objects: Set<ObjectIdentifier> = []
  }

  private struct Part {
    enum Content {
      case changed(Values)
      case removed(Any, label: String?, depth: Int)
      case inserted(Any, label: String?, depth: Int)
      case note(String, DumpLine.Mark = .unchanged)
    }

    var content: Content
    var comment: String?
    var oldSeparator = ","
    var newSeparator = ","

    var isNote: Bool {
      if case .note = content { true } else { false }
    }
  }

  private mutating func layout(_ values: Values) -> Layout {
    guard type(of: values.old) == type(of: values.new) else { return .block(replaced(values)) }
    let isRoot = values.isRoot
    switch (Reflection(values.old, isRoot: isRoot), Reflection(values.new, isRoot: isRoot)) {
    case (.text(let old), .text(let new)):
      let isMultiline = DumpedText.isMultiline(old) || DumpedText.isMultiline(new)
      return .block(isMultiline ? texts(old, new, label: values.newLabel) : lines(old, new, values))
    case (.leaf, _), (_, .leaf):
      return .block(replaced(values))
    case _ where values.depth >= limits.depth:
      let note = "Not equal, but the difference is more than \(limits.depth) levels deep:"
      return .block(summarized(values, note: note))
    case _ where dump.remainingLines <= 0:
      return .block(summarized(values, note: "Not equal, but there is too much to show:"))
    case (.fields(let opening, let old, let oldObject), .fields(let otherOpening, let new, let newObject)):
      guard opening == otherOpening, old.map(\.label) == new.map(\.label) else { return .block(replaced(values)) }
      let objects = Set([oldObject, newObject].compactMap { $0 })
      guard dump.objects.isDisjoint(with: objects) else {
        return .block(Block(dump.line(opening + "↩︎)").labeled(values.newLabel)))
      }
      return fields(Group(opening: opening, closing: ")", parts: [], objects: objects), old, new, values)
    case (.list(let old), .list(let new)):
      return group(lists(old, new, depth: values.depth + 1), "[", "]", values)
    case (.set(let old), .set(let new)):
      return group(sets(old, new, depth: values.depth + 1), "Set([", "])", values)
    case (.dictionary(let old), .dictionary(let new)):
      return group(dictionaries(old, new, depth: values.depth + 1), "[", "]", values)
    default:
      return .block(replaced(values))
    }
  }

  private mutating func replaced(_ values: Values) -> Block {
    var old = dump.lines(values.old, isRoot: values.isRoot, depth: values.depth)
    var new = dump.lines(values.new, isRoot: values.isRoot, depth: values.depth)
    if old.map(\.content) == new.map(\.content) {
      let types = (type(of: values.old), type(of: values.new))
      guard types.0 != types.1 else { return summarized(values) }
      old = old.terminated(" as \(typeName(types.0))")
      new = new.terminated(" as \(typeName(types.1))")
    }
    return Block(removed: old.labeled(values.oldLabel), inserted: new.labeled(values.newLabel))
  }

  /// Shows each value in one line. If the lines are equal, adds a line that says why no more is shown.
  private mutating func summarized(_ values: Values, note: String = "Not equal but no difference detected:") -> Block {
    let old = ValueDump.summary(values.old, isRoot: values.isRoot)
    let new = ValueDump.summary(values.new, isRoot: values.isRoot)
    return Block(
      note: old == new ? [DumpLine(text: "// " + note)] : [],
      removed: dump.line(old).labeled(values.oldLabel),
      inserted: dump.line(new).labeled(values.newLabel)
    )
  }

  private mutating func fields(
    _ group: Group,
    _ old: [Reflection.Field],
    _ new: [Reflection.Field],
    _ values: Values
  ) -> Layout {
    let isChanged = zip(old, new).map { !areEqual($0.value, $1.value) }
    guard isChanged.contains(true) else { return .block(summarized(values)) }
    if old.count == 1 {
      // Replace values that take one line each. Try it on a copy: lines that are not shown must not count towards the
      // limit.
      var copy = dump
      let oldLines = copy.lines(values.old, isRoot: values.isRoot, depth: values.depth)
      let newLines = copy.lines(values.new, isRoot: values.isRoot, depth: values.depth)
      if oldLines.count == 1, newLines.count == 1 { return .block(replaced(values)) }
    }
    var group = group
    let parts = zip(zip(old, new), isChanged).map { fields, isChanged in
      let (old, new) = fields
      let (label, depth) = (new.label, values.depth + 1)
      return isChanged
        ? Part(content: .changed(Values(old.value, new.value, oldLabel: label, newLabel: label, depth: depth)))
        : note(new.value, label: label)
    }
    group.parts = separated(parts)
    return .group(group)
  }

  private func note(_ value: Any, label: String?, _ mark: DumpLine.Mark = .unchanged, comment: String? = nil) -> Part {
    Part(content: .note((label.map { "\($0): " } ?? "") + ValueDump.summary(value), mark), comment: comment)
  }

  private func separated(_ parts: [Part]) -> [Part] {
    var parts = parts
    if let last = parts.indices.last {
      parts[last].oldSeparator = ""
      parts[last].newSeparator = ""
    }
    return parts
  }

  private mutating func group(_ parts: [Part], _ opening: String, _ closing: String, _ values: Values) -> Layout {
    guard !parts.isEmpty else { return .block(summarized(values)) }
    return .group(Group(opening: opening, closing: closing, parts: parts))
  }

  private func lists(_ old: some ReflectedList, _ new: some ReflectedList, depth: Int) -> [Part] {
    let steps = listSteps(from: old, to: new)
    let (olds, news) = (old.elements, new.elements)
    let labels = (old: old.label, new: new.label)
    var parts: [Part] = []
    func add(_ part: Part, old: Int? = nil, new: Int? = nil) {
      var part = part
      part.oldSeparator = old == olds.count - 1 ? "" : ","
      part.newSeparator = new == nil ? part.oldSeparator : new == news.count - 1 ? "" : ","
      parts.append(part)
    }
    var unchanged: [Int] = []
    func endUnchanged() {
      if unchanged.count > 1 {
        add(Part(content: .note("… (\(unchanged.count) unchanged)")), new: unchanged.last)
      } else if let only = unchanged.first {
        add(note(news[only], label: labels.new(only)), new: only)
      }
      unchanged = []
    }
    var shown = 0
    for (offset, step) in steps.enumerated() {
      if case .same(let new) = step {
        unchanged.append(new)
        continue
      }
      guard shown < limits.elements else {
        endUnchanged()
        let omitted = steps[offset...].count { !$0.isSame }
        return parts + [Part(content: .note("… (\(omitted) more changed)"), oldSeparator: "", newSeparator: "")]
      }
      endUnchanged()
      shown += 1
      switch step {
      case .same: break
      case .changed(let old, let new):
        let values = Values(olds[old], news[new], oldLabel: labels.old(old), newLabel: labels.new(new), depth: depth)
        add(Part(content: .changed(values)), old: old, new: new)
      case .removed(let old):
        add(Part(content: .removed(olds[old], label: labels.old(old), depth: depth)), old: old)
      case .inserted(let new):
        add(Part(content: .inserted(news[new], label: labels.new(new), depth: depth)), new: new)
      case .movedAway(let old, let new):
        add(note(olds[old], label: labels.old(old), .removed, comment: "moved to [\(new)]"), old: old)
      case .movedHere(let old, let new):
        let comment = "moved from [\(old)]"
        if areEqual(olds[old], news[new]) {
          add(note(news[new], label: labels.new(new), .inserted, comment: comment), new: new)
        } else {
          let values = Values(olds[old], news[new], oldLabel: labels.old(old), newLabel: labels.new(new), depth: depth)
          add(Part(content: .changed(values), comment: comment), old: old, new: new)
        }
      }
    }
    guard shown > 0 else { return [] }
    endUnchanged()
    return parts
  }

  private func sets(_ old: [AnyHashable], _ new: [AnyHashable], depth: Int) -> [Part] {
    let (olds, news) = (Set(old), Set(new))
    let changed = dump.sorted(olds.symmetricDifference(news)).map { element in
      let value = element.base
      return Part(
        content: olds.contains(element)
          ? .removed(value, label: nil, depth: depth) : .inserted(value, label: nil, depth: depth)
      )
    }
    return unordered(changed, unchanged: olds.intersection(news).count)
  }

  private func dictionaries(
    _ old: [(key: AnyHashable, value: Any)],
    _ new: [(key: AnyHashable, value: Any)],
    depth: Int
  ) -> [Part] {
    let olds = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let news = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    let keys = Set(olds.keys).union(news.keys)
    let changed = keys.filter { key in
      guard let old = olds[key], let new = news[key] else { return true }
      return !areEqual(old, new)
    }
    let parts = dump.sorted(changed).compactMap { key -> Part? in
      let label = ValueDump.summary(key.base)
      switch (olds[key], news[key]) {
      case (let old?, let new?):
        return Part(content: .changed(Values(old, new, oldLabel: label, newLabel: label, depth: depth)))
      case (let old?, nil): return Part(content: .removed(old, label: label, depth: depth))
      case (nil, let new?): return Part(content: .inserted(new, label: label, depth: depth))
      case (nil, nil): return nil
      }
    }
    return unordered(parts, unchanged: keys.count - parts.count)
  }

  private func unordered(_ changed: [Part], unchanged: Int) -> [Part] {
    guard !changed.isEmpty else { return [] }
    var parts = Array(changed.prefix(limits.elements))
    let omitted = changed.count - parts.count
    if omitted > 0 { parts.append(Part(content: .note("… (\(omitted) more changed)"))) }
    if unchanged > 0 { parts.append(Part(content: .note("… (\(unchanged) unchanged)"))) }
    return separated(parts)
  }
}

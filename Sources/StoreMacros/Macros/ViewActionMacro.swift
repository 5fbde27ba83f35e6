/// Expands `@ViewAction(for: Feature.self)`: the method `send(_:)` for the view's actions.
func expandViewAction(_ use: MacroUse) -> Expansion {
  guard let type = use.type, [.struct, .class, .actor].contains(type.keyword) else {
    return use.misplaced("'@ViewAction' can only be applied to a type that has a store.")
  }
  guard let feature = use.attribute?.arguments.first(where: { $0.label?.text == "for" })?.value.text,
    feature.hasSuffix(".self")
  else { return Expansion() }
  let name = String(feature.dropLast(".self".count))
  guard let store = type.property("store") else {
    let place = SourceSlice(
      source: type.memberBlock.source,
      range: type.memberBlock.range.lowerBound + 1..<type.memberBlock.range.lowerBound + 1
    )
    let insertion = "\n  \(use.access(of: type))let store: StoreOf<\(name)>"
    return Expansion(
      diagnostics: [
        Diagnostic(
          severity: .error,
          message: "'@ViewAction' needs '\(type.name.text)' to have a property 'store', which it sends to.",
          place: type.name,
          fixIts: [
            FixIt(message: "Insert '\(insertion.trimmed)'", edits: [Edit(replaced: place, replacement: insertion)])
          ]
        )
      ]
    )
  }
  // `send(_:)` is as visible as the store.
  let level = store.declaration.modifiers.first {
    $0.detail == nil && ["public", "package", "fileprivate", "private"].contains($0.name)
  }
  let access = level.map { "\($0.name) " } ?? ""
  return Expansion(
    source: """
      @discardableResult
      \(access)func send(_ action: \(name).Action.ViewAction) -> StoreTask {
        store.send(.view(action))
      }
      """,
    diagnostics: directSends(in: type.memberBlock)
  )
}

/// Warnings for direct uses of `store.send`.
private func directSends(in block: SourceSlice) -> [Diagnostic] {
  let words = block.words
  return words.indices.dropLast(2).compactMap { index in
    let start = words[index]
    guard start.text == "store", words[index + 1].text == "." || words[index + 1].text == "?.",
      words[index + 2].text == "send", words[safe: index + 3]?.text == "("
    else { return nil }
    // `other.store.send` uses another store; `self.store.send` uses this one.
    let isMember = words[safe: index - 1]?.text == "."
    guard !isMember || words[safe: index - 2]?.text == "self" else { return nil }
    let place = SourceSlice(
      source: block.source,
      range: (isMember ? words[index - 2] : start).range.lowerBound..<words[index + 2].range.upperBound
    )
    return Diagnostic(
      severity: .warning,
      message: "Do not use 'store.send' in a '@ViewAction' type: 'send' keeps it to the actions of the view.",
      place: place,
      fixIts: [viewActionFix(words, at: index + 3, place)].compactMap(\.self)
    )
  }
}

/// A fix that replaces `store.send(.view(.tapped))` by `send(.tapped)`.
private func viewActionFix(_ words: [SourceSlice], at open: Int, _ place: SourceSlice) -> FixIt? {
  guard words[safe: open + 1]?.text == ".", words[safe: open + 2]?.text == "view", words[safe: open + 3]?.text == "(",
    let close = closing(words, of: open + 3), words[safe: close + 1]?.text == ")"
  else { return nil }
  let wrapper = SourceSlice(
    source: place.source,
    range: words[open + 1].range.lowerBound..<words[open + 3].range.upperBound
  )
  return FixIt(
    message: "Use 'send' with the view's action",
    edits: [
      Edit(replaced: place, replacement: "send"),
      Edit(replaced: wrapper, replacement: ""),
      Edit(replaced: words[close], replacement: ""),
    ]
  )
}

private func closing(_ words: [SourceSlice], of open: Int) -> Int? {
  var depth = 0
  return words.indices[open...].first { index in
    if words[index].text == "(" { depth += 1 }
    if words[index].text == ")" { depth -= 1 }
    return depth == 0
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

extension SourceSlice {
  /// The tokens without spaces and comments.
  fileprivate var words: [SourceSlice] {
    var lexer = Lexer(bytes: source.bytes, range: range)
    var words: [SourceSlice] = []
    while let token = lexer.next() {
      if !token.kind.isTrivia { words.append(SourceSlice(source: source, range: token.range)) }
    }
    return words
  }
}

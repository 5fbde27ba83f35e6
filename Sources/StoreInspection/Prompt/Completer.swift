/// Completes text at a prompt, from the text before the cursor and from the known names and values.
struct Completer {
  /// The words that statements and commands begin with.
  var keywords: [String] = []
  /// Returns what follows a path of an action. The path has names of cases, and `element` for an element of a
  /// collection.
  var shape: (_ path: [String]) -> TypeProbe.Shape = { _ in .unknown }
  var state: JSONValue = .null
  /// The ids of the elements of the stacks in the state.
  var stackIDs: StackIDs?
  var variables: [String: JSONValue] = [:]
  /// The aliases, with their paths.
  var aliases: [String: String] = [:]
  /// The words on the screen that a statement can be about.
  var words: (_ verb: ScreenStatement.Verb) -> [String] = { _ in [] }
  /// The endpoints that can be answered, with the labels of their parameters.
  var endpoints: [String: [String]] = [:]
  /// The numbers of the steps to which the session can jump.
  var steps: Range<Int> = 0..<0
  /// The files whose paths begin with a text; directories end with `/`.
  var files: (_ prefix: String) -> [String] = { _ in [] }

  /// Completes the word before the cursor.
  ///
  /// - Parameter text: The statement up to the cursor, with the lines before this one.
  func complete(_ text: String) -> Completion {
    let text = text.trimmingPrefix(while: \.isWhitespace)
    guard let space = text.firstIndex(where: \.isWhitespace) else {
      return Completion(of: String(text), among: keywords.sorted(), suffix: " ")
    }
    let keyword = String(text[..<space])
    let rest = String(text[space...].trimmingPrefix(while: \.isWhitespace))
    if let name = rest.lastVariableInText { return Completion(of: name, among: variables.keys.sorted(), suffix: ")") }
    if let variable = rest.lastVariable {
      return Completion(of: variable, among: (Array(variables.keys) + aliases.keys).map { "$\($0)" }.sorted())
    }
    if let verb = ScreenStatement.Verb(rawValue: keyword) {
      return Completion(of: rest, among: words(verb).map { JSONValue.string($0).description }, suffix: " ")
    }
    switch keyword {
    case "repeat":
      // In a block, each line is a separate statement.
      return rest.lastIndex(of: "\n").map { complete(String(rest[rest.index(after: $0)...])) } ?? Completion()
    case "override": return Completion(of: rest, among: ["date", "locale", "seed", "uuid"], suffix: " ")
    case "answer": return answer(rest)
    case "context": return Completion(of: rest, among: ["live", "mock"])
    case "send", "await": return action(rest, isAwaited: keyword == "await")
    case "expect", "show": return statePath(rest, isCompared: keyword == "expect")
    case "let", "alias":
      guard let equals = rest.firstIndex(of: "=") else {
        return rest.last?.isWhitespace == true ? Completion(among: ["= "]) : Completion()
      }
      return statePath(String(rest[equals...].dropFirst().trimmingPrefix(while: \.isWhitespace)), isCompared: false)
    case "include": return Completion(of: rest, among: includable(rest))
    case "save":
      let name = rest.hasPrefix("--force ") ? String(rest.dropFirst(8)) : rest
      if rest.hasPrefix("-"), name == rest { return Completion(of: rest, among: ["--force"], suffix: " ") }
      return Completion(of: name, among: files(name))
    case "help": return Completion(of: rest, among: keywords.sorted())
    case "jump": return Completion(of: rest, among: steps.map { "\($0)" })
    default: return Completion()
    }
  }

  private func answer(_ rest: String) -> Completion {
    if let open = rest.firstIndex(of: "("), !rest.contains(")") {
      let typed = rest[open...].dropFirst().split(separator: ",", omittingEmptySubsequences: false).last ?? ""
      let labels = (endpoints[String(rest[..<open])] ?? []).filter { $0 != "_" }
      return Completion(of: typed.trimmingPrefix(while: \.isWhitespace).description, among: labels.map { $0 + ": " })
    }
    guard let space = rest.lastIndex(of: " ") else {
      return Completion(of: rest, among: endpoints.keys.sorted(), suffix: endpoints[rest]?.isEmpty == false ? "(" : " ")
    }
    let words = ["after ", "as usual", "fails", "never", "once", "with "]
    return Completion(of: String(rest[rest.index(after: space)...]), among: words)
  }

  /// An included file is named in quotes.
  private func includable(_ rest: String) -> [String] {
    let name = rest.hasPrefix("\"") ? String(rest.dropFirst()) : rest
    return files(name).map { "\"\($0)" + ($0.hasSuffix("/") ? "" : "\"") }
  }

  // MARK: Actions

  private func action(_ rest: String, isAwaited: Bool) -> Completion {
    let path = PathPrefix(rest, aliases)
    if let tail = path.tail {
      if isAwaited { return Completion(of: tail, among: ["within "]) }
      return payload(path, typed: tail)
    }
    switch path.fragment {
    case .name(let fragment):
      let shape = shape(path.caseNames)
      guard case .cases(let names) = shape else { return Completion() }
      return completion(of: fragment, among: names, at: path)
    case .subscript(let fragment):
      guard case .element(let id) = shape(path.caseNames) else { return Completion() }
      return Completion(of: fragment, among: ids(at: path.names, or: id).map { "id: \($0)]" })
    }
  }

  /// Completes a case. If only one case matches, adds the beginning of what follows: a nested action, an element, or a
  /// payload.
  private func completion(of fragment: String, among names: [String], at path: PathPrefix) -> Completion {
    let matching = names.filter { $0.hasPrefix(fragment) }
    guard matching.count == 1, let name = matching.first else { return Completion(of: fragment, among: names) }
    let suffix =
      switch shape(path.caseNames + [name]) {
      case .cases: "."
      case .element: "[id: "
      case .nothing: ""
      default: " "
      }
    return Completion(of: fragment, among: [name], suffix: suffix)
  }

  private func payload(_ path: PathPrefix, typed: String) -> Completion {
    switch shape(path.caseNames) {
    case .literals(let values) where values.count > 1: return Completion(of: typed, among: values.map(\.description))
    case let shape:
      return typed.isEmpty ? Completion(among: shape.template.map { [$0.description] } ?? []) : Completion()
    }
  }

  /// The ids of the elements at the same path in the state. If there are none, a made-up id.
  private func ids(at path: [String], or made: TypeProbe.Shape) -> [String] {
    var value: JSONValue? = state
    for name in path { value = value?.withoutCaseLabel[name] }
    if case .array(let elements)? = value?.withoutCaseLabel {
      let ids = elements.compactMap { $0["id"]?.description }
      if !ids.isEmpty { return ids }
    }
    return made.template.map { [$0.description] } ?? []
  }

  // MARK: State

  private func statePath(_ rest: String, isCompared: Bool) -> Completion {
    let path = PathPrefix(rest, aliases)
    if let tail = path.tail {
      guard isCompared else { return Completion() }
      let comparisons = Statement.Comparison.allCases.map(\.rawValue)
      guard let operation = comparisons.first(where: { tail.hasPrefix($0 + " ") }) else {
        return Completion(of: tail, among: comparisons, suffix: " ")
      }
      let value = path.path.flatMap { try? reader.value(at: $0) }
      return Completion(
        of: String(tail.dropFirst(operation.count).trimmingPrefix(while: \.isWhitespace)),
        among: value.map { [$0.description] } ?? []
      )
    }
    guard let (parent, stacks) = path.parent.isEmpty ? (state, stackIDs) : path.path.flatMap({ try? reader.read($0) })
    else { return Completion() }
    switch path.fragment {
    case .name(let fragment): return member(fragment, of: parent, isRoot: path.parent.isEmpty)
    case .subscript(let fragment):
      guard case .array(let elements) = parent else {
        guard case .object(let members) = parent else { return Completion() }
        return Completion(of: fragment, among: members.map { JSONValue.string($0.name).description + "]" })
      }
      let ids = stacks?.ids?.map(\.description) ?? elements.compactMap { $0["id"]?.description }
      return Completion(of: fragment, among: elements.indices.map { "\($0)]" } + ids.map { "id: \($0)]" })
    }
  }

  private var reader: StateReader { StateReader(encoded: state, stackIDs: stackIDs) }

  private func member(_ fragment: String, of parent: JSONValue, isRoot: Bool) -> Completion {
    var names: [String] = []
    if case .object(let members) = parent { names = members.map(\.name).filter(\.isPathName) }
    if let value = parent[fragment]?.withoutCaseLabel,
      !names.contains(where: { $0 != fragment && $0.hasPrefix(fragment) })
    {
      // The name is complete, so the text after it is completed.
      let next =
        switch value {
        case .array(let elements) where elements.isEmpty: [".count"]
        case .array: ["[", ".count"]
        case .object: ["."]
        default: [" "]
        }
      return Completion(among: next)
    }
    switch parent {
    case .array, .string: names.append("count")
    case .object where !isRoot && !names.contains("count"): names.append("count")
    default: break
    }
    return Completion(of: fragment, among: names)
  }
}

/// A path that is being typed, split at the cursor.
private struct PathPrefix {
  enum Fragment {
    /// The beginning of a name.
    case name(String)
    /// The beginning of a subscript.
    case `subscript`(String)
  }

  /// The path before the part that is being typed, as text.
  let parent: String
  let fragment: Fragment
  /// What follows the path and a space, if it is complete.
  let tail: String?
  private let text: String
  private let aliases: [String: String]

  init(_ text: String, _ aliases: [String: String]) {
    self.aliases = aliases
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var end = text.endIndex
    /// The start of the part that the cursor is in, and the end of the path before it.
    var start = text.startIndex
    var parentEnd = text.startIndex
    var isSubscript = false
    for index in text.indices {
      let character = text[index]
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isQuoted = false
        }
        continue
      }
      switch character {
      case "\"" where depth > 0: isQuoted = true
      case "[":
        if depth == 0 { (parentEnd, start, isSubscript) = (index, text.index(after: index), true) }
        depth += 1
      case "]":
        depth -= 1
        if depth == 0 { (parentEnd, start, isSubscript) = (text.index(after: index), text.index(after: index), false) }
      case "." where depth == 0: (parentEnd, start, isSubscript) = (index, text.index(after: index), false)
      case _ where character.isWhitespace && depth == 0: end = index
      default: break
      }
      if end != text.endIndex { break }
    }
    self.text = String(text[..<end])
    tail = end == text.endIndex ? nil : String(text[end...].trimmingPrefix(while: \.isWhitespace))
    let last = String(text[min(start, end)..<end])
    if tail != nil {
      parent = self.text
      fragment = .name("")
    } else {
      parent = String(text[..<parentEnd])
      fragment = isSubscript ? .subscript(last) : .name(last)
    }
  }

  /// The path before the part that is being typed.
  var path: ValuePath? {
    var scanner = SourceScanner(SourceText(name: "", text: parent))
    scanner.aliases = aliases
    guard let path = try? scanner.path(.state), scanner.isAtEnd else { return nil }
    return path
  }

  /// The names of the cases that lead to the part that is being typed.
  var caseNames: [String] {
    (path?.components ?? []).map(\.caseName)
  }

  /// The names of the cases without subscripts.
  var names: [String] {
    (path?.components ?? []).compactMap { if case .name(let name) = $0.kind { name } else { nil } }
  }
}

extension String {
  /// The name at the end of the text, if it follows `\(`.
  fileprivate var lastVariableInText: String? {
    let name = String(reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    return dropLast(name.count).hasSuffix("\\(") ? name : nil
  }

  /// The variable at the end of the text, if the cursor is in one.
  fileprivate var lastVariable: String? {
    guard let dollar = lastIndex(of: "$"),
      self[dollar...].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return String(self[dollar...])
  }
}

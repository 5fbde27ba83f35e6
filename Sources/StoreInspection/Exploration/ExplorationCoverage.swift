import Store
import StoreExploration

/// Describes which actions and calls of a feature an exploration has covered.
struct ExplorationCoverage {
  /// The number of names in a list, unless all are listed.
  private static let limit = 12

  let listsAll: Bool

  /// Returns the lines about the actions of a type.
  ///
  /// - Parameters:
  ///   - actions: The actions that were sent or received.
  ///   - part: The path of the actions that the person could do; `nil` for all actions.
  func lines<Action: Codable>(of actions: [Action], below part: ValuePath?) -> [String] {
    let start = part.map { ActionCaseNames($0).names } ?? []
    let all = Self.paths(of: Action.self, below: start, from: start)
    let known = Set(all)
    let came = Set(
      actions.compactMap { action -> [String]? in
        let names = ActionCaseNames(of: action).names
        // A value may tell more about the cases of a payload than its type does.
        return names.indices.map { Array(names[...$0]) }.last(where: known.contains)
      }
    )
    guard !all.isEmpty else { return [] }
    let missing = summary(all.filter { !came.contains($0) }, of: all, below: start)
    return lines("\(came.count) of \(all.count) actions came.", [("These did not", missing)])
  }

  /// Returns the lines about calls.
  func lines(of endpoints: [String], called: Set<String>, failed: Set<String>) -> [String] {
    guard !endpoints.isEmpty else { return [] }
    let uncalled = endpoints.filter { !called.contains($0) }
    let unfailed = endpoints.filter { called.contains($0) && !failed.contains($0) }
    let text = "\(called.count) of \(endpoints.count) endpoints were called."
    return lines(text, [("These were not", uncalled), ("These did not fail", unfailed)])
  }

  private func lines(_ text: String, _ lists: [(title: String, names: [String])]) -> [String] {
    let lists = lists.filter { !$0.names.isEmpty }
    if listsAll { return [text] + lists.flatMap { title, names in ["\(title):"] + names.map { "  \($0)" } } }
    return [
      lists.reduce(text) { text, list in
        let shown = list.names.prefix(Self.limit).joined(separator: ", ")
        let rest = list.names.count - Self.limit
        return "\(text) \(list.title): \(shown)" + (rest > 0 ? " and \(rest) more." : ".")
      }
    ]
  }

  /// Returns paths as scripts write them. Unless all are listed, one line with a number stands for all paths of a
  /// child.
  private func summary(_ missing: [[String]], of all: [[String]], below start: [String]) -> [String] {
    if listsAll { return missing.map(Self.text) }
    var names: [String] = []
    var counts: [String: Int] = [:]
    for path in missing {
      let name = Self.text(Array(path.prefix(start.count + 1)))
      if counts[name] == nil { names.append(name) }
      counts[name, default: 0] += 1
    }
    return names.map { name in
      let count = all.count { Self.text(Array($0.prefix(start.count + 1))) == name }
      return count == 1 ? name : "\(name) (\(counts[name] ?? 0) of \(count))"
    }
  }

  private static func text(_ path: [String]) -> String { ActionCaseNames(path).text(element: "[id:]") }

  /// The number of names of a path beyond which no actions are listed: a feature may contain itself.
  private static let depthLimit = 8

  /// Returns the paths of all actions of a type, in the order of their declarations.
  ///
  /// - Parameter start: The path that the person has named. Its cases always count as actions.
  private static func paths<Action: Decodable>(
    of type: Action.Type,
    below path: [String],
    from start: [String]
  ) -> [[String]] {
    guard path.count < depthLimit else { return [path] }
    let (shape, found) = TypeProbe.end(of: type, at: path)
    switch shape {
    // An enum without case paths is a payload, such as an error.
    case .cases(let names) where path == start || !EnumCaseName.isEnum(found) || found is any CasePathable.Type:
      return names.flatMap { paths(of: type, below: path + [$0], from: start) }
    case .element: return paths(of: type, below: path + ["element"], from: start)
    default: return path.isEmpty ? [] : [path]
    }
  }
}

import StoreTrace

extension Session {
  /// Decodes the actions and checks the paths of all statements before any of them runs.
  ///
  /// - Returns: The action that each statement sends, if it is known already, and the mistakes, up to a limit.
  package func check(_ statements: [Statement]) -> (actions: [Feature.Action?], errors: [ScriptErrors.Place]) {
    var actions: [Feature.Action?] = []
    actions.reserveCapacity(statements.count)
    var errors: [ScriptErrors.Place] = []
    // Copies of a statement are checked once. Copies that differ, because they use `$index`, would have the same
    // mistake.
    var checked: [Int: Feature.Action?] = [:]
    var wrong: Set<Position> = []
    for statement in statements where errors.count < ScriptParser.errorLimit {
      if let action = checked[statement.id] {
        actions.append(action)
        continue
      }
      var action: Feature.Action?
      let position = Position(file: statement.source.name, offset: statement.range.lowerBound)
      do throws(Diagnostic) {
        if !wrong.contains(position) { action = try check(statement) }
      } catch {
        wrong.insert(position)
        errors.append(ScriptErrors.Place(diagnostic: error, source: statement.source))
      }
      checked[statement.id] = .some(action)
      actions.append(action)
    }
    return (actions, errors)
  }
}

private struct Position: Hashable {
  let file: String
  let offset: Int
}

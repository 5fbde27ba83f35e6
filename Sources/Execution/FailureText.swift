import StoreCore

package func count(_ number: Int, _ noun: String) -> String {
  number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
}

package func indented(_ text: String, by amount: Int = 4) -> String {
  let indentation = String(repeating: " ", count: amount)
  return text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "" : indentation + $0 }
    .joined(separator: "\n")
}

/// Returns the difference between two values, for a message.
package func difference(_ expected: Any, _ actual: Any, _ actualName: String) -> String {
  let difference = valueDiff(expected, actual).map { indented($0) }
  return "\(difference ?? indentedDump(actual))\n\n(Expected: -, \(actualName): +)"
}

/// Returns an item of a list of effects.
package func bullet(_ summary: String, _ reason: String, startedBy cause: String? = nil) -> String {
  var item = "  • effect \(summary)\n    \(reason)"
  if let cause {
    item += cause.contains("\n") ? "\n    started by\n\(indented(cause, by: 6))" : "\n    started by \(cause)"
  }
  return item
}

/// Returns an item of a list of effects, with what has started the effect.
package func bullet<Action>(_ effect: EffectDescription<Action>, _ reason: String) -> String {
  bullet(effect.summary, reason, startedBy: effect.event ?? effect.cause.map { valueDump($0) })
}

extension Collection {
  /// Returns one or more lines for each of the first elements, and the number of the others.
  package func list(_ describe: (Element) -> String) -> String {
    let limit = 20
    var items = prefix(limit).map(describe)
    if count > limit { items.append("  … and \(count - limit) more") }
    return items.joined(separator: "\n")
  }
}

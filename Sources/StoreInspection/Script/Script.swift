import Foundation

/// A parsed script: its statements in order. Parsing it runs nothing and needs to know no feature.
struct Script: Sendable {
  let source: SourceText
  let statements: [Statement]

  /// The statements as they were written, without what is around them.
  var text: String { source[source.bytes.indices].trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// One line of a script, or several where its JSON goes on.
struct Statement: Sendable {
  let kind: Kind
  /// UTF-8 offsets into the script.
  let range: Range<Int>

  enum Kind: Sendable {
    /// Sends an action to the store.
    case send(ScriptPath, payload: JSONNode?)
    /// Keeps a value in the state under a name.
    case `let`(String, ScriptPath)
    /// Moves the clock.
    case advance(Duration)
    /// Waits until an effect has sent an action.
    case await(ScriptPath, limit: Duration)
    /// Compares a value in the state.
    case expect(ScriptPath, Comparison, JSONNode)
    /// Prints a value in the state, or all of it.
    case show(ScriptPath?)
    /// Draws the screen.
    case screen

    /// Whether it changes what comes after it, even if it sends nothing.
    var movesOn: Bool {
      switch self {
      case .send, .advance, .await: true
      case .let, .expect, .show, .screen: false
      }
    }
  }

  /// The statement with what `value` says in place of its variables.
  func resolving(_ value: (String) -> JSONValue) -> Kind {
    switch kind {
    case .send(let path, let payload): .send(path.resolving(value), payload: payload?.resolving(value))
    case .let(let name, let path): .let(name, path.resolving(value))
    case .await(let path, let limit): .await(path.resolving(value), limit: limit)
    case .expect(let path, let comparison, let expected):
      .expect(path.resolving(value), comparison, expected.resolving(value))
    case .show(let path): .show(path?.resolving(value))
    case .advance, .screen: kind
    }
  }

  enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
  }
}

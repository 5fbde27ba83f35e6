import Foundation

/// A parsed script: its statements in the order in which they run, those of included files and of blocks among them.
/// Parsing it runs nothing and needs to know no feature.
struct Script: Sendable {
  let source: SourceText
  let statements: [Statement]

  /// The statements as they were written, without what is around them.
  var text: String { source[source.bytes.indices].trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The seed that is set before anything runs.
  var seed: UInt64? {
    for statement in statements {
      if case .override(.seed(let seed)) = statement.kind { return seed }
      if statement.kind.runs { return nil }
    }
    return nil
  }
}

/// One line of a script, or several where its JSON goes on.
struct Statement: Sendable {
  let kind: Kind
  /// The file that it stands in.
  let source: SourceText
  /// UTF-8 offsets into the source.
  let range: Range<Int>
  /// The same for all copies that a `repeat` makes of a statement that does not ask which pass it is in.
  let id: Int
  /// In which passes of which blocks it runs, the outermost first.
  var passes: [Pass] = []

  /// The second pass of three has the index 1.
  struct Pass: Sendable {
    let index: Int
    let count: Int
  }

  enum Kind: Sendable {
    /// Sends an action to the store.
    case send(ScriptPath, payload: JSONNode?)
    /// Keeps a value in the state under a name.
    case `let`(String, ScriptPath)
    /// Keeps a value that the script gives under a name.
    case define(String, JSONNode)
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
    /// Gives what follows a headline.
    case section(String)
    /// Sets what the feature would ask the system for.
    case override(Override)
    /// Says what values the script runs on.
    case context(isLive: Bool)

    /// Whether the statement does something to the feature, or looks at it.
    var runs: Bool {
      switch self {
      case .section, .override, .context, .define: false
      default: true
      }
    }

    /// Whether it changes what comes after it, even if it sends nothing.
    var movesOn: Bool {
      switch self {
      case .send, .advance, .await, .override, .let, .define: true
      case .expect, .show, .screen, .section, .context: false
      }
    }
  }

  enum Override: Sendable, Equatable {
    case date(Date)
    case uuid(UUID)
    case seed(UInt64)
  }

  enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case less = "<"
    case atLeast = ">="
    case greater = ">"
    case contains
    case matches
  }

  /// The names of the variables that the statement reads.
  var variables: Set<String> {
    var names: Set<String> = []
    _ = resolving {
      names.insert($0); return nil
    }
    return names
  }

  /// The statement with what `value` says in place of its variables; those it knows nothing of stay.
  func resolving(_ value: (String) -> JSONValue?) -> Kind {
    switch kind {
    case .send(let path, let payload): .send(path.resolving(value), payload: payload?.resolving(value))
    case .let(let name, let path): .let(name, path.resolving(value))
    case .define(let name, let node): .define(name, node.resolving(value))
    case .await(let path, let limit): .await(path.resolving(value), limit: limit)
    case .expect(let path, let comparison, let expected):
      .expect(path.resolving(value), comparison, expected.resolving(value))
    case .show(let path): .show(path?.resolving(value))
    case .advance, .screen, .section, .override, .context: kind
    }
  }
}

extension [Statement] {
  /// Whether a `context` among them asks for live values.
  var areLive: Bool {
    contains { if case .context(isLive: true) = $0.kind { true } else { false } }
  }
}

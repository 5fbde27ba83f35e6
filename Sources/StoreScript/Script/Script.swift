import Foundation
import StoreTrace

/// A parsed script: its statements in the order in which they run, including those of included files and of blocks.
/// Parsing a script runs nothing, and does not need the feature.
package struct Script: Sendable {
  package let source: SourceText
  package let statements: [Statement]
  /// Statements that are probably mistakes.
  package var warnings: [ScriptErrors.Place] = []

  /// Returns statements that define variables before a script begins.
  ///
  /// - Parameters:
  ///   - definitions: Texts of the form `NAME=VALUE`. A value that a script could not contain is a text.
  ///   - timeZone: The time zone of dates that name none.
  package static func definitions(
    _ definitions: [String],
    timeZone: TimeZone = .gmt
  ) throws(ScriptErrors) -> [Statement] {
    var statements: [Statement] = []
    for definition in definitions {
      let (name, value) = (definition.prefix { $0 != "=" }, definition.drop { $0 != "=" }.dropFirst())
      func parse(_ value: some StringProtocol) throws(ScriptErrors) -> [Statement] {
        try ScriptParser.parse(
          SourceText(name: "--define", text: "let \(name) = \(value)"),
          timeZone: timeZone
        ).statements
      }
      if let parsed = try? parse(value), parsed.count == 1, case .define = parsed[0].kind {
        statements += parsed
      } else {
        statements += try parse(JSONValue.string(String(value)).description)
      }
    }
    return statements
  }

  /// Returns the script with statements before its own.
  package func adding(_ first: [Statement]) -> Script {
    Script(source: source, statements: first + statements, warnings: warnings)
  }

  /// The text of the script without surrounding white space.
  package var text: String { source[source.bytes.indices].trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The seed that the script sets before anything runs.
  var seed: UInt64? {
    for statement in statements {
      if case .override(.seed(let seed)) = statement.kind { return seed }
      if statement.kind.runs { return nil }
    }
    return nil
  }
}

/// A statement: one line of a script, or several if its JSON continues.
package struct Statement: Sendable {
  package let kind: Kind
  /// The file that contains the statement.
  package let source: SourceText
  /// UTF-8 offsets into the source.
  let range: Range<Int>
  /// Identifies the statement. The copies that a `repeat` makes have the same number, unless the statement uses
  /// `$index`.
  let id: Int
  /// The passes of the blocks in which the statement runs, the outermost first.
  var passes: [Pass] = []

  /// The second pass of three has the index 1.
  struct Pass: Sendable {
    let index: Int
    let count: Int
  }

  package enum Kind: Sendable {
    /// Sends an action to the store.
    case send(ValuePath, payload: JSONNode?)
    /// Stores a value of the state in a variable.
    case `let`(String, ValuePath)
    /// Stores a value that the script contains in a variable.
    case define(String, JSONNode)
    /// Gives a path another name.
    case alias(String, ValuePath)
    /// Advances the clock.
    case advance(Duration)
    /// Waits until an effect has sent an action.
    case await(ValuePath, limit: Duration)
    /// Waits until an effect has changed the state under a name.
    case awaitModification(JSONNode, limit: Duration)
    /// Compares a value in the state.
    case expect(ValuePath, Comparison, JSONNode)
    /// Prints a value in the state, or all of it.
    case show(ValuePath?)
    /// Prints a value that the script contains.
    case print(JSONNode)
    /// Draws the screen.
    case screen
    /// Does what a person does on the screen, or looks for what a person sees.
    case person(ScreenStatement)
    /// Prints a headline for the statements that follow.
    case section(JSONNode)
    /// Sets the date, the next identifier, the seed of random numbers, or the locale.
    case override(Override)
    /// Says how calls of an endpoint end.
    case answer(ScriptedAnswer)
    /// Selects live or mock values for the script.
    case context(isLive: Bool)

    /// Whether the statement needs the feature: it does something to it, or looks at it.
    var runs: Bool {
      switch self {
      case .section, .override, .context, .define, .alias, .print: false
      default: true
      }
    }

    /// Whether the statement prepares the session, so that the feature has yet to begin.
    var isPreparation: Bool {
      switch self {
      case .answer, .override, .define, .alias, .section, .context: true
      default: false
      }
    }

    /// Whether the statement does nothing but print.
    package var onlyPrints: Bool {
      switch self {
      case .show, .print, .screen: true
      default: false
      }
    }

    /// Whether later statements may depend on this one, even if it sends nothing.
    package var movesOn: Bool {
      switch self {
      case .send, .advance, .await, .awaitModification, .override, .let, .define, .alias, .answer: true
      case .person(let statement): statement.verb != .see
      case .expect, .show, .print, .screen, .section, .context: false
      }
    }
  }

  package enum Override: Sendable, Equatable {
    case date(Date)
    case uuid(UUID)
    case seed(UInt64)
    case locale(Locale)
  }

  package enum Comparison: String, CaseIterable, Sendable {
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
      names.insert($0)
      return nil
    }
    return names
  }

  /// The number of JSON values that the statement has.
  var payloadSize: Int { max(1, kind.nodes.reduce(0) { $0 + $1.size }) }

  /// Returns the statement with its variables replaced. Variables for which `value` returns `nil` stay.
  func resolving(_ value: (String) -> JSONValue?) -> Kind {
    switch kind {
    case .send(let path, let payload): .send(path.resolving(value), payload: payload?.resolving(value))
    case .let(let name, let path): .let(name, path.resolving(value))
    case .define(let name, let node): .define(name, node.resolving(value))
    case .print(let node): .print(node.resolving(value))
    case .await(let path, let limit): .await(path.resolving(value), limit: limit)
    case .expect(let path, let comparison, let expected):
      .expect(path.resolving(value), comparison, expected.resolving(value))
    case .show(let path): .show(path?.resolving(value))
    case .answer(let answer): .answer(answer.resolving(value))
    case .person(let statement): .person(statement.resolving(value))
    case .awaitModification(let name, let limit): .awaitModification(name.resolving(value), limit: limit)
    case .section(let title): .section(title.resolving(value))
    case .alias, .advance, .screen, .override, .context: kind
    }
  }
}

extension Statement.Kind {
  /// The values that the statement contains.
  var nodes: [JSONNode] {
    switch self {
    case .send(_, let payload): payload.map { [$0] } ?? []
    case .define(_, let node), .expect(_, _, let node), .print(let node), .section(let node): [node]
    case .awaitModification(let name, _): [name]
    case .answer(let answer): answer.nodes
    case .person(let statement): statement.nodes
    default: []
    }
  }
}

extension [Statement] {
  /// Whether a `context` statement asks for live values.
  package var areLive: Bool {
    contains { if case .context(isLive: true) = $0.kind { true } else { false } }
  }

  /// The locale that an `override` sets for the whole script.
  var locale: Locale? {
    for case .override(.locale(let locale)) in lazy.map(\.kind) { return locale }
    return nil
  }
}

/// The words that statements begin with.
package enum Keyword: String, CaseIterable {
  case send, await, expect, press, fill, open, see, `let`, alias, advance, show, screen, section, include, `repeat`
  case override, answer, context
}

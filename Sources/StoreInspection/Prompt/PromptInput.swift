import Foundation

/// Makes statements and commands from lines. It uses no terminal, and runs nothing.
struct PromptInput {
  enum Item: Sendable {
    /// A line without anything to do.
    case nothing
    /// The lines so far are the beginning of a statement.
    case incomplete
    case statements(Script)
    case command(PromptCommand)
    /// The lines were wrong, and are discarded.
    case mistake(ScriptErrors)
  }

  let name: String
  /// The lines of a statement that is not complete, each with its end.
  private(set) var pending = ""
  /// The aliases, with their paths.
  var aliases: [String: String] = [:]
  /// The time zone of dates that name none.
  var timeZone = TimeZone.gmt
  private var lineCount = 0
  private var firstLine = 1

  /// How many brackets are open at the end of ``pending``.
  private var balance = BracketBalance()

  /// The maximum number of lines of a statement that is parsed again with each line, to find mistakes early. A longer
  /// statement is parsed when its brackets are closed.
  private static let eagerLimit = 50
  /// The maximum number of lines of a statement.
  static let lineLimit = 10_000

  /// - Parameter name: The name of the input in messages.
  init(name: String) {
    self.name = name
  }

  /// Takes a line.
  ///
  /// - Parameter variables: The names of the existing variables.
  mutating func take(_ line: String, variables: Set<String>) -> Item {
    lineCount += 1
    if pending.isEmpty { (firstLine, balance) = (lineCount, BracketBalance()) }
    pending += line + "\n"
    balance.take(line)
    let count = lineCount - firstLine
    if count > Self.eagerLimit, count < Self.lineLimit, balance.isOpen { return .incomplete }
    let source = source
    if firstLine == lineCount {
      do throws(Diagnostic) {
        if let command = try PromptCommand(source) {
          pending = ""
          return .command(command)
        }
      } catch {
        pending = ""
        return .mistake(ScriptErrors(errors: [.init(diagnostic: error, source: source)]))
      }
    }
    return parse(source, variables, isLast: false)
  }

  /// Takes a line that is not UTF-8.
  mutating func takeInvalidLine() -> Item {
    lineCount += 1
    firstLine = lineCount
    pending = ""
    let error = Diagnostic(0..<0, "this is not UTF-8 text")
    return .mistake(ScriptErrors(errors: [.init(diagnostic: error, source: source)]))
  }

  /// Discards a statement that is not complete.
  mutating func clear() {
    pending = ""
  }

  /// Takes the pending lines at the end of the input.
  mutating func finish(variables: Set<String>) -> Item {
    pending.isEmpty ? .nothing : parse(source, variables, isLast: true)
  }

  private var source: SourceText {
    var source = SourceText(name: name, text: pending)
    source.firstLine = firstLine
    return source
  }

  private mutating func parse(_ source: SourceText, _ variables: Set<String>, isLast: Bool) -> Item {
    let script: Script
    do throws(ScriptErrors) {
      script = try ScriptParser.parse(source, variables: variables, aliases: aliases, timeZone: timeZone)
    } catch {
      if error.isIncomplete, !isLast, lineCount - firstLine < Self.lineLimit { return .incomplete }
      pending = ""
      return .mistake(error)
    }
    pending = ""
    return script.statements.isEmpty ? .nothing : .statements(script)
  }
}

/// Counts the open brackets, except those in strings and comments.
private struct BracketBalance {
  private var depth = 0

  var isOpen: Bool { depth > 0 }

  /// Strings and comments end with the line.
  mutating func take(_ line: String) {
    var isQuoted = false
    var isEscaped = false
    for byte in line.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "#"): return
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
  }
}

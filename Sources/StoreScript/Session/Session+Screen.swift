import Dependencies
import Store
import StoreTrace

extension Session {
  /// Draws what a person would see; `nil` if the feature has no screen.
  package func draw() -> Screen<Feature.Action>? {
    guard let screen = setup.screen else { return nil }
    return withDependencies {
      $0 = dependencies
    } operation: {
      let context = ScreenContext(width: min(80, transcript.width(otherwise: 80)), dependencies)
      return screen(ObservedState(store), context)
    }
  }

  /// Does what a person does on the screen, or looks for what a person sees.
  func perform(_ statement: ScreenStatement) async throws {
    guard let screen = draw() else { return }
    let words = statement.words.text
    if statement.verb == .see { return try see(statement, screen) }
    let target: Screen<Feature.Action>.Target
    do throws(ScreenMistake) {
      target = try screen.target(
        of: statement.verb,
        words,
        inRow: statement.verb == .press ? statement.text?.text : nil
      )
    } catch {
      throw StepFailure(error.diagnostic(statement.words.range), .failed)
    }
    if let question = target.question { transcript.note("answered with yes: \(question)") }
    switch target.content {
    case .button(let action): store.send(action)
    case .field(let field): store.send(field.edit(statement.text?.text ?? ""))
    case .place: break
    }
    await settle()
    await appear(after: screen)
  }

  /// Sends the actions of the screens that have appeared since another one was drawn.
  private func appear(after screen: Screen<Feature.Action>) async {
    var known = Set(screen.appearances.map(\.id))
    while let new = draw()?.appearances.filter({ known.insert($0.id).inserted }), !new.isEmpty {
      for (_, action) in new {
        store.send(action)
        await settle()
      }
    }
  }

  private func see(_ statement: ScreenStatement, _ screen: Screen<Feature.Action>) throws {
    counts.expectations += 1
    let words = statement.words.text
    let isRight = screen.shows(words) != statement.isAbsent
    let text = JSONValue.string(words)
    transcript.result("\(text) is \(isRight == statement.isAbsent ? "not " : "")on the screen", isRight: isRight)
    guard !isRight else { return }
    let lines = screen.lines.map(\.trimmed).filter { !$0.isEmpty }
    let shown = lines.prefix(40).map { "  \($0)" } + (lines.count > 40 ? ["  … \(lines.count - 40) more lines"] : [])
    var diagnostic = Diagnostic(
      statement.words.range,
      "\(text) is \(statement.isAbsent ? "" : "not ")on the screen",
      notes: "the screen is"
    )
    diagnostic.notes += shown
    throw StepFailure(diagnostic, .failed)
  }
}

extension ScreenMistake {
  fileprivate func diagnostic(_ range: Range<Int>) -> Diagnostic {
    var diagnostic = Diagnostic(range, message)
    diagnostic.notes = notes
    return diagnostic
  }
}

extension JSONNode {
  /// The text of a value, or JSON if the value is no text.
  var text: String { if case .string(let text) = value { text } else { description } }
}

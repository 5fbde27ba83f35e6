import Dependencies
import Foundation
import StoreTrace

/// The functions of a page that only work if the program knows the feature, as a command line does.
package struct LiveTools<State>: Sendable {
  /// Returns the state after a step of a trace; the last one if there is no number. Throws a ``LiveRefusal``.
  package var state: (@Sendable (TraceReader, _ step: Int?) throws -> State)?
  /// Makes a test of a trace. Throws a ``LiveRefusal``.
  package var test: (@Sendable (TraceReader) async throws -> String)?
  /// Returns the lines of the screen, with the names of their styles.
  package var screen: (@Sendable (State, DependencyValues) -> [(text: String, style: String)])?
  /// Whether the session has a script.
  package var hasScript = false

  package init() {}
}

/// The reason why a command of a page is refused.
package struct LiveRefusal: Error, Equatable {
  let message: String

  /// - Parameter message: The sentence about what happened. White space around it is removed.
  package init(_ message: String) { self.message = message.trimmingCharacters(in: .newlines) }
}

import Dependencies
import Foundation
import StoreTrace

/// What a page can do with a store because the program knows its feature, as a command line does.
package struct LiveTools<State>: Sendable {
  /// Returns the state after a step of a trace; the last one if there is no number. Throws a ``LiveRefusal``.
  package var state: (@Sendable (TraceReader, _ step: Int?) throws -> State)?
  /// Makes a test of a trace. Throws a ``LiveRefusal``.
  package var test: (@Sendable (TraceReader) async throws -> String)?
  /// Returns the lines of what a person sees, with the names of their styles.
  package var screen: (@Sendable (State, DependencyValues) -> [(text: String, style: String)])?
  /// Whether the session has a script.
  package var hasScript = false

  package init() {}
}

/// Says why something that a page asks for is not done.
package struct LiveRefusal: Error, Equatable {
  let message: String

  /// - Parameter message: What happened, in lines.
  package init(_ message: String) { self.message = message.trimmingCharacters(in: .newlines) }
}

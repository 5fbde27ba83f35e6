import Dependencies
import Foundation

extension Process {
  private static let starting = Locked(())

  /// Starts the process. One is started at a time: one that starts meanwhile could inherit the descriptor by which
  /// Foundation notices the end of the other, and keep that unnoticed until it ends itself.
  package func start() throws { try Self.starting.withLock { _ in try run() } }
}

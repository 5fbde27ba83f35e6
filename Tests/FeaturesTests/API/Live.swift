import Dependencies
import Features
import Foundation

/// Runs an operation with live clients over real sockets and the real `URLSession`, with the given environment
/// variables. Only the clock and the date, 1,700,000,000 seconds after 1970, are not real.
func live<R>(
  _ environment: [String: String?],
  clock: ImmediateClock<Duration> = ImmediateClock(),
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await withDependencies {
    $0.context = .live
    $0.continuousClock = clock
    $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
    $0.processEnvironment = ProcessEnvironment(environment.compactMapValues { $0 })
  } operation: {
    try await operation()
  }
}

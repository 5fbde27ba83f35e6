import Foundation
import Store
import StoreTrace

extension Session {
  func beginTrace() throws(FileError) {
    guard let destination = setup.trace, let generated else { return }
    let (trace, state) = try destination.begin(
      feature: "\(Feature.self)",
      isLive: isLive,
      seed: seed,
      generated: generated,
      localization: Localization(dependencies),
      time: clock.map { clock in { @Sendable in clock.now.offset } },
      onFailure: { [console = transcript.console] error in
        console.writeError(error.rendered(for: destination.program) + "  The trace ends here, the session goes on.\n")
      },
      encoding: { try reader().state }
    )
    self.trace = trace
    calls.begin(trace)
    journal.begin(trace, state: state)
  }

  /// Makes signals that end the process end the trace and the program first, for as long as the result is retained.
  package func watchSignals() -> [SignalWatch] {
    let ending = setup.ending
    guard transcript.console.isStandard, trace != nil || ending != nil else { return [] }
    return [SIGTERM, SIGHUP, SIGQUIT].filter { !SignalDisposition(of: $0).isIgnored }.map { [trace] number in
      SignalWatch(number) { disposition in
        // This may block, for example if the trace is a pipe without a reader. Then a second signal ends the process.
        disposition.restore()
        trace?.end(signal: number)
        ending?.wait()
        disposition.obey()
      }
    }
  }

  /// Ends the trace.
  ///
  /// - Returns: The status, or another one if all went well except that some output could not be written.
  package func endTrace(_ status: ExitCode) -> ExitCode {
    let status = status == .passed ? transcript.console.failure()?.status ?? status : status
    return trace?.end(status) ?? status
  }
}

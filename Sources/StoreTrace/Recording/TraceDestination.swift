import Foundation

/// Where a session is recorded, and the values of its header that don't depend on the session.
package struct TraceDestination: Sendable {
  /// The path of the file; `nil` if the session is not recorded in one.
  package let path: String?
  package let program: String
  let version: String
  let redaction: Redaction

  /// Begins to show the session, on a page or elsewhere.
  private var shows: [@Sendable (TraceHeader) -> any TraceSink]

  package init(
    path: String?,
    program: String,
    version: String,
    redaction: Redaction,
    show: (@Sendable (TraceHeader) -> any TraceSink)? = nil
  ) {
    self.path = path
    shows = show.map { [$0] } ?? []
    self.program = program
    self.version = version
    self.redaction = redaction
  }

  /// Returns this destination with a further place that shows the session.
  package func showing(_ show: @escaping @Sendable (TraceHeader) -> any TraceSink) -> Self {
    var destination = self
    destination.shows.append(show)
    return destination
  }

  /// Begins a trace by writing its header.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers; `nil` if they differ in each run.
  ///   - generated: The log of generated values, which contains those of the initial state; `nil` to record none.
  ///   - time: The time since the start on the session's clock; `nil` for the real time.
  ///   - onFailure: Called once if the file can no longer be written.
  ///   - encode: Encodes the initial state.
  /// - Returns: The recorder, and the encoded initial state.
  package func begin(
    feature: String,
    isLive: Bool,
    seed: UInt64? = nil,
    generated: GeneratedValuesLog? = nil,
    localization: Localization?,
    time: (@Sendable () -> Duration)? = nil,
    onFailure: @escaping @Sendable (FileError) -> Void = { _ in },
    encoding encode: () throws -> JSONValue
  ) throws(FileError) -> (recorder: TraceRecorder, state: JSONValue) {
    let state: JSONValue
    do {
      state = try encode()
    } catch {
      throw FileError(.write, path ?? "the page", reason: "the start state cannot be encoded: \(error)")
    }
    let header = TraceHeader(
      program: program,
      version: version,
      feature: feature,
      isLive: isLive,
      seed: seed,
      // Milliseconds are precise enough for readers.
      date: Date(timeIntervalSinceReferenceDate: (Date().timeIntervalSinceReferenceDate * 1000).rounded() / 1000),
      values: generated?.take() ?? GeneratedValues(),
      localization: localization,
      redaction: redaction,
      state: state
    )
    var sinks: [any TraceSink] = []
    if let path { sinks.append(try TraceWriter(to: path, header: header, onFailure: onFailure)) }
    for show in shows { sinks.append(show(header)) }
    let recorder = TraceRecorder(sinks, redaction: redaction, start: state, generated: generated, time: time)
    for sink in sinks { sink.hide { [weak recorder] in recorder?.hiding($0) ?? "" } }
    return (recorder, state)
  }
}

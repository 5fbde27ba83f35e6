import Foundation

/// Where a session is recorded to.
struct TraceDestination: Sendable {
  let path: String
  let program: String
  let version: String
  let redaction: Redaction

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - console: Where it is said that the file can no longer be written; `nil` if it is not said at once.
  ///   - time: The time since the start on the session's clock; `nil` if that is the real time.
  func begin(
    feature: String,
    isLive: Bool,
    seed: UInt64?,
    state: JSONValue,
    values: GeneratedValues,
    localization: Localization,
    console: Console?,
    time: (@Sendable () -> Duration)?
  ) throws(FileError) -> TraceRecorder {
    let header = TraceHeader(
      program: program,
      version: version,
      feature: feature,
      isLive: isLive,
      seed: seed,
      // To the millisecond: nobody reads more of it.
      date: Date(timeIntervalSinceReferenceDate: (Date().timeIntervalSinceReferenceDate * 1000).rounded() / 1000),
      values: values,
      localization: localization,
      redaction: redaction,
      state: state
    )
    let writer = try TraceWriter(to: path, header: header) { error in
      console?.writeError(error.rendered(for: program) + "  The trace ends here, the session goes on.\n")
    }
    return TraceRecorder(writer, redaction: redaction, time: time)
  }
}

extension StoreCommandLine {
  /// How the feature comes into being for a session with these options.
  ///
  /// - Parameter files: Files that are read, and so cannot be recorded to.
  func setup(for options: SessionOptions, reading files: [String] = []) throws(FileError) -> FeatureSetup<Feature> {
    var setup = setup.adding { [known = self.options] in options.update(&$0, known) }
    guard let path = options.trace else { return setup }
    if files.contains(where: { TraceWriter.isSameFile(path, $0) }) {
      throw FileError(.write, path, reason: "it is the file that is read")
    }
    let words = Redaction.standardWords + redactedNames + options.redactedNames
    setup.trace = TraceDestination(path: path, program: name, version: version, redaction: Redaction(words))
    return setup
  }
}

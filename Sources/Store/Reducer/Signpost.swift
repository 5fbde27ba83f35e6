#if canImport(os)
  import os
#endif

extension Reducer {
  /// Marks with signposts when actions are reduced and how long their effects run. Instruments shows the signposts.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().signpost("Main")
  /// }
  /// ```
  ///
  /// Each action is an interval, and so is each operation of an effect, with an event for every action that it sends. An
  /// effect that should have ended shows as an interval without an end.
  ///
  /// Signposts exist on Apple's systems only. On other systems nothing is marked; use an ``Inspector`` there.
  ///
  /// - Parameters:
  ///   - prefix: The text that messages begin with.
  ///   - log: The log that receives the signposts.
  public func signpost(
    _ prefix: String = "",
    log: OSLog = OSLog(subsystem: "swift-store", category: "Reducer Instrumentation")
  ) -> SignpostReducer<Self> {
    signpost(prefix, to: Signposts(log))
  }

  /// Does what ``signpost(_:log:)`` does, with another destination.
  func signpost(_ prefix: String, to signposts: Signposts) -> SignpostReducer<Self> {
    SignpostReducer(base: self, prefix: prefix.isEmpty ? "" : "[\(prefix)] ", signposts: signposts)
  }
}

/// The reducer that ``Reducer/signpost(_:log:)`` returns.
public struct SignpostReducer<Base: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let prefix: String
  fileprivate let signposts: Signposts

  /// Runs the reducer and marks the action and its effects.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    makeReduction(isKept: false)(&state, action)
  }

  /// Returns a function that runs the reducer, which is built once, and marks the action and its effects.
  public func makeReduction() -> Reduction<Base.State, Base.Action> {
    makeReduction(isKept: true)
  }

  private func makeReduction(isKept: Bool) -> Reduction<Base.State, Base.Action> {
    let base = base.reduction(isKept: isKept)
    let (prefix, signposts) = (prefix, signposts)
    return { state, action in
      guard signposts.isEnabled() else { return base(&state, action) }
      let name = _ReducerPrinter<Base.State, Base.Action>.caseName(of: action)
      let mark = signposts.begin(.action, prefix + name)
      let effect = base(&state, action)
      mark(.finished)
      return effect.map({ $0 }) { operation in
        operation.marked { signposts.begin(.effect, "\(prefix)Started from \(name)") }
      }
    }
  }
}

/// The destination of signposts: the system's log, or a test.
struct Signposts: Sendable {
  enum Interval: Sendable { case action, effect }
  enum Mark: Sendable { case output, finished, cancelled }

  let isEnabled: @Sendable () -> Bool
  /// Begins an interval. Returns a function that marks an event in the interval, or its end.
  let begin: @Sendable (Interval, _ message: String) -> @Sendable (Mark) -> Void
}

extension RunOperation {
  /// Returns the operation with marks where it begins, sends and ends.
  fileprivate func marked(
    _ begin: @escaping @Sendable () -> @Sendable (Signposts.Mark) -> Void
  ) -> RunOperation {
    let operation = operation
    return RunOperation(
      priority: priority,
      name: name,
      dependencies: dependencies,
      location: location,
      operation: { send in
        let mark = begin()
        defer { mark(Task.isCancelled ? .cancelled : .finished) }
        let deliver = send.deliver
        try await operation(
          Send { action in
            mark(.output)
            await deliver(action)
          }
        )
      },
      handler: handler
    )
  }
}

#if canImport(os)
  extension Signposts {
    fileprivate init(_ log: OSLog) {
      self.init(isEnabled: { log.signpostsEnabled }) { interval, message in
        let id = OSSignpostID(log: log)
        switch interval {
        case .action:
          os_signpost(.begin, log: log, name: "Action", signpostID: id, "%s", message)
          return { _ in os_signpost(.end, log: log, name: "Action", signpostID: id) }
        case .effect:
          os_signpost(.begin, log: log, name: "Effect", signpostID: id, "%s", message)
          return { mark in
            switch mark {
            case .output: os_signpost(.event, log: log, name: "Effect Output", signpostID: id, "%s", message)
            case .finished: os_signpost(.end, log: log, name: "Effect", signpostID: id, "%s", "Finished")
            case .cancelled: os_signpost(.end, log: log, name: "Effect", signpostID: id, "%s", "Cancelled")
            }
          }
        }
      }
    }
  }
#else
  /// A stand-in on systems without a log, so that code that passes an `OSLog` to ``Reducer/signpost(_:log:)`` compiles.
  public struct OSLog: Sendable {
    /// The log of the process.
    public static let `default` = OSLog(subsystem: "", category: "")
    /// A log that records nothing.
    public static let disabled = OSLog(subsystem: "", category: "")

    /// Makes a log that records nothing.
    public init(subsystem: String, category: String) {}
  }

  extension Signposts {
    fileprivate init(_ log: OSLog) {
      self.init(isEnabled: { false }) { _, _ in { _ in } }
    }
  }
#endif

import Dependencies
import Dispatch
import Foundation
import Store

/// Runs a feature on the process's terminal.
struct TerminalSession<Feature: Reducer & SendableMetatype>: Sendable
where Feature.State: Encodable, Feature.Action: Codable {
  /// Something that happens to the process.
  private enum Event {
    case app(TerminalApp<Feature>.Event)
    case resized
    case signal(Int32)
    case closed
  }

  let setup: FeatureSetup<Feature>
  let isLive: Bool
  let console: Console
  let screen: @Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>

  /// Runs until the user leaves, or a signal ends it.
  ///
  /// - Throws: That the trace cannot be written, before anything has happened.
  func run(on device: sending TerminalDevice) async throws(FileError) -> ExitCode {
    try await run(on: device, isolation: TerminalActor())
  }

  private func run(
    on device: sending TerminalDevice,
    isolation: isolated TerminalActor
  ) async throws(FileError) -> ExitCode {
    let calls = CallLog()
    let dependencies = dependencies(calls)
    let generated = setup.trace.map { _ in GeneratedValuesLog() }
    let store = Store(
      initialState: generated?.noting(setup.initialState) ?? setup.initialState(),
      isolation: isolation,
      configuration: StoreConfiguration(),
      reducer: { NotingReducer(base: setup.reducer(), log: generated) }
    ) {
      $0 = dependencies
    }
    let trace = try setup.trace.map { destination throws(FileError) in
      try store.trace(to: destination, feature: "\(Feature.self)", isLive: isLive, generated: generated)
    }
    if let trace { calls.begin(trace) }
    let status = await show(store, dependencies, on: device, isolation: isolation) { status in
      guard let trace else { return status }
      // They would be cancelled along with the store, when the trace is over.
      store.cancelAllEffects()
      return trace.end(status)
    }
    // Not said before, as the terminal was drawn on.
    if let failure = trace?.failure { console.writeError(failure.rendered(for: setup.trace?.program ?? "")) }
    return status
  }

  /// - Parameter end: Is given the status before the process ends, in whatever way, and returns what it is to be.
  private func show(
    _ store: StoreOf<Feature>,
    _ dependencies: DependencyValues,
    on device: TerminalDevice,
    isolation: isolated TerminalActor,
    end: (ExitCode) -> ExitCode
  ) async -> ExitCode {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let app = TerminalApp<Feature>(
      store: store,
      size: device.size,
      isColored: console.isColored,
      dependencies: dependencies,
      screen: screen
    ) {
      continuation.yield(.app(.changed))
    } write: {
      device.write($0)
    }

    let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH].map { number in
      SignalWatch(number) { continuation.yield(number == SIGWINCH ? .resized : .signal(number)) }
    }
    defer { withExtendedLifetime(signals) {} }
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    keys.setEventHandler {
      guard let bytes = TerminalDevice.read(from: STDIN_FILENO) else {
        keys.cancel()
        continuation.yield(.closed)
        return
      }
      if !bytes.isEmpty { continuation.yield(.app(.input(bytes))) }
    }
    defer { keys.cancel() }

    device.enter()
    defer { device.leave() }
    app.start()
    keys.resume()
    // What the terminal's size was asked for before may have changed since.
    continuation.yield(.resized)

    var size = device.size
    var ticker: Task<Void, Never>?
    defer { ticker?.cancel() }
    for await event in events {
      var outcome = TerminalApp<Feature>.Outcome.goOn
      switch event {
      case .app(let event):
        if event == .ticked { ticker = nil }
        outcome = app.handle(event)
      case .resized:
        let newSize = device.size
        if newSize != size {
          size = newSize
          outcome = app.handle(.resized(newSize))
        }
      case .signal(SIGINT): outcome = .interrupt
      case .signal(SIGTSTP): outcome = .suspend
      case .signal(SIGCONT):
        // It was stopped by a signal that nobody can catch: what the terminal is set to by now is not known.
        device.leave()
        device.enter()
        outcome = app.handle(.overwritten)
      case .signal(let number):
        device.leave()
        _ = end(.interrupted)
        // The process ends by the signal, for whoever looks at how it has ended.
        obey(number)
        return .interrupted
      case .closed: return end(.passed)
      }
      switch outcome {
      case .goOn: break
      case .quit: return end(.passed)
      case .interrupt: return end(.interrupted)
      case .suspend:
        device.leave()
        obey(SIGTSTP)
        signal(SIGTSTP, SIG_IGN)
        device.enter()
        _ = app.handle(.overwritten)
      }
      if app.isMoving, ticker == nil {
        ticker = Task {
          try? await Task.sleep(for: .milliseconds(100))
          if !Task.isCancelled { continuation.yield(.app(.ticked)) }
        }
      }
    }
    return end(.passed)
  }

  /// What the feature depends on. Mock values are those that scripts run on, but for the clock: it is the real one, since
  /// somebody is looking on.
  private func dependencies(_ calls: CallLog) -> DependencyValues {
    withDependencies {
      if isLive {
        $0.context = .live
      } else {
        $0.useMockValues(on: TestClock())
        let start = $0.date.now
        let clock = ContinuousClock()
        let began = clock.now
        $0.continuousClock = clock
        $0.suspendingClock = SuspendingClock()
        $0.date = DateGenerator { start.addingTimeInterval(began.duration(to: clock.now) / .seconds(1)) }
      }
      setup.dependencies(&$0)
      if setup.trace != nil {
        GeneratedValuesLog.observe(&$0)
        for endpoint in setup.endpoints { endpoint.install(calls, in: &$0) }
      }
    } operation: {
      DependencyValues.current
    }
  }
}

/// Does what a signal does by itself. Threads of Dispatch, such as this one may be, are sent no signals.
private func obey(_ number: Int32) {
  signal(number, SIG_DFL)
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  var before = sigset_t()
  pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  raise(number)
  pthread_sigmask(SIG_SETMASK, &before, nil)
}

/// The actor that the store belongs to.
private actor TerminalActor {}

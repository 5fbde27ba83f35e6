import Dependencies
import Dispatch
import Foundation
import Store

/// Runs a feature on the process's terminal.
struct TerminalSession<Feature: Reducer & SendableMetatype>: Sendable {
  /// Something that happens to the process.
  private enum Event {
    case app(TerminalApp<Feature>.Event)
    case resized
    case signal(Int32)
  }

  let setup: FeatureSetup<Feature>
  let isLive: Bool
  let isColored: Bool
  let screen: @Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>
  /// Records a store; `nil` for a feature that can't be encoded.
  let record: Recording?

  typealias Recording =
    @Sendable (
      _ store: StoreOf<Feature>,
      _ destination: TraceDestination,
      _ isLive: Bool,
      _ generated: GeneratedValuesLog?
    ) throws(FileError) -> TraceRecorder

  /// Runs until the user leaves, or a signal ends it.
  ///
  /// - Throws: If it cannot be recorded, at the start or later. The terminal is as it was then.
  func run(on device: sending TerminalDevice) async throws(FileError) -> ExitCode {
    try await run(on: device, isolation: TerminalActor())
  }

  private func run(
    on device: sending TerminalDevice,
    isolation: isolated TerminalActor
  ) async throws(FileError) -> ExitCode {
    let calls = CallLog()
    let dependencies = setup.dependenciesInRealTime(isLive: isLive, calls)
    let generated = setup.trace.map { _ in GeneratedValuesLog() }
    let store = Store(
      initialState: generated?.noting(setup.initialState) ?? setup.initialState(),
      isolation: isolation,
      configuration: StoreConfiguration(),
      reducer: { NotingReducer(base: setup.reducer(), log: generated) }
    ) {
      $0 = dependencies
    }
    let trace = try setup.trace.flatMap { (destination) throws(FileError) in
      try record?(store, destination, isLive, generated)
    }
    if let trace { calls.begin(trace) }
    let status = await show(store, dependencies, on: device, isolation: isolation) { trace?.end(signal: $0) }
    // They would be cancelled along with the store, when the trace is over.
    store.cancelAllEffects()
    return try trace?.endOrThrow(status) ?? status
  }

  /// - Parameter onSignal: Is called before a signal ends the process.
  private func show(
    _ store: StoreOf<Feature>,
    _ dependencies: DependencyValues,
    on device: TerminalDevice,
    isolation: isolated TerminalActor,
    onSignal: (Int32) -> Void
  ) async -> ExitCode {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let app = TerminalApp<Feature>(
      store: store,
      size: device.size,
      isColored: isColored,
      dependencies: dependencies,
      screen: screen
    ) {
      continuation.yield(.app(.changed))
    } write: {
      device.write($0)
    }

    let numbers = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH].filter { !SignalDisposition(of: $0).isIgnored }
    let signals = numbers.map { number in
      SignalWatch(number) { _ in continuation.yield(number == SIGWINCH ? .resized : .signal(number)) }
    }
    // What a signal does without its watch, for whoever looks at how the process has ended.
    func obey(_ number: Int32) { signals.first { $0.disposition.number == number }?.obey() }
    defer { withExtendedLifetime(signals) {} }
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    keys.setEventHandler {
      guard let bytes = TerminalDevice.read(from: STDIN_FILENO) else {
        keys.cancel()
        // The window was closed. The system says so, too, but maybe later.
        continuation.yield(.signal(SIGHUP))
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
        onSignal(number)
        obey(number)
        return .interrupted
      }
      switch outcome {
      case .goOn: break
      case .quit: return .passed
      case .interrupt: return .interrupted
      case .suspend:
        device.leave()
        obey(SIGTSTP)
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
    return .passed
  }
}

/// The actor that the store belongs to.
private actor TerminalActor {}

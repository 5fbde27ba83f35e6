import Dependencies
import Dispatch
import Execution
import Foundation
import Store

/// Runs a feature on the process's terminal.
struct TerminalSession<Feature: Reducer & SendableMetatype>: Sendable {
  /// An event of the process.
  private enum Event {
    case app(TerminalApp<Feature>.Event)
    case resized
    case signal(Int32)
    /// An effect has ended, perhaps the last one that was saving.
    case saved
    /// Saving takes so long that the user is told.
    case savingTakesLong
    /// Saving takes so long that the program ends without it.
    case savingTakesTooLong
  }

  /// The reason why the program ends.
  private enum Departure {
    case quit, interrupt
    case signal(Int32)
  }

  let setup: FeatureSetup<Feature>
  let isLive: Bool
  let isColored: Bool
  /// The address of the page that shows the session; `nil` if there is none.
  let address: String?
  let screen: @Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>
  /// Prints a warning with the effects that are still saving, or have failed.
  let warn: @Sendable (SavingEffects) -> Void
  /// Where a session without a trace is recorded: only for the developer tools.
  let untraced: TraceDestination
  /// Records a store, also for the developer tools; `nil` for a feature that can't be encoded.
  let record: Recording?

  typealias Recording =
    @Sendable (
      _ store: StoreOf<Feature>,
      _ destination: TraceDestination,
      _ isLive: Bool,
      _ generated: GeneratedValuesLog?,
      _ steps: SessionSteps<Feature.State>
    ) throws(FileError) -> TraceRecorder

  /// Runs until the user leaves, or a signal ends it.
  ///
  /// - Throws: A ``FileError`` if the session can't be recorded, at the start or later. The terminal has been restored
  ///   then.
  func run(on device: sending TerminalDevice) async throws(FileError) -> ExitCode {
    try await run(on: device, isolation: StoreActor.forSession())
  }

  private func run(
    on device: sending TerminalDevice,
    isolation: isolated StoreActor
  ) async throws(FileError) -> ExitCode {
    let calls = CallLog()
    let dependencies = setup.dependenciesInRealTime(isLive: isLive, calls)
    let generated = setup.trace.map { _ in GeneratedValuesLog() }
    let store = setup.makeStore(
      from: setup.initialState(),
      isolation: isolation,
      configuration: StoreConfiguration(mountsAtOnce: false),
      generated
    ) { $0 = dependencies }
    let steps = SessionSteps<Feature.State>()
    let trace = try setup.trace.flatMap { (destination) throws(FileError) in
      try record?(store, destination, isLive, generated, steps)
    }
    if let trace { calls.begin(trace) }
    // A state that can't be encoded is no reason not to begin.
    let watch = trace == nil ? try? record?(store, untraced, isLive, nil, steps) : nil
    let hasSteps = trace != nil || watch != nil
    setup.didMakeStore?(store, nil)
    store.mount()
    let status = await show(store, dependencies, hasSteps ? steps : nil, on: device, isolation: isolation) {
      trace?.end(signal: $0)
    }
    // Cancelled here, because the trace would not contain effects that are cancelled when the store is released.
    store.cancelAllEffects()
    return try withExtendedLifetime(store) { () throws(FileError) in try trace?.endOrThrow(status) ?? status }
  }

  /// - Parameter onSignal: Called before a signal ends the process.
  private func show(
    _ store: StoreOf<Feature>,
    _ dependencies: DependencyValues,
    _ steps: SessionSteps<Feature.State>?,
    on device: TerminalDevice,
    isolation: isolated StoreActor,
    onSignal: (Int32) -> Void
  ) async -> ExitCode {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let app = TerminalApp<Feature>(
      store: store,
      size: device.size,
      isColored: isColored,
      dependencies: dependencies,
      address: address,
      steps: steps,
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
    // Restores the default effect of a signal and sends it, so that the parent process sees which signal has ended this
    // one.
    func obey(_ number: Int32) { signals.first { $0.disposition.number == number }?.obey() }
    defer { withExtendedLifetime(signals) {} }
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    keys.setEventHandler {
      guard let bytes = TerminalDevice.read(from: STDIN_FILENO) else {
        keys.cancel()
        // The window was closed. The system sends this signal, too, but perhaps later.
        continuation.yield(.signal(SIGHUP))
        return
      }
      if !bytes.isEmpty { continuation.yield(.app(.input(bytes))) }
    }
    defer { keys.cancel() }

    // Watched before the first action, which may already save something.
    let saving = setup.savingEffects(isLive: isLive)
    if saving.isWatching {
      store.inspect(
        with: Inspector {
          saving.note($0)
          if case .effectFinished = $0 { continuation.yield(.saved) }
          if case .effectCancelled = $0 { continuation.yield(.saved) }
        }
      )
    }

    device.enter()
    defer { device.leave() }
    app.start()
    keys.resume()
    // The size may have changed since it was read.
    continuation.yield(.resized)

    var size = device.size
    var ticker: Task<Void, Never>?
    var departure: Departure?
    var alarm: Task<Void, Never>?
    defer {
      ticker?.cancel()
      alarm?.cancel()
    }
    // Ends the program, when everything is saved or when the user does not want to wait.
    func leave(_ departure: Departure) async -> ExitCode {
      // The signal ends the process, so that nothing comes after it.
      if case .signal = departure { await setup.end(isHurried: false) }
      device.leave()
      if !saving.hasSavedAll { warn(saving) }
      switch departure {
      case .quit: return saving.hasSavedAll ? .passed : .failed
      case .interrupt: return .interrupted
      case .signal(let number):
        onSignal(number)
        obey(number)
        return .interrupted
      }
    }
    for await event in events {
      var outcome = TerminalApp<Feature>.Outcome.goOn
      switch event {
      case .app(.input(let bytes)) where departure != nil:
        // Ctrl-C, which a terminal in raw mode sends as a byte instead of a signal.
        if bytes.contains(3) { return await leave(.interrupt) }
      case .app(let event):
        if event == .ticked { ticker = nil }
        outcome = app.handle(event)
        // The screen has shown the failures until now. When the user has left, there is no screen any more.
        if outcome == .goOn, departure == nil { saving.forgetFailures() }
      case .resized:
        let newSize = device.size
        if newSize != size {
          size = newSize
          outcome = app.handle(.resized(newSize))
        }
      case .signal(SIGINT) where departure != nil: return await leave(.interrupt)
      case .signal(SIGINT): outcome = .interrupt
      case .signal(SIGTSTP): outcome = .suspend
      case .signal(SIGCONT):
        // The process was stopped by a signal that can't be handled, so the settings of the terminal are unknown.
        device.leave()
        device.enter()
        outcome = app.handle(.overwritten)
      case .signal(let number): departure = .signal(number)
      case .saved: break
      case .savingTakesLong: outcome = app.handle(.leaving)
      case .savingTakesTooLong: return await leave(departure ?? .quit)
      }
      switch outcome {
      case .goOn: break
      case .quit: departure = .quit
      case .interrupt: departure = .interrupt
      case .suspend:
        device.leave()
        obey(SIGTSTP)
        device.enter()
        _ = app.handle(.overwritten)
      }
      if let departure {
        if saving.isEmpty {
          return await leave(departure)
        }
        if alarm == nil {
          alarm = Task {
            try? await Task.sleep(for: .milliseconds(300))
            if !Task.isCancelled { continuation.yield(.savingTakesLong) }
            try? await Task.sleep(for: setup.patience)
            if !Task.isCancelled { continuation.yield(.savingTakesTooLong) }
          }
        }
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

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
  let isColored: Bool
  let screen: @Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>

  /// Runs until the user leaves, or a signal ends it.
  func run(on device: sending TerminalDevice) async -> ExitCode {
    await run(on: device, isolation: TerminalActor())
  }

  private func run(on device: sending TerminalDevice, isolation: isolated TerminalActor) async -> ExitCode {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let dependencies = dependencies
    let store = Store(initialState: setup.initialState(), isolation: isolation, reducer: setup.reducer) {
      $0 = dependencies
    }
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

    let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH].map { number in
      SignalSource(number) { continuation.yield(number == SIGWINCH ? .resized : .signal(number)) }
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
        // The process ends by the signal, for whoever looks at how it has ended.
        signal(number, SIG_DFL)
        raise(number)
        return .interrupted
      case .closed: return .passed
      }
      switch outcome {
      case .goOn: break
      case .quit: return .passed
      case .interrupt: return .interrupted
      case .suspend:
        device.leave()
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
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
    return .passed
  }

  /// What the feature depends on. Mock values are those that scripts run on, but for the clock: it is the real one, since
  /// somebody is looking on.
  private var dependencies: DependencyValues {
    withDependencies {
      if isLive {
        $0.context = .live
      } else {
        let virtual = TestClock()
        $0.useMockValues(on: virtual)
        let start = $0.date.now
        let clock = ContinuousClock()
        let began = clock.now
        $0.continuousClock = clock
        $0.suspendingClock = SuspendingClock()
        $0.date = DateGenerator { start.addingTimeInterval(began.duration(to: clock.now) / .seconds(1)) }
      }
      setup.dependencies(&$0)
    } operation: {
      DependencyValues.current
    }
  }
}

/// The actor that the store belongs to.
private actor TerminalActor {}

/// Tells of a signal, each time that it comes.
private final class SignalSource {
  private let number: Int32
  private let source: any DispatchSourceSignal

  init(_ number: Int32, _ handler: @escaping @Sendable () -> Void) {
    self.number = number
    signal(number, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    // Registered in the background: until that is done a signal would be lost.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    registered.wait()
  }

  deinit {
    source.cancel()
    signal(number, SIG_DFL)
  }
}

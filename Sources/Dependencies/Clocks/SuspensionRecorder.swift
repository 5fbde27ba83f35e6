import Synchronization

/// Records the tasks that wait for an event other than processor time, such as the time of a ``TestClock``.
///
/// A deterministic test store binds a recorder around the effects that it starts. So it distinguishes an effect that
/// sleeps on a test clock from one that waits for the outside world, and can report the reason of each wait. A test
/// clock that has woken a task asks the recorder to run the tasks that can continue.
///
/// Test clocks hold the recorders of their sleepers weakly.
@usableFromInline package final class SuspensionRecorder: Sendable {
  /// The identifier of a suspension.
  package struct Token: Hashable, Sendable {
    package let id: Int
    /// The number of the effect whose task waits; 0 if the task belongs to none.
    package let effect: Int

    package init(id: Int, effect: Int = 0) { (self.id, self.effect) = (id, effect) }
  }

  /// Binds the recorder of a task. Declared without the attribute `@TaskLocal`, which inlinable code can't use.
  @usableFromInline package static let local = TaskLocal<SuspensionRecorder?>(wrappedValue: nil)

  package static var current: SuspensionRecorder? { local.get() }

  /// An object of the store or exploration that runs the tasks. Code that the tasks call can look it up.
  package let context: (any AnyObject & Sendable)?

  /// Called on the task that is about to wait, with a reason: "asleep on a TestClock until 2 s".
  package let willSuspend: @Sendable (_ reason: String) -> Token
  /// Called when a wait is over, before the task runs again, on the thread that ended the wait.
  package let didResume: @Sendable (Token) -> Void
  /// Called when the operation of an effect has returned. Tasks that the effect started and did not await retain it.
  @usableFromInline package let didEnd: @Sendable (_ effect: any AnyObject & Sendable) -> Void
  /// Runs tasks until none of them can continue.
  package let settle: @Sendable () async -> Void
  /// Called on the task that is about to sleep, after `willSuspend`, with the test clock.
  private let onSleep: (@Sendable (Token, any AnyObject & Sendable) -> Void)?
  /// Called when a date was made from the time of a test clock.
  private let onDate: (@Sendable () -> Void)?
  /// Called when an effect has read a value of its feature's state.
  private let onStateRead: (@Sendable (_ effect: Int, _ value: Any) -> Void)?
  /// How many times the time of a test clock was read.
  private let clockReads = Atomic(0)

  package init(
    willSuspend: @escaping @Sendable (String) -> Token,
    didResume: @escaping @Sendable (Token) -> Void,
    didEnd: @escaping @Sendable (any AnyObject & Sendable) -> Void = { _ in },
    settle: @escaping @Sendable () async -> Void,
    context: (any AnyObject & Sendable)? = nil,
    willSleep: (@Sendable (Token, any AnyObject & Sendable) -> Void)? = nil,
    didReadDate: (@Sendable () -> Void)? = nil,
    didReadState: (@Sendable (_ effect: Int, _ value: Any) -> Void)? = nil
  ) {
    onStateRead = didReadState
    onSleep = willSleep
    onDate = didReadDate
    self.context = context
    self.willSuspend = willSuspend
    self.didResume = didResume
    self.didEnd = didEnd
    self.settle = settle
  }

  /// Records that the current task is about to sleep on a test clock.
  package func willSleep(
    until deadline: any DurationProtocol,
    now: any DurationProtocol,
    on clock: any AnyObject & Sendable
  ) -> Token {
    func text(_ time: any DurationProtocol) -> String { (time as? Duration)?.exactlyReadable ?? "\(time)" }
    let token = willSuspend("asleep on a TestClock until \(text(deadline)) (now \(text(now)))")
    onSleep?(token, clock)
    return token
  }

  /// Records that an effect has read a value of its feature's state.
  package func didReadState(_ value: @autoclosure () -> Any, effect: Int) { onStateRead?(effect, value()) }

  /// Records that the current task has read the time of a test clock.
  package func didReadClock() { clockReads.add(1, ordering: .relaxed) }

  /// Makes a date, and records whether it was made from the time of a test clock.
  package func date<Date>(_ generate: () -> Date) -> Date {
    guard let onDate else { return generate() }
    let reads = clockReads.load(ordering: .relaxed)
    let date = generate()
    if clockReads.load(ordering: .relaxed) != reads { onDate() }
    return date
  }
}

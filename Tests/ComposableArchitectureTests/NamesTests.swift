import ComposableArchitecture
import Testing

@Reducer private struct Plain {
  struct State: Equatable { var n = 0 }
  enum Action { case tap }
  @Dependency(\.uuid) var uuid
  @Dependency(\.defaultAppStorage) var defaults
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    defaults.set(true, forKey: "\(uuid())")
    state.n += 1
    return .run { _ in defaults.set(1, forKey: "ran") }
  }
}

private struct Toast: Equatable, _EphemeralState { typealias Action = Bool }

@Reducer private struct Toaster {
  struct State: Equatable { @Presents var toast: Toast? = Toast() }
  enum Action { case toast(PresentationAction<Bool>) }
  var body: some ReducerOf<Self> { EmptyReducer<State, Action>().ifLet(\.$toast, action: \.toast) { EmptyReducer() } }
}

/// Names and signatures that sources for TCA expect.
@Suite struct NamesTests {
  @Test func aTestStoreTakesAClosureThatDoesNotEscape() async {
    func makeStore(prepare: (inout DependencyValues) -> Void = { _ in }) -> TestStoreOf<Plain> {
      TestStore(initialState: Plain.State()) {
        Plain()
      } withDependencies: { values in
        values.uuid = .incrementing
        prepare(&values)
      }
    }
    func makeStoreWithIt(prepare: (inout DependencyValues) -> Void) -> TestStoreOf<Plain> {
      TestStore(initialState: Plain.State(), reducer: { Plain() }, withDependencies: prepare)
    }
    let defaults = UncheckedSendable(UserDefaults.inMemory)
    await makeStore { $0.defaultAppStorage = defaults.value }.send(.tap) { $0.n = 1 }
    await makeStoreWithIt {
      $0.uuid = .constant(UUID(1))
      $0.defaultAppStorage = defaults.value
    }
    .send(.tap) { $0.n = 1 }
    for id in [0, 1] { #expect(defaults.value.bool(forKey: "\(UUID(id))")) }
    #expect(defaults.value.integer(forKey: "ran") == 1)
  }

  /// The protocol of what ends with its first action.
  @Test func aToastEndsWithItsFirstAction() async {
    let store = TestStore(initialState: Toaster.State()) { Toaster() }
    await store.send(.toast(.presented(true))) { $0.toast = nil }
  }

  @MainActor @Test func changesOfWhatWasReadAreTold() {
    let store = Store(initialState: Trivia.State()) { Trivia() }
    let changeCount = LockIsolated(0)
    let count = withPerceptionTracking {
      store.count
    } onChange: {
      changeCount.withValue { $0 += 1 }
    }
    #expect(count == 0)
    store.send(.incrementButtonTapped)
    #expect(changeCount.value == 1)
  }

  @Test func notificationsArriveInTheirOrderUntilTheTaskIsCancelled() async {
    let center = NotificationCenter()
    let name = Notification.Name("changed")
    let notifications = center.notifications(named: name)
    for number in 1...3 {
      center.post(name: Notification.Name("other"), object: nil)
      center.post(name: name, object: nil, userInfo: ["number": number])
    }
    var numbers: [Int] = []
    for await notification in notifications {
      numbers.append(notification.userInfo?["number"] as? Int ?? 0)
      if numbers.count == 3 { break }
    }
    #expect(numbers == [1, 2, 3])

    let others = UncheckedSendable(center.notifications(named: name))
    let task = Task { for await _ in others.value {} }
    task.cancel()
    await task.value
  }

  @Test func withMainSerialExecutorRunsOperationsAndTheProcessStaysAsItIs() {
    #expect(withMainSerialExecutor { 1 } == 1)
    #expect(throws: CancellationError.self) { try withMainSerialExecutor { throw CancellationError() } }
    uncheckedUseMainSerialExecutor = true
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @MainActor @Test func withMainSerialExecutorRunsAsynchronousOperations() async {
    var hasRun = false
    await withMainSerialExecutor {
      await Task.yield()
      hasRun = true
    }
    #expect(hasRun)
    await #expect(throws: CancellationError.self) {
      try await withMainSerialExecutor {
        await Task.yield()
        throw CancellationError()
      }
    }
  }

  @Test func theTimeoutOfATestStoreIsADurationOrANumberOfNanoseconds() {
    let store = TestStore(initialState: Plain.State()) { Plain() }
    store.timeout = 1_000_000_000
    #expect(store.timeout == .seconds(1))
    store.timeout = .seconds(2)
    let timeout = store.timeout
    #expect(timeout == .seconds(2))
    #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC)
    #expect(NSEC_PER_MSEC == 1_000 * NSEC_PER_USEC)
  }

  @Test func aTextIsDumpedAsItsPlainText() {
    #expect(TextState("Hello").customDumpValue as? String == "Hello")
    #expect(String(customDumping: TextState("Hello")) == #""Hello""#)
  }

  @Test func foldersOfTheUser() {
    let folders: Set<URL> = [.applicationSupportDirectory, .cachesDirectory, .documentsDirectory]
    #expect(folders.count == 3 && folders.allSatisfy(\.isFileURL))
  }

  @Test func xctFailReportsAnIssue() {
    withExpectedIssue {
      XCTFail("It went wrong.")
    } matching: {
      $0.message.hasPrefix("It went wrong.")
    }
    #expect(_XCTIsTesting)
  }

  /// What is deprecated is called through a protocol, so that the tests compile without a warning.
  @Test func deprecatedNamesStandForTheNewOnes() async throws {
    let uses: any UsesOfDeprecatedNames = Deprecated()
    try await uses.taskResult()
    uses.schedulers()
    uses.oldNames()
  }
}

private protocol UsesOfDeprecatedNames {
  func taskResult() async throws
  func schedulers()
  func oldNames()
}

private struct Deprecated: UsesOfDeprecatedNames {
  private struct Failure: Error, Equatable { var code = 0 }
  private struct Unequatable: Error { var code = 0 }

  @available(*, deprecated)
  func taskResult() async throws {
    let success = await TaskResult { 1 }
    let failure = await TaskResult<Int> { throw Failure(code: 1) }
    #expect(success == .success(1))
    #expect(failure == .failure(Failure(code: 1)))
    #expect(failure != .failure(Failure(code: 2)))
    #expect(failure != success)
    #expect(TaskResult<Int>.failure(Unequatable()) == .failure(Unequatable()))
    #expect(TaskResult<Int>.failure(Unequatable()) != .failure(Unequatable(code: 1)))
    #expect(try success.map { $0 + 1 }.value == 2)
    #expect(success.flatMap { TaskResult<Int>.success($0 + 2) } == .success(3))
    #expect(success[case: \.success] == 1)
    #expect(success.is(\.failure) == false)
    #expect(throws: Failure(code: 1)) { try failure.value }
    #expect(try Result(success).get() == 1)
    #expect(Set([success, .success(1)]).count == 1)
  }

  @available(*, deprecated)
  func schedulers() {
    struct Uses {
      @Dependency(\.mainQueue) var mainQueue
      @Dependency(\.mainRunLoop) var mainRunLoop
    }
    withDependencies {
      $0.mainQueue = .immediate
      $0.mainRunLoop = .immediate
    } operation: {
      _ = (Uses().mainQueue, Uses().mainRunLoop)
    }
  }

  @available(*, deprecated)
  func oldNames() {
    struct Counter: ReducerProtocol {
      func reduce(into state: inout Int, action: Int) -> EffectTask<Int> {
        state += action
        return .none
      }
    }
    func reduced(by reducer: some ReducerProtocolOf<Counter>) -> Int {
      var state = 1
      _ = reducer.reduce(into: &state, action: 2)
      return state
    }
    XCTAssertNoDifference(reduced(by: Counter()), 3)
    XCTAssertNoDifference(ActorIsolated(4).value, 4)
    withKnownIssue {
      XCTAssertNoDifference(1, 2, "They differ")
    } matching: {
      "\($0)".contains("They differ - Difference: …")
    }
  }
}

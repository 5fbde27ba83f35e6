import Dependencies
import Store

/// A feature with effects that run until they are stopped.
struct Job: Reducer {
  var isWrapped = false

  struct State: Equatable, Identifiable {
    var id: Int
    var count = 0
  }
  enum Action {
    case start(String), restart(String)
    /// Starts an effect, and is removed by the same action.
    case leave(String)
    /// Starts a sequence of two effects, the first of which can be stopped.
    case startSequence(String, String)
    case stop, add, addLater, dismiss
  }
  private enum CancelID { case work }
  @Dependency(\.dismiss) var dismiss

  static func start<Action>(_ name: String, cancelInFlight: Bool = false) -> Effect<Action> {
    .run(name: name) { _ in try await Task.never() }
      .cancellable(id: CancelID.work, cancelInFlight: cancelInFlight)
  }

  static func stop<Action>() -> Effect<Action> { .cancel(id: CancelID.work) }

  var body: some Reducer<State, Action> {
    let reduce = Reduce<State, Action> { state, action in
      switch action {
      case .start(let name), .leave(let name): return Self.start(name)
      case .restart(let name): return Self.start(name, cancelInFlight: true)
      case .startSequence(let first, let second):
        return .concatenate(Self.start(first), .run(name: second) { _ in try await Task.never() })
      case .stop: return Self.stop()
      case .add:
        state.count += 1
        return .none
      case .addLater:
        return .run { send in
          await Task.yield()
          await send(.add)
        }
      case .dismiss: return .run { [dismiss] _ in await dismiss() }
      }
    }
    if isWrapped { Around(reduce) } else { reduce }
  }
}

struct JobList: Reducer {
  let hasWrappedChildren: Bool

  struct State: Equatable { var rows: IdentifiedArrayOf<Job.State> = [] }
  @CasePathable enum Action {
    case change((inout State) -> Void)
    case rows(IdentifiedAction<Int, Job.Action>)
  }

  var body: some Reducer<State, Action> {
    let rows = Reduce<State, Action> { state, action in
      switch action {
      case .change(let change): change(&state)
      case .rows(.element(let id, .leave)): state.rows.remove(id: id)
      case .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Job(isWrapped: hasWrappedChildren) }
    if hasWrappedChildren { Around(rows) } else { rows }
  }
}

/// A feature with children in every kind of place.
struct Office: Reducer {
  var hasWrappedChildren = false

  @CasePathable enum Site: Equatable {
    case nowhere
    case working(Job.State)
  }
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var optional: Job.State?
    @Presents var presented: Job.State?
    var site = Site.nowhere
    var left = JobList.State()
    var right = JobList.State()
    var path = StackState<Job.State>()
    var branches: IdentifiedArrayOf<State> = []
  }
  @CasePathable enum Action {
    case change((inout State) -> Void)
    /// A change by a reducer outside of the operators, after they have run.
    case changeAfterwards((inout State) -> Void)
    case setSite(Site)
    case start(String)
    case stop
    case optional(Job.Action)
    case presented(PresentationAction<Job.Action>)
    case site(Job.Action)
    case left(JobList.Action)
    case right(JobList.Action)
    case path(StackAction<Job.State, Job.Action>)
    indirect case branches(IdentifiedAction<Int, Action>)
  }

  var body: some Reducer<State, Action> {
    CombineReducers {
      Scope(state: \.left, action: \.left) { JobList(hasWrappedChildren: hasWrappedChildren) }
      Scope(state: \.right, action: \.right) { JobList(hasWrappedChildren: hasWrappedChildren) }
      Scope(state: \.site, action: \.self) {
        Reduce<Site, Action> { site, action in
          switch action {
          case .setSite(let newSite): site = newSite
          case .site(.leave): site = .nowhere
          default: break
          }
          return .none
        }
        .ifCaseLet(\.working, action: \.site) { Job(isWrapped: hasWrappedChildren) }
      }
      Reduce { state, action in
        switch action {
        case .change(let change): change(&state)
        case .optional(.leave): state.optional = nil
        case .presented(.presented(.leave)): state.presented = nil
        case .path(.element(let id, .leave)): state.path.pop(from: id)
        case .start(let name): return Job.start(name)
        case .stop: return Job.stop()
        default: break
        }
        return .none
      }
    }
    .ifLet(\.optional, action: \.optional) { Job(isWrapped: hasWrappedChildren) }
    .ifLet(\.$presented, action: \.presented) { Job(isWrapped: hasWrappedChildren) }
    .forEach(\.path, action: \.path) { Job(isWrapped: hasWrappedChildren) }
    .forEach(\.branches, action: \.branches) { Branch(base: self) }
    Reduce { state, action in
      if case .changeAfterwards(let change) = action { change(&state) }
      return .none
    }
  }
}

/// Breaks a cycle of types that would contain each other.
struct Branch: Reducer {
  let base: Office

  func reduce(into state: inout Office.State, action: Office.Action) -> Effect<Office.Action> {
    base.reduce(into: &state, action: action)
  }

  func makeReduction() -> Reduction<Office.State, Office.Action> {
    base.hasWrappedChildren ? Around(base).makeReduction() : base.makeReduction()
  }
}

/// Calls another reducer, in either of the two ways that there are, and may change what it does.
struct Around<Base: Reducer>: Reducer {
  typealias Wrap = (inout Base.State, Base.Action, Reduction<Base.State, Base.Action>) -> Effect<Base.Action>

  let base: Base
  /// Whether it calls the other reducer's reduction, which is made once, instead of the reducer.
  let isBuilt: Bool
  let wrap: Wrap

  init(_ base: Base, isBuilt: Bool = false, wrap: @escaping Wrap = { $2(&$0, $1) }) {
    self.base = base
    self.isBuilt = isBuilt
    self.wrap = wrap
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    wrap(&state, action) { base.reduce(into: &$0, action: $1) }
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    guard isBuilt else { return { reduce(into: &$0, action: $1) } }
    let reduction = base.makeReduction()
    return { wrap(&$0, $1, reduction) }
  }
}

/// The places of an office in which a job can be.
enum JobPlace: CaseIterable {
  case optional, presentation, enumCase, list, stack

  var keyPath: WritableKeyPath<Office.State, Job.State?> {
    switch self {
    case .optional: \.optional
    case .presentation: \.presented
    case .enumCase: \.jobOnSite
    case .list: \.jobInList
    case .stack: \.jobOnStack
    }
  }

  /// An action of the parent that puts a job there, or removes it.
  func set(_ job: Job.State?) -> Office.Action {
    switch self {
    case .enumCase: .setSite(job.map { .working($0) } ?? .nowhere)
    case .list: .left(.change { $0.rows = job.map { [$0] } ?? [] })
    case .optional, .presentation, .stack: .change { $0[keyPath: keyPath] = job }
    }
  }

  /// An action of the job that is there.
  func embed(_ action: Job.Action, in state: Office.State) -> Office.Action {
    switch self {
    case .optional: .optional(action)
    case .presentation: .presented(.presented(action))
    case .enumCase: .site(action)
    case .list: .left(.rows(.element(id: state.left.rows.first?.id ?? 1, action: action)))
    case .stack: .path(.element(id: state.path.ids.last ?? 0, action: action))
    }
  }

  /// An action with which the place's operator runs, and that changes nothing.
  var visit: Office.Action { self == .list ? .left(.change { _ in }) : .change { _ in } }
}

extension Office.State {
  fileprivate var jobOnSite: Job.State? {
    get { site[case: \.working] }
    set { site = newValue.map { .working($0) } ?? .nowhere }
  }
  fileprivate var jobInList: Job.State? {
    get { left.rows.first }
    set { left.rows = newValue.map { [$0] } ?? [] }
  }
  fileprivate var jobOnStack: Job.State? {
    get { path.last }
    set { path = StackState(newValue.map { [$0] } ?? []) }
  }
}

/// An office at work.
@MainActor final class RunningOffice {
  let store: StoreOf<Office>
  /// The names of the effects that are in flight.
  private(set) var running: Set<String> = []

  init(_ reducer: some Reducer<Office.State, Office.Action>, _ state: Office.State = Office.State()) {
    store = Store(initialState: state) { reducer }
    store.inspect(
      with: Inspector { [weak self] step, _ in
        switch step {
        case .effectStarted(let effect): self?.running.insert(effect.name ?? "")
        case .effectFinished(let effect), .effectCancelled(let effect): self?.running.remove(effect.name ?? "")
        default: break
        }
      }
    )
  }

  @discardableResult
  func send(_ action: Office.Action) -> StoreTask { store.send(action) }

  /// Sends an action to the job in a place.
  @discardableResult
  func send(_ action: Job.Action, to place: JobPlace) -> StoreTask { store.send(place.embed(action, in: store.state)) }
}

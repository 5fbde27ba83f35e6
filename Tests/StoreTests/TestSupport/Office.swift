import Dependencies
import Store

/// A feature with an effect that runs until it is stopped.
struct Job: Reducer {
  let isWrapped: Bool

  struct State: Equatable, Identifiable {
    var id: Int
    var optional: Int?
  }
  enum Action {
    case start(String)
    case restart(String)
    case stop
    case dismiss
  }
  private enum CancelID { case work }
  @Dependency(\.dismiss) var dismiss

  static func start<Action>(_ name: String, cancelInFlight: Bool = false) -> Effect<Action> {
    .run(name: name) { _ in try await Task.never() }
      .cancellable(id: CancelID.work, cancelInFlight: cancelInFlight)
  }

  static func stop<Action>() -> Effect<Action> { .cancel(id: CancelID.work) }

  var body: some Reducer<State, Action> {
    let reduce = Reduce<State, Action> { _, action in
      switch action {
      case .start(let name): Self.start(name)
      case .restart(let name): Self.start(name, cancelInFlight: true)
      case .stop: Self.stop()
      case .dismiss: .run { [dismiss] _ in await dismiss() }
      }
    }
    if isWrapped { Logging(reduce) } else { reduce }
  }
}

/// A list of jobs.
struct JobList: Reducer {
  let hasWrappedChildren: Bool

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Job.State> = []
  }
  @CasePathable enum Action {
    case change((inout State) -> Void)
    case rows(IdentifiedAction<Int, Job.Action>)
  }

  var body: some Reducer<State, Action> {
    let rows = Reduce<State, Action> { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Job(isWrapped: hasWrappedChildren) }
    if hasWrappedChildren { Logging(rows) } else { rows }
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
          if case .setSite(let newSite) = action { site = newSite }
          return .none
        }
        .ifCaseLet(\.working, action: \.site) { Job(isWrapped: hasWrappedChildren) }
      }
      Reduce { state, action in
        switch action {
        case .change(let change):
          change(&state)
          return .none
        case .start(let name): return Job.start(name)
        case .stop: return Job.stop()
        default: return .none
        }
      }
    }
    .ifLet(\.optional, action: \.optional) { Job(isWrapped: hasWrappedChildren) }
    .ifLet(\.$presented, action: \.presented) { Job(isWrapped: hasWrappedChildren) }
    .forEach(\.path, action: \.path) { Job(isWrapped: hasWrappedChildren) }
    .forEach(\.branches, action: \.branches) { Branch(base: self) }
  }
}

/// Breaks a cycle of types that would contain each other.
struct Branch: Reducer {
  let base: Office

  func reduce(into state: inout Office.State, action: Office.Action) -> Effect<Office.Action> {
    base.reduce(into: &state, action: action)
  }

  func makeReduction() -> Reduction<Office.State, Office.Action> {
    base.hasWrappedChildren ? Logging(base).makeReduction() : base.makeReduction()
  }
}

struct Logging<Base: Reducer>: Reducer {
  let base: Base
  init(_ base: Base) { self.base = base }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

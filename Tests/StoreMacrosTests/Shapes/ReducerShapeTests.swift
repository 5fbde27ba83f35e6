import Store
import StoreTesting
import Synchronization
import Testing

@MainActor @Suite struct ReducerShapeTests {
  /// The state after these actions.
  private func reduced<R: Reducer>(_ reducer: R, _ state: R.State, _ actions: R.Action...) -> R.State {
    let store = Store(initialState: state) { reducer }
    for action in actions { store.send(action) }
    return store.withState { $0 }
  }

  @Test func whatIsLeftOut() {
    #expect(reduced(NothingDeclared(), NothingDeclared.State()) == NothingDeclared.State())
    #expect(reduced(StateAndAction(), StateAndAction.State(count: 1), .tapped).count == 1)
    #expect(reduced(StateAlias(), 1) == 1)
    #expect(reduced(ActionAlias(), ActionAlias.State(), "a") == ActionAlias.State())
    #expect(reduced(BothAliases(), 1, true) == 1)
    #expect(reduced(OnlyStoredBody(), 1, true) == 1)
    _ = reduced(OnlyState(), OnlyState.State())
    _ = reduced(OnlyAction(), OnlyAction.State(), .tapped)
    _ = reduced(OnlyProperties(id: 1), OnlyProperties.State())
    _ = reduced(OnlyDependencies(), OnlyDependencies.State())
    _ = reduced(PublicNothing(), PublicNothing.State())
    _ = reduced(PackageNothing(), PackageNothing.State())
    _ = reduced(NoArguments(), NoArguments.State())
    _ = reduced(QualifiedReducer(), QualifiedReducer.State())
    CasesOf<OnlyAction.Action>.expect([.init(\.tapped, .tapped)])
  }

  @Test func bodies() {
    #expect(reduced(ReducerOfSelf(), ReducerOfSelf.State(), .tapped).count == 1)
    #expect(reduced(ReducerOfName(), ReducerOfName.State(), .tapped).count == 1)
    #expect(reduced(ReducerOfTypes(), ReducerOfTypes.State(), .tapped).count == 2)
    #expect(reduced(ReducerOfSelfTypes(), ReducerOfSelfTypes.State(), .tapped).count == 1)
    #if compiler(>=6.3)
      #expect(reduced(QualifiedBody(), QualifiedBody.State(), .tapped).count == 1)
    #endif
    #expect(reduced(ConcreteBody(), ConcreteBody.State(), .tapped).count == 1)
    #expect(reduced(ReturningBody(), ReturningBody.State(), .tapped).count == 2)
    #expect(reduced(GetterBody(), GetterBody.State(), .tapped).count == 1)
    #expect(reduced(AnnotatedBody(), AnnotatedBody.State(), .tapped).count == 1)
    #expect(reduced(ConditionalBody(isOn: true), ConditionalBody.State(), .tapped).count == 1)
    #expect(reduced(ConditionalBody(isOn: false), ConditionalBody.State(), .tapped).count == 0)
    #expect(reduced(ReduceMethod(), ReduceMethod.State(), .tapped).count == 1)
    #expect(reduced(ReduceMethodOfTypes(), 1, true) == 2)
    #expect(reduced(BodyInExtension(), BodyInExtension.State(), .tapped).count == 1)
    #expect(reduced(TypesInExtension(), TypesInExtension.State(), .tapped).count == 1)
  }

  @Test func declarations() {
    #expect(reduced(PublicFeature(), PublicFeature.State(), .tapped).count == 1)
    #expect(reduced(DeclaredReducer(), DeclaredReducer.State(), .tapped).count == 1)
    _ = reduced(SendableFeature(), SendableFeature.State(), .tapped)
    #expect(reduced(EnumState(), .loading, .loaded(2)).loaded == 2)
    _ = reduced(MarkedTypes(), MarkedTypes.State(), .tapped)
    #expect(reduced(MarkedEnums(), .b(1), .tapped).b == 1)
    _ = reduced(ConformingEnums(), .a, .tapped)
    _ = reduced(StructAction(), StructAction.State(), StructAction.Action())
    #expect(reduced(BindableFeature(), BindableFeature.State(), .binding(.set(\.text, "a"))).text == "a")
    _ = reduced(ViewFeature(), ViewFeature.State(), .view(.tapped))
    #expect(NestedEnums.Action.delegate(.saved(1)).is(\.delegate.saved))
    #expect(reduced(ManyMembers(step: 2), ManyMembers.State(), .loaded(3)).count == 6)
    #expect(reduced(GenericFeature<String>(), GenericFeature.State(value: "a"), .changed("b")).value == "b")
    let child = ReducerOfSelf.State()
    #expect(
      reduced(GenericParent(child: ReducerOfSelf()), GenericParent.State(child: child), .child(.tapped)).child.count
        == 1
    )
    #expect(
      reduced(ConstrainedParent(child: ReducerOfSelf()), ConstrainedParent.State(child: child), .child(.tapped))
        == ConstrainedParent.State(child: ReducerOfSelf.State(count: 1))
    )
    _ = reduced(AvailableFeature(), AvailableFeature.State(), .tapped)
    _ = reduced(ConditionalAction(), ConditionalAction.State(), .debug(1))
    _ = reduced(Features.Inner(), Features.Inner.State(), .changed(Features.Value()))
    _ = reduced(Features.InExtension(), Features.InExtension.State(), .inner(.changed(Features.Value())))
    _ = reduced(Features_Public.ImplicitlyPublic(), Features_Public.ImplicitlyPublic.State())
  }

  @Test func composition() {
    var state = Parent.State()
    state.optional = ReducerOfSelf.State()
    state.rows = [Parent.Row.State(id: 1)]
    state.presented = ReducerOfSelf.State()
    let result = reduced(
      Parent(),
      state,
      .required(.tapped),
      .optional(.tapped),
      .rows(.element(id: 1, action: .toggled)),
      .presented(.presented(.tapped)),
      .presented(.presented(.tapped))
    )
    #expect(result.required.count == 1)
    #expect(result.optional?.count == 1)
    #expect(result.rows[id: 1]?.isOn == true)
    #expect(result.presented?.count == 2)
    let action = Parent.Action.rows(.element(id: 1, action: .toggled))
    #expect(action.is(\.rows[id: 1].toggled))
  }

  @Test func enums() {
    #expect(reduced(ReducerOf(OneReducer.self), .feature(ReducerOfSelf.State()), .feature(.tapped)).feature?.count == 1)
    #expect(reduced(ReducerOf(TwoReducers.self), .second(.loading), .second(.loaded(2))).second?.loaded == 2)
    #expect(reduced(ReducerOf(FourReducers.self), .c(ReducerOfTypes.State()), .c(.tapped)).c?.count == 2)
    #expect(
      reduced(ReducerOf(LabelledReducer.self), .feature(counter: ReducerOfSelf.State()), .feature(.tapped))
        .feature?.count == 1
    )
    #expect(
      reduced(ReducerOf(DefaultReducer.self), .labelled(feature: ManyMembers.State()), .labelled(.loaded(2)))
        .labelled?.count == 6
    )
    #expect(
      reduced(ReducerOf(DefaultReducer.self), .generic(GenericFeature.State(value: 1)), .generic(.changed(2)))
        .generic?.value == 2
    )
    #expect(
      reduced(ReducerOf(NestedNames.self), .inner(Features.Inner.State()), .inner(.changed(Features.Value()))).inner
        != nil
    )
    #expect(reduced(ReducerOf(OwnFeature.self), .inner(OwnFeature.Inner.State()), .inner(.tapped)).inner != nil)
    #expect(
      reduced(ReducerOf(EscapedNames.self), .default(ReducerOfSelf.State()), .default(.tapped)).default?.count == 1
    )
    #expect(
      reduced(ReducerOf(IndirectPath.self), .feature(ReducerOfSelf.State()), .feature(.tapped)).feature?.count == 1
    )
    #expect(
      reduced(ReducerOf(IndirectCasePath.self), .feature(ReducerOfSelf.State()), .feature(.tapped)).feature?.count == 1
    )
    #expect(reduced(ReducerOf(OwnBody.self), .feature(ReducerOfSelf.State()), .feature(.tapped)).feature?.count == 1)
    #expect(
      reduced(ReducerOf(GenericPath<Int>.self), .generic(GenericFeature.State(value: 1)), .generic(.changed(2)))
        .generic?.value == 2
    )
    #expect(
      reduced(ReducerOf(PublicPath.self), .feature(PublicFeature.State()), .feature(.tapped)).feature?.count == 1
    )
    #expect(PublicPath.State.value(1).value == 1)
  }

  /// The body of an enum of reducers, which has no values.
  private func ReducerOf<R: CaseReducer>(_ type: R.Type) -> R.Body { R.body }

  @Test func enumCases() {
    CasesOf<MixedCases.State>.expect([
      .init(\.feature, .feature(ReducerOfSelf.State())), .init(\.alert, .alert(AlertState { TextState("a") })),
      .init(\.meeting, .meeting(id: 1)), .init(\.none, .none),
    ])
    CasesOf<MixedCases.Action>.expect([.init(\.feature, .feature(.tapped)), .init(\.alert, .alert(.ok))])
    CasesOf<PlainCases.State>.expect([
      .init(\.nothing, .nothing), .init(\.pair, .pair(1, "a")), .init(\.labelled, .labelled(id: 1, text: "a")),
      .init(\.optional, .optional(nil)), .init(\.list, .list([1])),
    ])
    CasesOf<EphemeralCases.Action>.expect([.init(\.banner, .banner(.tapped)), .init(\.feature, .feature(.tapped))])
    CasesOf<Alerts.Action>.expect([.init(\.alert, .alert(.confirmed))])
    CasesOf<ConditionalPath.State>.expect([.init(\.feature, .feature(ReducerOfSelf.State()))])
  }

  @Test func conformances() {
    func requireEquatable<Value: Equatable>(_ value: Value) { #expect(value == value) }
    func requireHashable<Value: Hashable & Codable>(_ value: Value) { #expect(value.hashValue == value.hashValue) }
    func requireSendable(_: (some Sendable).Type) {}
    requireEquatable(MixedCases.State.meeting(id: 1))
    requireEquatable(EquatableState.State.b)
    requireEquatable(SeveralConformances.State.other)
    requireEquatable(EquatableAction.Action.feature(.tapped))
    requireHashable(CodableEnum.State.feature(EquatableFeature.State()))
    requireHashable(CodableEnum.Action.feature(.tapped))
    requireHashable(ExtendedEnum.State.none)
    requireHashable(ExtendedEnum.Action.feature(.tapped))
    requireSendable(SendableEnum.State.self)
    requireSendable(SeveralConformances.Action.self)
  }

  @Test func privateReducers() {
    expectPrivateReducers()
  }

  @Test func caseScopes() throws {
    let store = Store(initialState: MixedCases.State.feature(ReducerOfSelf.State())) { MixedCases.body }
    guard case .feature(let child) = store.case else {
      Issue.record("The store is in another case: \(store.case)")
      return
    }
    child.send(.tapped)
    #expect(child.count == 1)
    #expect(store.feature?.count == 1)
    guard case .feature(let again) = store.case else { return }
    #expect(child === again)

    let plain = Store(initialState: MixedCases.State.meeting(id: 7)) { MixedCases.body }
    guard case .meeting(id: 7) = plain.case else {
      Issue.record("The store is in another case: \(plain.case)")
      return
    }
    let labelled = Store(initialState: LabelledReducer.State.feature(counter: ReducerOfSelf.State())) {
      LabelledReducer.body
    }
    guard case .feature(let counter) = labelled.case else { return }
    counter.send(.tapped)
    #expect(counter.count == 1)
  }

  /// Observers of the case are notified when it changes and when another child replaces its child, but not when the
  /// child changes.
  @Test func observation() {
    let store = Store(initialState: Switch.State(path: .feature(ReducerOfSelf.State()))) { Switch() }
    let path = store.scope(state: \.path, action: \.path)
    func isTold(of action: Switch.Action) -> Bool {
      let change = LockedFlag()
      withObservationTracking {
        _ = path.case
      } onChange: {
        change.set()
      }
      store.send(action)
      return change.isSet
    }
    #expect(!isTold(of: .path(.feature(.tapped))))
    #expect(isTold(of: .set(.meeting(id: 1))))
    #expect(isTold(of: .set(.meeting(id: 2))))
    #expect(!isTold(of: .set(.meeting(id: 2))))
    #expect(isTold(of: .set(.none)))
    #expect(!isTold(of: .set(.none)))
  }

  private final class LockedFlag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  @Reducer struct Switch {
    struct State { var path: MixedCases.State }
    enum Action { case path(MixedCases.Action), set(MixedCases.State) }
    var body: some ReducerOf<Self> {
      Scope(state: \.path, action: \.path) { MixedCases.body }
      Reduce { state, action in
        if case .set(let path) = action { state.path = path }
        return .none
      }
    }
  }

  @Test func recursion() async {
    let store = TestStore(initialState: Node.State()) { Node() }
    await store.send(.tapped) { $0.destination = .child(Node.State(depth: 1)) }
    await store.send(.destination(.presented(.child(.tapped)))) {
      $0.destination?.modify(\.child) { $0.destination = .child(Node.State(depth: 2)) }
    }
    await store.send(.destination(.presented(.child(.destination(.dismiss))))) {
      $0.destination?.modify(\.child) { $0.destination = nil }
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  /// An action for a case that the state is not in is reported at the position of the case in the source.
  @Test func reportsNameThePlace() throws {
    var issues: [String] = []
    withExpectedIssue {
      _ = reduced(ReducerOf(TwoReducers.self), .second(.loading), .first(.tapped))
    } matching: { issue in
      issues.append("\(issue)")
      return true
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("ReducerShapes.swift") == true)
  }
}

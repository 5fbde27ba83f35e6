import Foundation
import Store
import Testing

@MainActor @Suite struct ReducerShapeTests {
  private func reduced<R: Reducer>(_ reducer: R, _ state: R.State, _ actions: R.Action...) -> R.State {
    let store = Store(initialState: state) { reducer }
    for action in actions { store.send(action) }
    return store.withState { $0 }
  }

  @Test func whatIsLeftOut() {
    #expect(reduced(NothingDeclared(), NothingDeclared.State()) == NothingDeclared.State())
    #expect(reduced(OnlyState(), 1) == 1)
    #expect(reduced(OnlyAction(), OnlyAction.State(), .tapped) == OnlyAction.State())
    #expect(reduced(OnlyStoredBody(), 1, true) == 1)
    _ = reduced(OnlyProperties(id: 1), OnlyProperties.State())
    CasesOf<OnlyAction.Action>.expect([.init(\.tapped, .tapped)])
  }

  @Test func bodies() {
    let state = Tally.State()
    #expect(reduced(Tally(), state, .tapped).count == 1)
    #expect(reduced(ReducerOfName(), state, .tapped).count == 1)
    #if compiler(>=6.3)
      #expect(reduced(QualifiedBody(), state, .tapped).count == 1)
    #endif
    #expect(reduced(ReturningBody(), state, .tapped).count == 1)
    #expect(reduced(GetterBody(), state, .tapped).count == 1)
    #expect(reduced(ConditionalBody(isOn: true), state, .tapped).count == 1)
    #expect(reduced(ConditionalBody(isOn: false), state, .tapped).count == 0)
    #expect(reduced(ReduceMethod(), 1, true) == 2)
    #expect(reduced(TypesInExtension(), TypesInExtension.State(), .tapped).count == 1)
  }

  @Test func declarations() {
    #expect(reduced(PublicFeature(), PublicFeature.State(), .tapped).count == 1)
    #expect(reduced(DeclaredReducer(), .loading, .loaded(2)).loaded == 2)
    _ = reduced(ConformingEnums(), .a, ConformingEnums.Action())
    let actions: [ManyMembers.Action] = [.loaded(3), .binding(.set(\.count, 1)), .view(.appeared)]
    #expect(actions.map { reduced(ManyMembers(step: 2), ManyMembers.State(), $0).count } == [6, 1, 0])
    #expect(actions[2].is(\.view.appeared))
    #expect(reduced(GenericFeature<String>(), GenericFeature.State(value: "a"), .changed("b")).value == "b")
    let parent = GenericParent<Tally>.State(child: Tally.State())
    #expect(reduced(GenericParent(child: Tally()), parent, .child(.tapped)).child.count == 1)
    _ = reduced(Features.Inner(), Features.Inner.State(), .changed(Features.Value()))
    _ = reduced(Features_Public.ImplicitlyPublic(), Features_Public.ImplicitlyPublic.State())
    expectPrivateReducers()
  }

  @Test func enums() {
    let (body, tally) = (AllKinds.body, Tally.State())
    #expect(reduced(body, .tally(tally), .tally(.tapped)).tally?.count == 1)
    #expect(reduced(body, .labelled(counter: tally), .labelled(.tapped)).labelled?.count == 1)
    #expect(reduced(body, .`init`(tally), .`init`(.tapped))[case: \.`init`]?.count == 1)
    #expect(reduced(body, .withArgument(ManyMembers.State()), .withArgument(.loaded(2))).withArgument?.count == 6)
    #expect(reduced(body, .both(feature: tally), .both(.tapped)).both?.count == 1)
    #expect(reduced(body, .generic(GenericFeature.State(value: 1)), .generic(.changed(2))).generic?.value == 2)
    #expect(reduced(body, .nested(Features.Inner.State()), .nested(.changed(Features.Value()))).nested != nil)
    #expect(reduced(body, .own(AllKinds.Own.State()), .own(.tapped)).own != nil)
    #expect(reduced(body, .inner(.own(AllKinds.Own.State())), .inner(.own(.tapped))).inner?.own != nil)
    #expect(reduced(body, .conditional(tally), .conditional(.tapped)).conditional?.count == 1)
    #expect(reduced(IndirectPath.body, .feature(tally), .feature(.tapped)).feature?.count == 1)
    #expect(reduced(IndirectCasePath.body, .feature(tally), .feature(.tapped)).feature?.count == 1)
    #expect(reduced(OwnTypes.body, .feature(tally), .feature(.tapped)).feature?.count == 1)
    #expect(reduced(OwnBody.body, .feature(tally), .feature(.tapped)).feature?.count == 2)
    #expect(OwnBody.scope(Store(initialState: OwnBody.State.feature(tally)) { OwnBody.body }) == 1)
    let generic = GenericPath<Int, Tally>.body
    #expect(reduced(generic, .generic(GenericFeature.State(value: 1)), .generic(.changed(2))).generic?.value == 2)
    #expect(reduced(PublicPath.body, .feature(PublicFeature.State()), .feature(.tapped)).feature?.count == 1)
    #expect(PublicPath.State.value(1).value == 1)
  }

  @Test func casesOfEnums() {
    CasesOf<AllKinds.State>.expect([
      .init(\.tally, .tally(Tally.State())), .init(\.labelled, .labelled(counter: Tally.State())),
      .init(\.alert, .alert(AlertState { TextState("a") })), .init(\.labelledBanner, .labelledBanner(banner: Banner())),
      .init(\.value, .value(1)), .init(\.id, .id(id: UUID())), .init(\.nothing, .nothing),
      .init(\.case, .case(1, 2)), .init(\.pair, .pair(id: 1, text: "a")), .init(\.optional, .optional(nil)),
      .init(\.unwrapped, .unwrapped(1)), .init(\.list, .list([.confirmed])),
    ])
    CasesOf<AllKinds.Action>.expect([
      .init(\.tally, .tally(.tapped)), .init(\.labelled, .labelled(.tapped)), .init(\.alert, .alert(.confirmed)),
      .init(\.banner, .banner(.tapped)),
    ])
  }

  @Test func conformances() {
    func requireHashable<Value: Hashable & Codable & Sendable>(_ value: Value) { #expect(value == value) }
    requireHashable(ListedConformances.State.feature(PublicFeature.State()))
    requireHashable(ListedConformances.Action.feature(.tapped))
    func requireSendable(_: (some Sendable).Type) {}
    requireSendable(PublicPath.State.self)
    requireSendable(PublicPath.Action.self)
  }

  @Test func caseScopes() throws {
    let store = Store(initialState: MixedCases.State.feature(Tally.State())) { MixedCases.body }
    guard case .feature(let child) = store.case else { throw OtherCase(description: "\(store.case)") }
    child.send(.tapped)
    #expect(child.count == 1 && store.feature?.count == 1)
    guard case .feature(let again) = store.case else { throw OtherCase(description: "\(store.case)") }
    #expect(child === again)

    let plain = Store(initialState: MixedCases.State.meeting(id: 7)) { MixedCases.body }
    guard case .meeting(id: 7) = plain.case else { throw OtherCase(description: "\(plain.case)") }
    let labelled = Store(initialState: AllKinds.State.labelled(counter: Tally.State())) { AllKinds.body }
    guard case .labelled(let counter) = labelled.case else { throw OtherCase(description: "\(labelled.case)") }
    counter.send(.tapped)
    #expect(counter.count == 1)
  }

  private struct OtherCase: Error { let description: String }

  /// Observers of the case are notified when it changes and when another child replaces its child, but not when the
  /// child changes.
  @Test func observation() {
    let store = Store(initialState: Switch.State(path: .feature(Tally.State()))) { Switch() }
    let path = store.scope(state: \.path, action: \.path)
    func isTold(of action: Switch.Action) -> Bool {
      let change = LockIsolated(false)
      withObservationTracking {
        _ = path.case
      } onChange: {
        change.setValue(true)
      }
      store.send(action)
      return change.value
    }
    #expect(!isTold(of: .path(.feature(.tapped))))
    #expect(isTold(of: .set(.meeting(id: 1))))
    #expect(isTold(of: .set(.meeting(id: 2))))
    #expect(!isTold(of: .set(.meeting(id: 2))))
    #expect(isTold(of: .set(.none)))
    #expect(!isTold(of: .set(.none)))
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

  /// An action for a case that the state is not in is reported at the position of the case in the source.
  @Test func reportsNameThePlace() throws {
    let issues = withCapturedIssues { _ = reduced(AllKinds.body, .nothing, .tally(.tapped)) }
    #expect(issues.count == 1 && "\(issues)".contains("ReducerShapes.swift"), "\(issues)")
  }
}

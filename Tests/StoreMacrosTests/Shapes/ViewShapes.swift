import Store
import Testing

@ViewAction(for: ManyMembers.self) struct LetStore { let store: StoreOf<ManyMembers> }
@ViewAction(for: ManyMembers.self) struct SpelledStore { var store: Store<ManyMembers.State, ManyMembers.Action> }
@Reducer private struct HiddenFeature { enum Action: ViewAction { case view(Int) } }
@ViewAction(for: HiddenFeature.self) struct HiddenStore { private let store: StoreOf<HiddenFeature> }
@ViewAction(for: ManyMembers.self) final class ViewClass {
  let store: StoreOf<ManyMembers>
  init(store: StoreOf<ManyMembers>) { self.store = store }
}
@MainActor @ViewAction(for: Views.Feature.self) struct MainActorView {
  let store: StoreOf<Views.Feature>
  func appeared() { send(.tapped) }
}
enum Views {
  @Reducer struct Feature {
    struct State { var count = 0 }
    enum Action: ViewAction {
      case view(View)
      enum View { case tapped }
    }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
  @ViewAction(for: Feature.self) fileprivate struct Inner { let store: StoreOf<Feature> }
}

@ObservableState struct ObservableStruct {
  var count = 0
  @ObservationStateIgnored var cache = 1
}
@ObservableState @CasePathable @dynamicMemberLookup public enum ObservableCases: Equatable { case a(Int), b }

@MainActor @Suite struct ViewShapeTests {
  @Test func sending() {
    let store = Store(initialState: Views.Feature.State()) { Views.Feature() }
    MainActorView(store: store).appeared()
    Views.Inner(store: store).send(.tapped)
    #expect(store.count == 2)
    let other = Store(initialState: ManyMembers.State()) { ManyMembers() }
    LetStore(store: other).send(.appeared)
    SpelledStore(store: other).send(.appeared)
    ViewClass(store: other).send(.appeared)
  }

  @Test func observableState() {
    #expect(ObservableStruct().cache == 1)
    CasesOf<ObservableCases>.expect([.init(\.a, .a(1)), .init(\.b, .b)])
    #expect(ObservableCases.a(1).a == 1)
  }
}

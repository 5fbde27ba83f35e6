import Store
import Testing

@ViewAction(for: ViewFeature.self) struct LetStore { let store: StoreOf<ViewFeature> }
@ViewAction(for: ViewFeature.self) struct VarStore { var store: StoreOf<ViewFeature> }
@ViewAction(for: ViewFeature.self) struct SpelledStore { let store: Store<ViewFeature.State, ViewFeature.Action> }
@ViewAction(for: ViewFeature.self) public struct PublicView { let store: StoreOf<ViewFeature> }
@Reducer private struct HiddenFeature {
  enum Action: ViewAction { case view(Int) }
}
@ViewAction(for: HiddenFeature.self) struct HiddenStore { private let store: StoreOf<HiddenFeature> }
@ViewAction(for: ViewFeature.self) final class ViewClass {
  let store: StoreOf<ViewFeature>
  init(store: StoreOf<ViewFeature>) { self.store = store }
}
@MainActor @ViewAction(for: ViewFeature.self) struct MainActorView {
  let store: StoreOf<ViewFeature>
  func appeared() { send(.appeared) }
}
@ViewAction(for: Views.Feature.self) struct NestedFeatureView { let store: StoreOf<Views.Feature> }
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

@ObservableState struct ObservableStruct { var count = 0 }
@ObservableState enum ObservableEnum { case a(Int) }
@ObservableState @CasePathable @dynamicMemberLookup public enum ObservableCases: Equatable { case a(Int), b }
@ObservableState struct IgnoredProperty {
  var count = 0
  @ObservationStateIgnored var cache = 1
}

@MainActor @Suite struct ViewShapeTests {
  @Test func sending() {
    let store = Store(initialState: Views.Feature.State()) { Views.Feature() }
    NestedFeatureView(store: store).send(.tapped)
    Views.Inner(store: store).send(.tapped)
    #expect(store.count == 2)
    let other = Store(initialState: ViewFeature.State()) { ViewFeature() }
    LetStore(store: other).send(.tapped)
    VarStore(store: other).send(.tapped)
    SpelledStore(store: other).send(.tapped)
    PublicView(store: other).send(.tapped)
    ViewClass(store: other).send(.tapped)
    MainActorView(store: other).appeared()
  }

  @Test func observableState() {
    #expect(ObservableStruct().count == 0)
    #expect(IgnoredProperty().cache == 1)
    CasesOf<ObservableCases>.expect([.init(\.a, .a(1)), .init(\.b, .b)])
    #expect(ObservableCases.a(1).a == 1)
  }
}

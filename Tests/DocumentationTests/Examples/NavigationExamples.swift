import StoreTesting
import Testing

// What the documentation of navigation shows.

@Reducer
private struct Editor {
  struct State: Equatable {
    var text = ""
  }
  enum Action: Equatable {
    case saveButtonTapped
    case saved(String)
    case cancelButtonTapped
    case doneButtonTapped
    case finished
  }

  // #include IsPresented.swift: ... @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .saveButtonTapped:
        return .send(.saved(state.text))
      // #include DismissEffect.swift: case .cancelButtonTapped: ...
      // #include IsPresented.swift: case .doneButtonTapped: ...
      case .saved, .finished:
        return .none
      }
    }
  }
}

private enum Stateful {
  @Reducer
  struct Note {
    // #include PresentationState.swift: struct State
  }

  static func name(_ action: Note.Action) -> String {
    switch action {
    case .editor(.presented(.saveButtonTapped)):  // the editor has handled this action
      "handled"
    case .editor(.dismiss):  // the editor is about to go
      "dismissed"
    case .editor:
      "other"
    }
  }
}

private enum Composed {
  @Reducer
  struct Note {
    struct State: Equatable {
      var text = ""
      @Presents var editor: Editor.State?
    }
    enum Action {
      case editButtonTapped
      case editor(PresentationAction<Editor.Action>)
    }
    var body: some ReducerOf<Self> {
      // #include IfLet.swift: case .editor(.presented(
    }
  }
}

@Reducer
struct Compose {
  struct State: Equatable {}
  enum Action {
    case sent(String)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { _ in await dismiss() }
    }
  }
}

@Reducer
struct Inbox {
  @Reducer
  enum Destination {
    case compose(Compose)
    case alert(AlertState<Alert>)

    @CasePathable enum Alert { case deleteButtonTapped }
  }

  struct State: Equatable {
    var messages: [String] = []
    @Presents var destination: Destination.State?
  }

  enum Action {
    case composeButtonTapped
    case deleteAllButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .composeButtonTapped:
        state.destination = .compose(Compose.State())
        return .none

      case .deleteAllButtonTapped:
        state.destination = .alert(
          AlertState {
            TextState("Delete all messages?")
          } actions: {
            ButtonState(role: .destructive, action: .deleteButtonTapped) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Cancel") }
          }
        )
        return .none

      case .destination(.presented(.compose(.sent(let message)))):
        state.messages.append(message)
        return .none

      case .destination(.presented(.alert(.deleteButtonTapped))):
        state.messages = []
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Inbox.Destination.State: Equatable {}

private enum Alerting {
  @Reducer
  struct Feature {
    struct State: Equatable {
      @Presents var alert: AlertState<Alert>?
    }
    enum Alert { case confirmed }
    enum Action {
      case alert(PresentationAction<Alert>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$alert, action: \.alert)
    }
  }
}

@MainActor
@Suite struct NavigationExamples {
  @Test func composingEndsItself() async {
    let store = TestStore(initialState: Inbox.State()) { Inbox() }
    await store.send(.composeButtonTapped) {
      $0.destination = .compose(Compose.State())
    }
    await store.send(\.destination.compose.sent, "Hello") {
      $0.messages = ["Hello"]
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test func anAlertEndsWithItsAction() async {
    let store = TestStore(initialState: Inbox.State(messages: ["Hello"])) { Inbox() }
    store.exhaustivity = .off
    await store.send(.deleteAllButtonTapped)
    store.exhaustivity = .on
    await store.send(\.destination.alert.deleteButtonTapped) {
      $0.destination = nil
      $0.messages = []
    }
    let alerting = TestStore(
      initialState: Alerting.Feature.State(alert: AlertState { TextState("Sure?") })
    ) {
      Alerting.Feature()
    }
    await alerting.send(.alert(.presented(.confirmed))) { $0.alert = nil }
  }

  @Test func aPresentedFeature() async {
    let store = TestStore(initialState: Composed.Note.State(text: "a")) { Composed.Note() }
    await store.send(.editButtonTapped) { $0.editor = Editor.State(text: "a") }
    await store.send(.editor(.presented(.saveButtonTapped)))
    await store.receive(\.editor.saved) { $0.editor = nil }
    await store.send(.editButtonTapped) { $0.editor = Editor.State(text: "a") }
    await store.send(.editor(.presented(.doneButtonTapped)))
    await store.receive(\.editor.dismiss) { $0.editor = nil }
  }

  @Test func scoping() {
    let store = Store(initialState: Composed.Note.State(text: "a", editor: Editor.State())) { Composed.Note() }
    // #include Store+Scope.swift: if let editor = store.scope(state: \.$editor,
    #expect(store.editor == nil)
    #expect(Stateful.name(.editor(.dismiss)) == "dismissed")
  }

  @Test func aFeatureByItself() async {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    await store.send(.doneButtonTapped)
    await store.receive(.finished)
    // #include TestStore.swift: await store.send(.cancelButtonTapped)
  }
}

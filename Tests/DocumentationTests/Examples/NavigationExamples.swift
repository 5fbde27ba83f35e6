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

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .saveButtonTapped:
        return .send(.saved(state.text))
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }
      case .doneButtonTapped:
        return isPresented ? .run { _ in await dismiss() } : .send(.finished)
      case .saved, .finished:
        return .none
      }
    }
  }
}

private enum Stateful {
  @Reducer
  struct Note {
    struct State: Equatable {
      @Presents var editor: Editor.State?
    }
    enum Action {
      case editor(PresentationAction<Editor.Action>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // ...
        return .none
      }
      .ifLet(\.$editor, action: \.editor) { Editor() }
    }
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
      Reduce { state, action in
        switch action {
        case .editButtonTapped:
          state.editor = Editor.State(text: state.text)
          return .none
        case .editor(.presented(.saved(let text))):
          state.text = text
          state.editor = nil
          return .none
        case .editor:
          return .none
        }
      }
      .ifLet(\.$editor, action: \.editor) { Editor() }
    }
  }
}

@MainActor
@Suite struct NavigationExamples {
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
    if let editor = store.scope(state: \.$editor, action: \.editor) {
      editor.send(.saveButtonTapped)  // the same as store.send(.editor(.presented(.saveButtonTapped)))
    }
    #expect(store.editor == nil)
    #expect(Stateful.name(.editor(.dismiss)) == "dismissed")
  }

  @Test func aFeatureByItself() async {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    await store.send(.doneButtonTapped)
    await store.receive(.finished)
    await store.send(.cancelButtonTapped)
    #expect(store.isDismissed)
  }
}

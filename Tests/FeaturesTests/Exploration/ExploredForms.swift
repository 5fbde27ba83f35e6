import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import Features

extension ExplorationBounds {
  /// Bounds for stories of `depth` steps, without any other limit that would affect the coverage.
  /// ``DeeperExplorations`` adds steps.
  static func stories(of depth: Int) -> Self {
    let time = DeeperExplorations.time ?? .seconds(100_000)
    return Self(depth: depth + DeeperExplorations.steps, points: 10_000_000, time: time)
  }
}

/// What a person types is saved or kept.
@Suite struct ExploredForms {
  /// Whenever the form is closed or replaced by a link, the text typed last is saved or kept as a draft, or an error is
  /// shown. The database takes an unknown time.
  @Test(arguments: [nil, ToDo.example(1)])
  func whatWasTypedIsKept(_ original: ToDo?) async {
    let saved = ModeledValue<[String]>([])
    let draft = ModeledValue(ToDoEdit(memo: "of another run"))
    let typed = ModeledValue<String?>(nil)
    let told = ModeledValue<String?>(nil)
    await exploreStates(of: Self.list(original), within: .stories(of: 6)) {
      ToDoList()
    } withDependencies: {
      Self.prepare(&$0, saved: saved, draft: draft)
      $0.toDoClient.saveDraft = { new, _ in
        try await choose("keep the draft", .success(()), .failure(DatabaseError.diskFull(path: "/a")))
        draft.withValue { $0 = new }
      }
    } actions: { state in
      for action in Self.actions(state, original, [.titleChanged("a"), .titleChanged("ab"), .saveButtonTapped]) {
        action
      }
    } always: { state in
      let title = state.form?.title == original?.title ?? "" ? nil : state.form?.title
      if state.problem != nil || state.form?.failure != nil {
        told.withValue { $0 = title ?? typed.value }
        typed.withValue { $0 = nil }
      } else if let title, title != told.value {
        typed.withValue { $0 = title }
      }
    } whenSettled: { state in
      #expect(state.drafts.jobs.isEmpty)
      guard let typed = typed.value else { return }
      // What another run has left in the memo is saved with the first title. A title that is typed while a draft is
      // being read continues that of the draft.
      let memo = saved.value.isEmpty ? "of another run" : nil
      let isKept = draft.value.title?.hasSuffix(typed) == true && draft.value.memo == memo && draft.value.dueDate == nil
      #expect(saved.value.contains(typed) || isKept)
    }
  }

  /// The draft in the database is what the form shows, whether the form is saved, edited or discarded.
  @Test(arguments: [nil, ToDo.example(1)])
  func theDraftIsWhatIsOnShow(_ original: ToDo?) async {
    let saved = ModeledValue<[String]>([])
    let draft = ModeledValue(ToDoEdit())
    await exploreStates(of: Self.list(original), within: .stories(of: 6)) {
      ToDoList()
    } withDependencies: {
      Self.prepare(&$0, saved: saved, draft: draft)
      $0.toDoClient.draft = { _ in
        try await choose("read the draft", .success(()), .failure(DatabaseError.busy(path: "/a")))
        return draft.value
      }
    } actions: { state in
      for action in Self.actions(state, original, [.titleChanged("a"), .saveButtonTapped, .discardButtonTapped]) {
        action
      }
    } whenSettled: { state in
      guard let form = state.form else { return }
      #expect(!form.isSaving)
      if !form.isRestoring { #expect(draft.value == form.draft) }
    }
  }

  private static func list(_ original: ToDo?) -> ToDoList.State {
    with(ToDoList.State()) { state in if let original { state.rows.replace(with: [original]) } }
  }

  /// Actions that open, use and close a form, or replace it as links do.
  private static func actions(
    _ state: ToDoList.State,
    _ original: ToDo?,
    _ actions: [ToDoForm.Action]
  ) -> [ToDoList.Action] {
    switch state.destination {
    case .create:
      // The last two actions are those of a link.
      actions.map { .destination(.presented(.create($0))) } + [.destination(.dismiss), .createButtonTapped]
    case .detail(let detail) where detail.destination != nil:
      (actions + [.closeButtonTapped]).map { .destination(.presented(.detail(.destination(.presented(.edit($0)))))) }
        + [.destination(.dismiss)]
    case .detail:
      [.destination(.presented(.detail(.editButtonTapped)))]
    case nil:
      [original.map { .rowTapped(id: $0.id) } ?? .createButtonTapped]
    }
  }

  private static func prepare(
    _ dependencies: inout DependencyValues,
    saved: ModeledValue<[String]>,
    draft: ModeledValue<ToDoEdit>
  ) {
    dependencies.uuid = .constant(UUID(1))
    dependencies.date = .constant(.newYear)
    let error = DatabaseError.diskFull(path: "/a")
    let save = { @Sendable (title: String) in
      try await choose("save", .success(()), .failure(error))
      saved.withValue { $0.append(title) }
      draft.withValue { $0 = ToDoEdit() }
      return 1
    }
    dependencies.toDoClient.create = { try await save($0.title) }
    dependencies.toDoClient.edit = { try await save($1.title ?? "") }
    dependencies.toDoClient.draft = { _ in
      try await choose("read the draft", .success(()))
      return draft.value
    }
    dependencies.toDoClient.saveDraft = { new, _ in
      try await choose("keep the draft", .success(()))
      draft.withValue { $0 = new }
    }
  }

  /// Nothing that was typed for hashtags is lost, unless it was sent, erased or discarded, or it was said that it can't be
  /// kept. What has not been read is never replaced.
  @Test func whatWasTypedForHashtagsIsKept() async {
    let owed = ModeledValue<Set<Character>>(["0"])
    let kept = ModeledValue("0")
    let error = DatabaseError.diskFull(path: "/a")
    await exploreStates(of: RecipeList.State(detail: RecipeDetail.State(id: 7)), within: .stories(of: 6)) {
      Reduce<RecipeList.State, RecipeList.Action> { state, action in
        switch action {
        case .detail(.presented(.addHashtags(.presented(.textChanged(let text))))):
          guard let form = state.detail?.addHashtags, !form.isSending, form.alert == nil else { break }
          owed.withValue { $0 = $0.subtracting(form.text).union(text) }
        case .detail(.presented(.addHashtags(.presented(.cancelButtonTapped)))),
          .detail(.presented(.addHashtags(.presented(.hashtagsAdded)))):
          let text = state.detail?.addHashtags?.text ?? ""
          owed.withValue { $0.subtract(text) }
        case .draftFailed:
          // What was typed can't continue what can't be read. That is said, and the sheet, if it is open, still shows it.
          if case .read(let typed)? = state.drafts.jobs.first { owed.withValue { $0.subtract(typed.content) } }
        default: break
        }
        return .none
      }
      RecipeList()
    } withDependencies: {
      $0.locale = Texts.english.locale
      $0.hashtagDraftClient.draft = { _ in
        try await choose("read the draft", .success(()), .failure(error))
        return kept.value
      }
      $0.hashtagDraftClient.saveDraft = { text, _ in
        try await choose("keep the draft", .success(()), .failure(error))
        kept.withValue { $0 = text }
      }
      $0.hashtagClient.addHashtags = { id, _ in RecipeHashtags(recipeID: id, hashtags: []) }
      $0.hashtagClient.hashtags = { _ in [] }
    } actions: { state in
      if let form = state.detail?.addHashtags {
        for action in Self.actions(form) { RecipeList.Action.detail(.presented(.addHashtags(action))) }
      } else {
        RecipeList.Action.detail(.presented(.addHashtagsButtonTapped))
      }
    } whenSettled: { state in
      let form = state.detail?.addHashtags
      let there = kept.value + (form?.text ?? "") + state.drafts.unwritten.map(\.content).joined()
      #expect(owed.value.isSubset(of: there))
      #expect(state.drafts.jobs.isEmpty && form?.isRestoring != true)
      if let form, form.hasRestored, form.alert == nil, state.drafts.unwritten.isEmpty {
        #expect(kept.value == form.text)
      }
    }
  }

  /// What a person may do with the sheet for hashtags.
  private static func actions(_ form: AddHashtags.State) -> [PresentationAction<AddHashtags.Action>] {
    if form.alert != nil { return [.presented(.alert(.presented(.okButtonTapped)))] }
    let next = form.text.contains("1") ? "2" : "1"
    return [.dismiss, .presented(.cancelButtonTapped), .presented(.sendButtonTapped)]
      + (form.text.contains(next) ? [] : [.presented(.textChanged(form.text + next))])
      + (form.text.isEmpty ? [] : [.presented(.textChanged(""))])
  }
}

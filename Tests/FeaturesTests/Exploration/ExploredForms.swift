import Dependencies
import Foundation
import Store
import StoreTesting
import TestSupport
import Testing

@testable import Features

extension ExplorationBounds {
  /// Stories of a length. What is covered depends on nothing else: no time is up before. ``DeeperExplorations`` are longer.
  static func stories(of depth: Int) -> Self {
    Self(
      depth: depth + DeeperExplorations.steps,
      points: 10_000_000,
      time: DeeperExplorations.time ?? .seconds(100_000)
    )
  }
}

/// What a person types is saved, or still there.
@Suite struct ExploredForms {
  /// What was typed last is saved, kept as a draft, or the reason why it can't be is told, whenever the form is closed
  /// or replaced by a link. The database takes its time.
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
      #expect(saved.value.contains(typed) || draft.value == ToDoEdit(title: typed, memo: "of another run"))
    }
  }

  /// What is on show is in the database, whether it is saved, typed or discarded.
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
    var state = ToDoList.State()
    if let original { state.rows.replace(with: [original]) }
    return state
  }

  /// A form is opened, used, closed, and replaced by links.
  private static func actions(
    _ state: ToDoList.State,
    _ original: ToDo?,
    _ actions: [ToDoForm.Action]
  ) -> [ToDoList.Action] {
    switch state.destination {
    case .create:
      // Links do the last two.
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

  @Test func hashtagsAreAddedAsTheyWereTyped() async {
    let added = ModeledValue<[String]>([])
    await exploreStates(of: AddHashtags.State(recipeID: 1), within: .stories(of: 7)) {
      AddHashtags()
    } withDependencies: {
      $0.locale = Texts.english.locale
      $0.hashtagClient.addHashtags = { _, value in
        try await choose("add \(value)", .success(()), .failure(APIError.notHTTP))
        added.withValue { $0.append(value) }
        return [Hashtag(id: 1, name: value)]
      }
    } actions: { state in
      AddHashtags.Action.textChanged("#a")
      AddHashtags.Action.textChanged("#ab")
      AddHashtags.Action.sendButtonTapped
      if state.alert != nil { AddHashtags.Action.alert(.presented(.okButtonTapped)) }
    } always: { state in
      // A text that was not sent is never behind an alert that closes the sheet.
      #expect(state.alert == nil || added.value == [state.value])
    } whenSettled: { state in
      #expect(!state.isSending)
    }
  }
}

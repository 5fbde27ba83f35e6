import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

extension ExplorationBounds {
  /// Stories of a length. What is covered depends on nothing else: no time is up before. The environment may have longer
  /// ones explored.
  static func stories(of depth: Int) -> Self {
    let more = ProcessInfo.processInfo.environment["EXPLORATION_MORE_STEPS"].flatMap(Int.init) ?? 0
    return Self(depth: depth + more, points: 10_000_000, time: .seconds(100_000))
  }
}

/// What a person types is saved, or still there.
@Suite struct ExploredForms {
  /// What was typed last is saved, or kept as a draft.
  @Test(arguments: [nil, ToDo.example(1)])
  func nothingTypedIsLostButByAnActionThatSaysSo(_ original: ToDo?) async {
    let saved = ModeledValue<[String]>([])
    let draft = ModeledValue(ToDoEdit())
    await exploreStates(of: ToDoForm.State(original), within: .stories(of: 6)) {
      ToDoForm()
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
      $0.date = .constant(.newYear)
      let error = DatabaseError.diskFull(path: "/a")
      let save = { @Sendable (title: String) in
        try await choose("save", .success(()), .failure(error))
        saved.withValue { $0.append(title) }
        draft.withValue { $0 = ToDoEdit() }
        return 1
      }
      $0.toDoClient.create = { try await save($0.title) }
      $0.toDoClient.edit = { try await save($1.title ?? "") }
      $0.toDoClient.draft = { _ in
        try await choose("read the draft", .success(()), .failure(error))
        return draft.value
      }
      $0.toDoClient.saveDraft = { new, _ in draft.withValue { $0 = new } }
    } actions: { state in
      ToDoForm.Action.task
      ToDoForm.Action.titleChanged("a")
      ToDoForm.Action.titleChanged("ab")
      ToDoForm.Action.saveButtonTapped
      ToDoForm.Action.closeButtonTapped
      ToDoForm.Action.discardButtonTapped
    } whenSettled: { state in
      #expect(!state.isSaving)
      // What is on show is in the database, whether it is saved or only typed.
      if !state.isRestoring, saved.value.isEmpty { #expect(draft.value == state.draft) }
      // The form closes when it is saved, so nothing that was typed can come after it.
      #expect(saved.value.isEmpty || saved.value == [state.title])
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

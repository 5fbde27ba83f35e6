import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

extension ExplorationBounds {
  /// Stories of a length. What is covered depends on nothing else: no time is up before.
  static func stories(of depth: Int) -> Self { Self(depth: depth, points: 1_000_000, time: .seconds(100_000)) }
}

/// What a person types is saved, or still there.
@Suite struct ExploredForms {
  @Test func aNewToDoIsSavedAsItWasTyped() async {
    let saved = ModeledValue<[String]>([])
    await exploreStates(of: CreateToDo.State(), within: .stories(of: 6)) {
      CreateToDo()
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
      $0.date = .constant(.newYear)
      $0.calendar = Calendar(identifier: .gregorian)
      $0.toDoClient.insert = { toDos in
        try await choose("insert", .success(()), .failure(DatabaseError.diskFull(path: "/a")))
        saved.withValue { $0 += toDos.map(\.title) }
        return 1
      }
    } actions: { _ in
      CreateToDo.Action.titleChanged("a")
      CreateToDo.Action.titleChanged("ab")
      CreateToDo.Action.saveButtonTapped
      CreateToDo.Action.cancelButtonTapped
    } whenSettled: { state in
      #expect(!state.isSaving)
      // The form closes when it is saved, so nothing that was typed can come after it.
      #expect(saved.value.isEmpty || saved.value == [state.title])
    }
  }

  @Test func anEditIsSavedAsItWasTyped() async {
    let saved = ModeledValue("1")
    await exploreStates(of: EditToDo.State(.example(1)), within: .stories(of: 6)) {
      EditToDo()
    } withDependencies: {
      $0.toDoClient.edit = { _, edit in
        try await choose("edit", .success(()), .failure(DatabaseError.diskFull(path: "/a")))
        saved.withValue { $0 = edit.title ?? $0 }
        return 1
      }
    } actions: { _ in
      EditToDo.Action.titleChanged("a")
      EditToDo.Action.titleChanged("ab")
      EditToDo.Action.saveButtonTapped
      EditToDo.Action.cancelButtonTapped
    } whenSettled: { state in
      #expect(!state.isSaving)
      #expect(saved.value == "1" || saved.value == state.title)
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

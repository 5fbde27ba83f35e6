import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// The list of to-dos shows what the database contains once the writes have ended.
@Suite struct ExploredToDos {
  @Test func writesLeaveTheListAsTheDatabaseIs() async {
    let toDos: [ToDo] = [.example(2), .example(1)]
    let database = ModeledValue(Set(toDos))
    let initial = {
      var state = ToDoList.State()
      state.rows.replace(with: toDos)
      return state
    }()
    await exploreStates(of: initial, within: .stories(of: 5)) {
      ToDoList()
    } withDependencies: {
      $0.date = .constant(.newYear)
      let error = DatabaseError.diskFull(path: "/a")
      $0.toDoClient.setDone = { id, isDone in
        try await choose("set \(id) done: \(isDone)", .success(()), .failure(error))
        guard var toDo = database.value.first(where: { $0.id == id }) else {
          throw DatabaseError.missingRow(description: "")
        }
        database.withValue { [toDo] in _ = $0.remove(toDo) }
        toDo.isDone = isDone
        database.withValue { [toDo] in _ = $0.insert(toDo) }
        return 1
      }
      $0.toDoClient.delete = { ids in
        try await choose("delete \(ids)", .success(()), .failure(error))
        let deleted = database.value.filter { ids.contains($0.id) }
        database.withValue { $0.subtract(deleted) }
        return ToDoDeletion(toDos: deleted.sorted { $0.comesBefore($1) }, revision: 1)
      }
      $0.toDoClient.insert = { toDos in
        try await choose("insert \(toDos.map(\.title))", .success(()), .failure(error))
        let missing = toDos.filter { toDo in !database.value.contains { $0.id == toDo.id } }
        database.withValue { $0.formUnion(missing) }
        return 1
      }
    } actions: { state in
      if let first = state.rows.all.first {
        ToDoList.Action.toggleButtonTapped(id: first.id)
        ToDoList.Action.deleteButtonTapped(id: first.id)
      }
      if !state.lastDeleted.isEmpty { ToDoList.Action.undoButtonTapped }
    } whenSettled: { state in
      #expect(Set(state.rows.all) == database.value)
      // Only deleted to-dos can be restored.
      #expect(Set(state.lastDeleted.map(\.id)).isDisjoint(with: database.value.map(\.id)))
    }
  }

  /// The list also follows changes that another program makes to the database.
  @Test func whatIsReadIsWhatTheDatabaseHas() async {
    let database = ModeledValue([0])
    await exploreStates(of: ToDoList.State(), within: .stories(of: 5)) {
      ToDoList()
    } withDependencies: {
      $0.date = .constant(.newYear)
      $0.toDoClient.changes = { position in
        _ = await choose("changes after \(position?.revision ?? -1)", ())
        let revisions = database.value
        let toDo = ToDo(id: UUID(1), title: "\(revisions.count)", createdAt: .newYear)
        return ToDoChanges(isStart: position == nil, updated: [toDo], position: .revision(revisions.count))
      }
      $0.toDoClient.setDone = { _, isDone in
        try await choose("set done: \(isDone)", .success(()), .failure(DatabaseError.diskFull(path: "/a")))
        return database.withValue {
          $0.append(0)
          return $0.count
        }
      }
    } actions: { state in
      ToDoList.Action.task
      if let first = state.rows.all.first { ToDoList.Action.toggleButtonTapped(id: first.id) }
    } always: { state in
      // Once all changes have been read and no write is pending, the list shows the database's value.
      guard state.writes.pending.isEmpty, state.position?.revision == database.value.count else { return }
      #expect(state.rows.titles == ["\(database.value.count)"])
    }
  }
}

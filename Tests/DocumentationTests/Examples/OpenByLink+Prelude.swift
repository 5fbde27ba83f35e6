typealias State = Library.State
typealias Action = Library.Action
@Reducer struct Book {
  struct State: Equatable { let id: Int }
  enum Action { case appeared }
}
@Reducer struct Review {
  struct State: Equatable { let bookID: Int }
  enum Action { case appeared }
}
extension Library.Path.State: Equatable {}

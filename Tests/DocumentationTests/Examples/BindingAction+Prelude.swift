typealias State = Search.State
typealias Action = Search.Action
let store = TestStore(initialState: Search.State()) { Search() }

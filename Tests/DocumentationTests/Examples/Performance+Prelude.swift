extension Chores.State { var rowCount: Int { rows.count } }
let rows = IdentifiedArray(uniqueElements: (0..<100).map { Chore.State(id: $0) })
let store = Store(initialState: Chores.State(rows: rows)) { Chores() }
var drawn: [Int: Int] = [:]
var countOfDraws = 0
var titleDraws = 0

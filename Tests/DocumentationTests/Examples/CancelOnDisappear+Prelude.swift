typealias Map = CancelOnDisappearBlocks.Map
let store = Store(initialState: Map.State()) { Map() }

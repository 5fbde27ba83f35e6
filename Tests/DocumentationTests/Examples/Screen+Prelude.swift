import StoreInspection
var screen = Screen<Count.Action>("Count", width: 80)
let state: ObservedState<Count.State> = placeholder()

import StoreInspection
typealias State = Cart.State
typealias Action = Cart.Action
var lines: [String] = []
var changes: [String] = []
let isConnected = LockIsolated(false)
let path = "session.jsonl"

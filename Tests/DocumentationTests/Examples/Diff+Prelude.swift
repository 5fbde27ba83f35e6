struct Account: Equatable {
  struct ID: Equatable { let rawValue: Int }
  var id: ID
  var name: String
}
struct LogIn { var user = "Blob" }
struct Tint { var hexadecimal: String }
struct Increments {
  var count = 0
  mutating func increment() { count += 1 }
}
let account = Account(id: .init(rawValue: 42), name: "Blob")
var counter = Increments()

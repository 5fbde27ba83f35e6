struct Draft: Codable, Equatable, Identifiable {
  let id: UUID
  var title = ""
}
struct State: Equatable { @Shared(value: 0) var count }
enum Action { case incrementButtonTapped, resetButtonTapped }
@Shared(value: 0) var count
let store = Store(initialState: Drafts.State()) { Drafts() }
var history: [Drafts.State] = []

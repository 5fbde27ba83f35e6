private struct Message: Equatable, Identifiable {
  let id: Int
  var isRead = false
}
private enum Detail { struct State: Equatable { @Shared var row: Message } }
private struct Inbox { var detail: Detail.State? }
var state = Inbox()
let id = 1
let url = URL(filePath: "count.json")
@Shared(value: 0) var count
@Shared(value: [Message(id: 1)]) var rows: IdentifiedArrayOf<Message>
let subscriber: SharedSubscriber<Int> = placeholder()
func decode(_ data: Data) throws -> Int { 0 }

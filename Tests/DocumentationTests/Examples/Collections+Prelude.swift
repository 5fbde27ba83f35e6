struct Row: Identifiable {
  var id: Int
  var count = 0
}
var rows: IdentifiedArrayOf<Row> = []

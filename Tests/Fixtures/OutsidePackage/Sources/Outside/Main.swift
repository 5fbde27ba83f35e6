@main struct Main {
  static func main() async {
    print("The store says \(await Session().run()).")
    print(await RowsOfUUIDs.areAnswered() ? "Rows are answered." : "Rows are not answered.")
  }
}

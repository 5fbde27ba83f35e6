@main struct Main {
  static func main() async {
    print("The store says \(await Session().run()).")
  }
}

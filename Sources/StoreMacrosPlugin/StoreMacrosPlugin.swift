@main struct StoreMacrosPlugin {
  static func main() {}
}

@main struct StoreMacros {
  static func main() {}
}

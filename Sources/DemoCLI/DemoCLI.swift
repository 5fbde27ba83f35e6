@main
struct DemoCLI {
  static func main() {}
}

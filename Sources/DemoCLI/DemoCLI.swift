import Foundation

@main
struct DemoCLI {
  static func main() {}
}

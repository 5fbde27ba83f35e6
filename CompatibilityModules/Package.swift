// swift-tools-version: 6.2
import PackageDescription

// Modules with the names of those that the Composable Architecture brings along. They only export this framework, for
// sources that import them.
//
// A package of its own: SwiftPM refuses two packages in one graph with targets of the same name. So nobody has these
// modules who doesn't ask for them, and swift-store can be in a graph with the real ones.
let modules = [
  "CasePaths": "Store",
  "Clocks": "Dependencies",
  "ConcurrencyExtras": "ComposableArchitecture",
  "CustomDump": "Store",
  "IdentifiedCollections": "Store",
  "IssueReporting": "ComposableArchitecture",
  "Perception": "ComposableArchitecture",
  "Sharing": "Store",
  "XCTestDynamicOverlay": "ComposableArchitecture",
]

let package = Package(
  name: "CompatibilityModules",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: modules.keys.sorted().map { .library(name: $0, targets: [$0]) },
  dependencies: [.package(name: "swift-store", path: "..")],
  targets: modules.sorted { $0.key < $1.key }.map { name, exported in
    .target(name: name, dependencies: [.product(name: exported, package: "swift-store")])
  }
)

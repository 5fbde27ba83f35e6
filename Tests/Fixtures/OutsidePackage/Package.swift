// swift-tools-version: 6.2
import PackageDescription

// What a package looks like that uses this one: the default settings, and nothing but a dependency by path.
let package = Package(
  name: "outside-package",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-store", path: "../../..")],
  targets: [
    .executableTarget(name: "Outside", dependencies: [.product(name: "Store", package: "swift-store")]),
    .testTarget(
      name: "OutsideTests",
      dependencies: ["Outside", .product(name: "StoreTesting", package: "swift-store")]
    ),
  ]
)

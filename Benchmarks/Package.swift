// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the framework do not build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swift-store", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Features", package: "swift-store"),
        .product(name: "Store", package: "swift-store"),
        .product(name: "StoreInspection", package: "swift-store"),
        .product(name: "StoreTesting", package: "swift-store"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
      ]
    )
  ]
)

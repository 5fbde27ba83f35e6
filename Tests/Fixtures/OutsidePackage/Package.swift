// swift-tools-version: 6.2
import PackageDescription

// What a package looks like that uses this one: the default settings, and nothing but a dependency by path.
let package = Package(
  name: "outside-package",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-store", path: "../../.."), .package(path: "../../../CompatibilityModules")],
  targets: [
    .executableTarget(name: "Outside", dependencies: [.product(name: "Store", package: "swift-store")]),
    // What an app looks like: everything belongs to the main actor if nothing else is said.
    .executableTarget(
      name: "OutsideCommandLine",
      dependencies: [
        .product(name: "Store", package: "swift-store"), .product(name: "StoreInspection", package: "swift-store"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "OutsideTests",
      dependencies: [
        "Outside", "OutsideCommandLine", .product(name: "StoreInspection", package: "swift-store"),
        .product(name: "StoreTesting", package: "swift-store"),
      ]
        + [
          "CasePaths", "Clocks", "ConcurrencyExtras", "CustomDump", "IdentifiedCollections", "IssueReporting",
          "Perception",
          "Sharing", "XCTestDynamicOverlay",
        ].map { .product(name: $0, package: "CompatibilityModules") },
      exclude: ["TranslatorSessionTests.jsonl"]
    ),
  ]
)

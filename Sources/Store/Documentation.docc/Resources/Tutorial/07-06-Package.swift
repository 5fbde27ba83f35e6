// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "RepoSearch",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-store", path: "../swift-store")
  ],
  targets: [
    .executableTarget(
      name: "RepoSearch",
      dependencies: [
        .product(name: "Store", package: "swift-store"),
        .product(name: "StoreInspection", package: "swift-store"),
      ]
    ),
    .testTarget(
      name: "RepoSearchTests",
      dependencies: [
        "RepoSearch",
        .product(name: "StoreInspection", package: "swift-store"),
        .product(name: "StoreTesting", package: "swift-store"),
      ],
      exclude: ["RepositorySearchSessionTests.jsonl"]
    ),
  ]
)

// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The one place where language settings live: every target compiles with the same rules.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  // An async function runs on its caller's actor unless it says otherwise. Effects rely on it: they start on their
  // store's actor and leave it only where their clients do.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What apps for Apple's systems say of user defaults and files. Elsewhere nobody reads it, and a bundle costs time.
#if os(Linux)
  let privacyManifest = (excluded: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#else
  let privacyManifest = (excluded: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#endif

let package = Package(
  name: "swift-store",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Dependencies", targets: ["Dependencies"]),
    .library(name: "DependenciesMacros", targets: ["DependenciesMacros"]),
    .library(name: "Store", targets: ["Store"]),
    .library(name: "StoreTesting", targets: ["StoreTesting"]),
    .library(name: "StoreInspection", targets: ["StoreInspection"]),
    .library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"]),
    .library(name: "DependenciesTestSupport", targets: ["DependenciesTestSupport"]),
    .library(name: "Features", targets: ["Features"]),
  ],
  targets: [
    // What the macros expand to is in modules that need no plugin, so that these and the plugin compile side by side. The
    // modules that declare the macros export them.
    .target(name: "Dependencies", exclude: ["Macros"], swiftSettings: settings),
    .target(
      name: "DependenciesMacros",
      dependencies: ["Dependencies", "StoreMacrosPlugin"],
      path: "Sources/Dependencies/Macros",
      swiftSettings: settings
    ),
    // The run time's functions that tell on which executor code runs, and a variable of each thread.
    .target(name: "CConcurrency"),
    .target(
      name: "StoreCore",
      dependencies: ["CConcurrency", "Dependencies"],
      path: "Sources/Store",
      exclude: ["Macros"],
      swiftSettings: settings
    ),
    .target(
      name: "Store",
      dependencies: ["DependenciesMacros", "StoreCore", "StoreMacrosPlugin"],
      path: "Sources/Store/Macros",
      exclude: privacyManifest.excluded,
      resources: privacyManifest.resources,
      swiftSettings: settings
    ),
    // Runs a store and its effects one job after the other. It knows nothing of tests.
    .target(name: "Execution", dependencies: ["Dependencies", "StoreCore"], swiftSettings: settings),
    // Tries everything that a feature can do. It knows nothing of tests, either.
    .target(
      name: "StoreExploration",
      dependencies: ["Dependencies", "Execution", "StoreCore"],
      swiftSettings: settings
    ),
    .target(
      name: "StoreTesting",
      dependencies: ["Execution", "Store", "StoreExploration"],
      swiftSettings: settings
    ),
    // For sources that are also built with the Composable Architecture, under its names. Nothing else depends on them.
    .target(name: "ComposableArchitecture", dependencies: ["Store", "StoreTesting"], swiftSettings: settings),
    .target(name: "DependenciesTestSupport", dependencies: ["Dependencies"], swiftSettings: settings),
    // System libraries name no package to install here: SwiftPM would ask for all of them whoever needs one. Their headers
    // say what to install where they are missed.
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CCurl"),
    .target(
      name: "Features",
      dependencies: [
        // Elsewhere there is URLSession, which on Linux can be crashed by a server.
        .target(name: "CCurl", condition: .when(platforms: [.linux])), "CSQLite", "Dependencies", "DependenciesMacros",
        "Store",
      ],
      swiftSettings: settings
    ),
    .target(name: "StoreMacros", swiftSettings: settings),
    // A test target that depended on the plugin itself would have every test built for the host, where tests can no
    // longer import DemoCLI, an executable.
    .macro(name: "StoreMacrosPlugin", dependencies: ["StoreMacros"], swiftSettings: settings),
    .systemLibrary(name: "CMicroHTTPD"),
    // A server for pages and tools in a browser.
    .target(
      name: "StoreWeb",
      dependencies: ["CMicroHTTPD", "Dependencies", "ReportPage", "Store", "StoreScript", "StoreTrace"],
      exclude: ["Page/Files"],
      swiftSettings: settings
    ),
    // The web services that the features talk to, over generated data.
    .target(name: "DemoServer", dependencies: ["Dependencies", "Features", "StoreWeb"], swiftSettings: settings),
    // Makes, checks and shows the site of the documentation: scripts/docs.
    .executableTarget(name: "DocumentationSite", dependencies: ["StoreWeb"], swiftSettings: settings),
    .systemLibrary(name: "CEdit"),
    // JSON, and traces: what a session did, recorded and read again. It knows nothing of scripts and terminals.
    .target(
      name: "StoreTrace",
      dependencies: ["Dependencies", "Store", "StoreMacrosPlugin"],
      swiftSettings: settings
    ),
    // The language of scripts, and the session that plays them.
    .target(
      name: "StoreScript",
      dependencies: ["Dependencies", "Execution", "Store", "StoreTrace"],
      swiftSettings: settings
    ),
    // Command lines for features: a prompt, a screen; what is made of traces. It exports the two modules below it.
    .target(
      name: "StoreInspection",
      dependencies: [
        "CEdit", "Dependencies", "Execution", "Store", "StoreExploration", "StoreScript", "StoreTrace", "StoreWeb",
      ],
      swiftSettings: settings
    ),
    // The files of the page that shows a session, as bytes in the program.
    .target(
      name: "ReportPage",
      path: "Sources/StoreWeb/Page/Files",
      exclude: ["Scripts", "live.html", "report.css", "report.html"]
    ),
    .executableTarget(
      name: "DemoCLI",
      dependencies: ["DemoServer", "Dependencies", "Features", "Store", "StoreInspection"],
      swiftSettings: settings
    ),
    // What a program takes that drives a feature of its own.
    .executableTarget(
      name: "Counter",
      dependencies: ["Dependencies", "Store", "StoreInspection"],
      path: "Examples/Counter",
      exclude: ["counter.script"],
      swiftSettings: settings
    ),
    // What the tutorial builds, with the language settings of a new package, and its tests.
    .executableTarget(
      name: "RepoSearch",
      dependencies: ["Store", "StoreInspection"],
      path: "Examples/RepoSearch/Sources/RepoSearch"
    ),
    .testTarget(
      name: "RepoSearchTests",
      dependencies: ["RepoSearch", "StoreInspection", "StoreTesting"],
      path: "Examples/RepoSearch/Tests/RepoSearchTests",
      exclude: ["RepositorySearchSessionTests.jsonl"]
    ),

    // What several test targets need. Nothing else depends on it.
    .target(
      name: "TestSupport",
      dependencies: ["Dependencies", "Execution"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    // A server that misbehaves, for tests of clients.
    .target(
      name: "LoopbackServer",
      dependencies: ["Dependencies", "StoreWeb", "TestSupport"],
      path: "Tests/LoopbackServer",
      swiftSettings: settings
    ),
    // A process that tests kill while it writes to the database.
    .executableTarget(
      name: "ToDoWriter",
      dependencies: ["Dependencies", "Features"],
      path: "Tests/ToDoWriter",
      swiftSettings: settings
    ),
    // A program with a planted defect, which tests find by its tools.
    .executableTarget(
      name: "FaultyProgram",
      dependencies: ["Dependencies", "Store", "StoreInspection"],
      path: "Tests/FaultyProgram",
      swiftSettings: settings
    ),
    // A process that tests kill while it saves a shared value.
    .executableTarget(
      name: "SharedValueWriter",
      dependencies: ["Dependencies", "Store"],
      path: "Tests/SharedValueWriter",
      swiftSettings: settings
    ),
    .testTarget(name: "DependenciesTests", dependencies: ["Dependencies"], swiftSettings: settings),
    .testTarget(
      name: "StoreTests",
      dependencies: ["Store", "StoreTesting", "TestSupport"],
      swiftSettings: settings
    ),
    // Plays random runs of stores with features of every kind; the tests play some, and Soak as many as there is time for.
    .target(
      name: "StoreFuzzing",
      dependencies: ["Dependencies", "Store"],
      path: "Tests/StoreFuzzing",
      swiftSettings: settings
    ),
    .testTarget(name: "StoreFuzzingTests", dependencies: ["StoreFuzzing"], swiftSettings: settings),
    .executableTarget(name: "Soak", dependencies: ["StoreFuzzing"], path: "Tests/Soak", swiftSettings: settings),
    .testTarget(
      name: "StoreMacrosTests",
      dependencies: ["Dependencies", "DependenciesMacros", "Store", "StoreMacros", "StoreTesting", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StoreTestingTests",
      dependencies: ["Execution", "StoreExploration", "StoreTesting", "TestSupport"],
      swiftSettings: settings
    ),
    // As those who use it write it: with the language settings of a new package, which are not those of this one.
    .testTarget(
      name: "ComposableArchitectureTests",
      dependencies: ["ComposableArchitecture", "DependenciesTestSupport"]
    ),
    // As in Xcode's new apps.
    .testTarget(
      name: "DefaultIsolationTests",
      dependencies: ["ComposableArchitecture"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "StoreWebTests",
      dependencies: ["Dependencies", "Store", "StoreTrace", "StoreWeb", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FeaturesTests",
      dependencies: [
        "CSQLite", "DemoServer", "Dependencies", "Features", "LoopbackServer", "SharedValueWriter", "StoreTesting",
        "StoreWeb", "TestSupport", "ToDoWriter",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DemoServerTests",
      dependencies: ["DemoServer", "Features", "StoreWeb", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StoreInspectionTests",
      dependencies: [
        "Counter", "Dependencies", "Execution", "FaultyProgram", "Store", "StoreInspection", "StoreScript",
        "StoreTesting", "StoreTrace", "StoreWeb", "TestSupport",
      ],
      exclude: ["Generated/CounterSessionTests.jsonl"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DemoCLITests",
      dependencies: [
        "DemoCLI", "DemoServer", "Dependencies", "Execution", "Features", "LoopbackServer", "Store",
        "StoreInspection", "StoreScript", "StoreTesting", "StoreTrace", "StoreWeb", "TestSupport",
      ],
      exclude: ["Generated/AppFeatureSessionTests.jsonl"],
      swiftSettings: settings
    ),
    // Compiles the examples of the documentation, and runs what it tells people to run.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "DemoCLI", "Dependencies", "DocumentationSite", "Features", "RepoSearch", "Store", "StoreInspection",
        "StoreTesting", "StoreWeb", "TestSupport",
      ],
      exclude: ["Examples"],
      swiftSettings: settings,
      plugins: ["ExampleWriter"]
    ),
    // Writes what is compiled for the blocks of the documents, with the preludes in `Examples`.
    .plugin(name: "ExampleWriter", capability: .buildTool(), path: "Tests/ExampleWriter"),
  ]
)

#if os(Linux) || os(macOS)
  import Foundation
  import StoreInspection
  import TestSupport
  import Testing

  @testable import DemoCLI

  /// README says how to have the package: a fork with a tag or a branch gives it. A clone by its path is what
  /// `scripts/test-outside-package` uses.
  @Suite(.ownThreads) struct InstallationTests {
    private let folder = TemporaryFolder()

    @Test func aForkHasTheVersionAndTheBranch() throws {
      let version = DemoCLI.commandLine.version
      let fork = folder.url.appending(path: "swift-store")
      let app = folder.url.appending(path: "app")
      for folder in [fork, app] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      }
      // Nothing is built, so the manifest is enough.
      try Repository.file("Package.swift").text.write(
        to: fork.appending(path: "Package.swift"),
        atomically: true,
        encoding: .utf8
      )
      try Shell.run(
        """
        git init -q -b main && git add Package.swift
        git -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false commit -q -m A
        git tag \(version)
        """,
        in: fork
      )
      let readme = try Repository.file("README.md").text
      let requirements = readme.matches(of: #/\.package\(url: "ADDRESS", \w+: "[^"]+"\)/#).map { String($0.0) }
      #expect(requirements.count == 2)
      let blocks = CodeBlock.blocks(inMarkdown: readme, path: "README.md")
      let manifest = try #require(blocks.first { $0.text.contains("import PackageDescription") }).text
      let clone = #".package(name: "swift-store", path: "../swift-store")"#
      #expect(manifest.contains(clone))
      for (requirement, pin) in zip(requirements, [#""branch" : "main""#, #""version" : "\#(version)""#]) {
        try folder.write(
          manifest.replacing(clone, with: requirement.replacing("ADDRESS", with: "file://\(fork.path)")),
          to: "app/Package.swift"
        )
        try Shell.run("swift package --cache-path '\(folder.path("cache"))' resolve", in: app)
        #expect(try folder.text("app/Package.resolved").contains(pin), "\(requirement)")
      }
    }
  }
#endif

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
    let fork = folder.path("swift-store")
    // Nothing is built, so the manifest is enough.
    try Shell.run(
      """
      mkdir app swift-store && cd swift-store && cp '\(Repository.root.path)/Package.swift' .
      git init -q -b main && git add Package.swift
      git -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false commit -q -m A
      git tag \(version)
      """,
      in: folder.url
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
        manifest.replacing(clone, with: requirement.replacing("ADDRESS", with: "file://\(fork)")),
        to: "app/Package.swift"
      )
      try Shell.run("cd app && swift package --cache-path '\(folder.path("cache"))' resolve", in: folder.url)
      #expect(try folder.text("app/Package.resolved").contains(pin), "\(requirement)")
    }
  }
}

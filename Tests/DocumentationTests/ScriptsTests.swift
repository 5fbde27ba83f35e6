import Foundation
import TestSupport
import Testing

/// The programs in `scripts`, without their builds.
@Suite(.ownThreads) struct ScriptsTests {
  private let folder = TemporaryFolder()
  private let setup = Repository.root.appending(path: "scripts/setup")

  @Test func aScriptMayBeCalledThroughALink() throws {
    #expect(try Shell.run("ln -s '\(setup.path)' setup && ./setup", in: folder.url) == "")
  }

  @Test func aHomeThatCannotBeWrittenToIsNamed() throws {
    // Nobody, not even root, can make a folder inside a file.
    try folder.write("", to: "file")
    let home = folder.path("file/home")
    let environment = ["HOME": home, "XDG_CACHE_HOME": ""]
    let failure = #expect(throws: Shell.Failure.self) {
      try Shell.run("'\(setup.path)'", in: folder.url, environment: environment)
    }
    #expect(failure?.status == 1)
    #expect(
      failure?.output == """
        \(home)/.cache can't be written to, and Swift keeps there what it compiles once.
        Name a home that is yours: HOME=$(mktemp -d) \(Repository.root.path)/scripts/demo

        """
    )
  }

  @Test func aBuildFolderThatCannotBeWrittenToIsNamed() throws {
    try Shell.run("mkdir scripts && cp '\(setup.path)' scripts && touch .build", in: folder.url)
    let failure = #expect(throws: Shell.Failure.self) { try Shell.run("scripts/setup", in: folder.url) }
    #expect(failure?.status == 1)
    #expect(
      failure?.output.hasSuffix(
        """
        /.build can't be written to, and what is built goes there.
        Change the owner of that folder, or work in a copy of the checkout that is yours.

        """
      ) == true
    )
  }
}

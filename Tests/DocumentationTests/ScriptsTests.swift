#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// The programs in `scripts`, without their builds.
  @Suite(.ownThreads) struct ScriptsTests {
    private let setup = Repository.root.appending(path: "scripts/setup")

    @Test func aScriptMayBeCalledThroughALink() throws {
      try withTemporaryDirectory { folder in
        let link = folder.appending(path: "setup")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: setup)
        #expect(try Shell.run("./setup", in: folder) == "")
      }
    }

    @Test func aHomeThatCannotBeWrittenToIsNamed() throws {
      // Nobody, not even root, can make a folder inside a file.
      try withTemporaryDirectory { folder in
        try Data().write(to: folder.appending(path: "file"))
        let home = folder.appending(path: "file/home").path
        let environment = ["HOME": home, "XDG_CACHE_HOME": ""]
        let failure = #expect(throws: Shell.Failure.self) {
          try Shell.run("'\(setup.path)'", in: folder, environment: environment)
        }
        #expect(failure?.status == 1)
        #expect(
          failure?.output == """
            \(home)/.cache can't be written to, and Swift keeps there what it compiles once.
            Name a home that is yours: HOME=$(mktemp -d) \(Repository.root.path)/scripts/demo

            """
        )
      }
    }

    @Test func aBuildFolderThatCannotBeWrittenToIsNamed() throws {
      try withTemporaryDirectory { folder in
        let copy = folder.appending(path: "scripts")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        try FileManager.default.copyItem(at: setup, to: copy.appending(path: "setup"))
        try Data().write(to: folder.appending(path: ".build"))
        let failure = #expect(throws: Shell.Failure.self) { try Shell.run("scripts/setup", in: folder) }
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
  }
#endif

#if os(Linux) || os(macOS)
  import TestSupport
  import Testing

  /// A property that is declared with one endpoint can't be loaded from another: such programs do not compile.
  @Suite(.ownThreads) struct CatalogTypeTests {
    /// The compiler's diagnostics for a feature with users in which `line` is replaced with `other`; empty if it
    /// compiles.
    private func diagnostics(replacing line: String = "", with other: String = "") throws -> String {
      let program = """
        import Features
        import Store

        struct State {
          @Get(\\.users) var users
        }
        @CasePathable enum Action {
          case users(GetAction<[User]>)
          case songs(GetAction<[Song]>)
        }
        struct Feature: Reducer {
          var body: some Reducer<State, Action> {
            GetReducer(\\.$users, action: \\.users)
          }
        }
        func use(_ state: inout State, _ client: CatalogClient) async throws {
          state.users = .success(try await client.get(\\.users))
        }
        """
      #expect(line.isEmpty || program.contains(line))
      return try Compiler.output(for: [("Program.swift", program.replacing(line, with: other))])
    }

    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc.")) func whatFitsCompiles() throws {
      #expect(try diagnostics() == "")
    }

    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [
        // The property has the type of the users and the endpoint of the songs.
        ("@Get(\\.users) var users", "@Get(\\.songs) var users: LoadState<[User]>"),
        // The users are loaded by the actions of the songs.
        ("GetReducer(\\.$users, action: \\.users)", "GetReducer(\\.$users, action: \\.songs)"),
        // The users are loaded from the endpoint of the songs.
        ("client.get(\\.users)", "client.get(\\.songs)"),
        // The property is replaced with one of the songs.
        ("state.users = .success(try await client.get(\\.users))", "state.$users = Get(\\.songs)"),
      ]
    )
    func whatDoesNotFitDoesNot(_ line: String, _ other: String) throws {
      let output = try diagnostics(replacing: line, with: other)
      #expect(output.contains("error: cannot convert value of type"), "\(output)")
      #expect(output.contains(#/\('(Song' and 'User|User' and 'Song)'\) are expected to be equal/#), "\(output)")
    }
  }
#endif

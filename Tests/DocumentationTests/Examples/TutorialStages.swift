import StoreTesting
import Testing

@testable import RepoSearch

/// The versions of the tutorial's feature before the last one, and the tests that the tutorial runs with them. The last
/// version is in `Examples/RepoSearch`.
enum TutorialStages {
  typealias Repository = RepoSearch.Repository

  /// The version that searches at each keystroke.
  enum Immediate {
    // #include 03-06-RepositorySearch.swift
    // #include 04-08-RepositorySearchTests.swift

    enum First {
      // #include 04-03-RepositorySearchTests.swift
    }
  }

  /// The version that searches when typing pauses, but in which a page of an older query may arrive late.
  enum Debounced {
    // #include 05-05-RepositorySearch.swift
    // #include 08-03-StaleResultsTests.swift

    enum WithoutClock {
      // #include 04-08-RepositorySearchTests.swift
    }
  }
}

// #include 04-02-Samples.swift

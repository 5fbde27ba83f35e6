import Store
import Testing

/// A value of an enum, and the case path that matches it.
struct CaseExample<Root: CasePathable> {
  let root: Root
  let matches: (Root) -> Bool
  let rebuilt: Root?

  init<Value>(_ keyPath: KeyPath<Root.AllCasePaths, AnyCasePath<Root, Value>>, _ root: Root) {
    let path = Root.allCasePaths[keyPath: keyPath]
    self.root = root
    matches = { path.extract(from: $0) != nil }
    rebuilt = path.extract(from: root).map(path.embed)
  }
}

/// The cases of an enum.
enum CasesOf<Root: CasePathable>
where Root.AllCasePaths: IdentifiedCases & Sendable, Root.AllCasePaths.RootOfCases == Root {
  /// Checks that each path extracts the payload of its own case only and embeds it to the same value, and that the
  /// cases have different identities.
  static func expect(_ examples: [CaseExample<Root>], sourceLocation: SourceLocation = #_sourceLocation) {
    let paths = Root.allCasePaths
    for (index, example) in examples.enumerated() {
      guard let rebuilt = example.rebuilt else {
        Issue.record("\(example.root) has no payload at its path", sourceLocation: sourceLocation)
        continue
      }
      #expect("\(rebuilt)" == "\(example.root)", sourceLocation: sourceLocation)
      #expect(paths.identity(of: rebuilt) == paths.identity(of: example.root), sourceLocation: sourceLocation)
      // Hand-written paths and cases with limited availability can't be looked up.
      let path = (paths as? any CasePathReflectable<Root>)?[example.root]
      let isListed = (paths as? any Sequence<PartialCaseKeyPath<Root>>)?.contains { $0 == path } ?? false
      for (other, otherExample) in examples.enumerated() {
        #expect(otherExample.matches(example.root) == (index == other), sourceLocation: sourceLocation)
        let isSame = paths.identity(of: example.root) == paths.identity(of: otherExample.root)
        #expect(isSame == (index == other), sourceLocation: sourceLocation)
        if isListed, let path { #expect(otherExample.root.is(path) == isSame, sourceLocation: sourceLocation) }
      }
    }
  }
}

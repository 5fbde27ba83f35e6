import Store
import Testing

/// A value of an enum, and the path of the case that it is in.
struct CaseExample<Root: CasePathable> {
  let root: Root
  let matches: (Root) -> Bool
  let rebuilt: Root?
  let name: String?

  init<Value>(
    _ keyPath: KeyPath<Root.AllCasePaths, AnyCasePath<Root, Value>>,
    _ root: Root,
    name: String? = nil
  ) {
    let path = Root.allCasePaths[keyPath: keyPath]
    self.root = root
    matches = { path.extract(from: $0) != nil }
    rebuilt = path.extract(from: root).map(path.embed)
    self.name = name
  }
}

/// Checks that each path finds the payload of its own case, and of no other, and makes the same value of it again; and
/// that the cases are told apart.
func expectCases<Root: CasePathable>(
  _ type: Root.Type,
  _ examples: [CaseExample<Root>],
  sourceLocation: SourceLocation = #_sourceLocation
) where Root.AllCasePaths: IdentifiedCases & Sendable, Root.AllCasePaths.RootOfCases == Root {
  let paths = Root.allCasePaths
  for (index, example) in examples.enumerated() {
    guard let rebuilt = example.rebuilt else {
      Issue.record("\(example.root) has no payload at its path", sourceLocation: sourceLocation)
      continue
    }
    #expect("\(rebuilt)" == "\(example.root)", sourceLocation: sourceLocation)
    #expect(paths.identity(of: rebuilt) == paths.identity(of: example.root), sourceLocation: sourceLocation)
    // Paths that are written by hand can't be looked up, nor can cases that are not available everywhere.
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

import Store
import Testing

@Suite struct EnumShapeTests {
  private final class Node {}

  @Test func payloads() {
    CasesOf<OneCase>.expect([.init(\.only, .only)])
    let single: [CaseExample<Payloads>] = [
      .init(\.none, .none), .init(\.value, .value(1)), .init(\.labelled, .labelled(number: 1)),
      .init(\.underscored, .underscored(1)), .init(\.tuple, .tuple((1, text: "a"))),
      .init(\.parenthesized, .parenthesized(1)), .init(\.void, .void(())), .init(\.optional, .optional(nil)),
      .init(\.unwrapped, .unwrapped(1)), .init(\.nested, .nested([["a": [1, nil]]])),
      .init(\.generic, .generic(["a": [nil]])), .init(\.qualified, .qualified(1)),
      .init(\.error, .error(CancellationError())), .init(\.anything, .anything(1)), .init(\.object, .object(Node())),
      .init(\.defaultValue, .defaultValue()), .init(\.inner, .inner(.value(1))),
    ]
    let several: [CaseExample<Payloads>] = [
      .init(\.values, .values(1, "a")), .init(\.partlyLabelled, .partlyLabelled(1, text: "a", 2)),
      .init(\.many, .many(1, b: 2, 3, d: 4, 5, f: 6, 7)),
      .init(\.tupleAndMore, .tupleAndMore((1, 2), 3)), .init(\.voids, .voids((), ())),
      .init(\.optionals, .optionals(.some(nil), "a")), .init(\.unwrappedAndMore, .unwrappedAndMore(nil, a: 1)),
      .init(\.both, .both(CancellationError(), 1)), .init(\.defaultValues, .defaultValues()),
    ]
    CasesOf<Payloads>.expect(single + several)
    #expect(Payloads.inner(.deeper(.a)).is(\.inner.deeper.a))
  }

  @Test func functions() {
    let paths = Functions.allCasePaths
    #expect(paths.action.extract(from: paths.action.embed {}) != nil)
    #expect(paths.transform.extract(from: .transform { "\($0)" })?(1) == "1")
    let several = paths.several.extract(from: .several({ 1 }, run: { $0 + 1 }))
    #expect(several?.run(several?.0() ?? 0) == 2)
    #expect(paths.lazy.extract(from: .lazy(1 + 1))?() == 2)
    #expect(paths.labelledLazy.extract(from: .labelledLazy(value: 3))?() == 3)
    let lazy = paths.severalLazy.embed(({ 1 }, value: { "a" }))
    #expect(paths.severalLazy.extract(from: lazy)?.value() == "a")
    var value = 1
    paths.update.extract(from: .update { $0 += 1 })?(&value)
    #expect(value == 2)
    #expect(paths.withDefault.extract(from: .withDefault())?() == 3)
    #expect(paths.type.extract(from: .type(Int.self)) == Int.self)
    #expect(paths.existentialType.extract(from: .type(Int.self)) == nil)
  }

  @Test func names() {
    CasesOf<Keywords>.expect([
      .init(\.default, .default), .init(\.in, .in), .init(\.nil, .nil), .init(\.`init`, .`init`),
      .init(\.super, .super), .init(\.Any, .Any),
    ])
    CasesOf<KeywordsWithPayload>.expect([
      .init(\.default, .default(1)), .init(\.`init`, .`init`(1)), .init(\.var, .var(let: 1)),
    ])
    CasesOf<KeywordPairs>.expect([.init(\.`init`, .`init`(1, 2)), .init(\.for, .for(in: 1, if: 2))])
    CasesOf<NamesOfMembers>.expect([
      .init(\.name, .name("a")), .init(\.embed, .embed(1)), .init(\.identity, .identity(1)), .init(\.root, .root(1)),
      .init(\.value, .value(1)), .init(\.map, .map), .init(\.hash, .hash), .init(\.hashValue, .hashValue),
      .init(\.get, .get), .init(\.some, .some),
    ])
    CasesOf<UnicodeNames>.expect([.init(\.größe, .größe(1)), .init(\.日本, .日本), .init(\.π, .π(3)), .init(\.🎉, .🎉(1, 2))])
    CasesOf<`Type`>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<`default`>.expect([.init(\.a, .a(.x)), .init(\.b, .b)])
    CasesOf<`a-b`>.expect([
      .init(\.`1st`, .`1st`(`2nd`: 1, `a-b`: "")), .init(\.`a b`, .`a b`(x: 1)), .init(\.c, .c(`3rd`: 1)),
      .init(\.`a-c`, .`a-c`),
    ])
    CasesOf<NamesOfSequences.Element<Int>>.expect([.init(\.b, .b([1], a: "a")), .init(\.a, .a(.b([], a: "a")))])
  }

  @Test func declarations() {
    CasesOf<PublicEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    expectPrivateEnums()
    CasesOf<DynamicMembers>.expect([.init(\.a, .a(1)), .init(\.b, .b("c"))])
    #expect(DynamicMembers.a(1).a == 1)
    CasesOf<Commented>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c("d"))])
    CasesOf<Spaced>.expect([.init(\.a, .a), .init(\.b, .b(number: 1, text: "c")), .init(\.c, .c(1))])
    CasesOf<IndirectEnum>.expect([
      .init(\.leaf, .leaf), .init(\.one, .one(.leaf)), .init(\.two, .two(.leaf, right: .leaf)),
      .init(\.many, .many([])), .init(\.other, .other(IndirectEnum.Selfie())),
    ])
    CasesOf<IndirectCase>.expect([.init(\.leaf, .leaf(1)), .init(\.node, .node(left: .leaf(1), right: .leaf(2)))])
    CasesOf<StringValues>.expect([.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    CasesOf<Conforming>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(x: 1, y: "d"))])
    CasesOf<Members>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(Members.Root.Value()))])
    CasesOf<OwnAllCasePaths>.expect([.init(\.a, .a)])
  }

  struct Row: Identifiable, Hashable, Sendable { var id = 1 }

  @Test func generics() {
    CasesOf<Generic<Int, Row>>.expect([
      .init(\.none, .none), .init(\.some, .some(1)), .init(\.optional, .optional(nil, 1)), .init(\.row, .row(Row())),
      .init(\.id, .id(1)), .init(\.rows, .rows([1: Row()])), .init(\.both, .both(Row(), value: 1)),
      .init(\.node, .node(.none, .some(2))), .init(\.own, .own(.none)),
    ])
    CasesOf<WhereClause<[Int], Int>>.expect([.init(\.a, .a([1])), .init(\.b, .b(1)), .init(\.c, .c(0))])
    CasesOf<Defaulted<Int>>.expect([.init(\.a, .a())])
    CasesOf<GenericOuter<Row>.Inner<Int>>.expect([
      .init(\.row, .row(Row())), .init(\.id, .id(1)), .init(\.both, .both(Row(), 1)),
    ])
  }

  @Test func places() {
    Outer.checkHidden()
    CasesOf<Outer.InExtension>.expect([.init(\.row, .row(Outer.Row())), .init(\.rows, .rows([]))])
    CasesOf<PublicEnum.ImplicitlyPublic>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<OnMainActor.Inner>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<MainActorEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<[Int].Change>.expect([.init(\.inserted, .inserted(1)), .init(\.removed, .removed(at: 0))])
  }

  @Test func conditions() {
    CasesOf<Conditional>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.modern, .modern)])
    CasesOf<OnlyConditional>.expect([.init(\.a, .a)])
    CasesOf<Available>.expect([.init(\.a, .a(1)), .init(\.b, .b)])
    CasesOf<DeprecatedCase>.expect([.init(\.new, .new(1))])
    CasesOf<AvailableOuter.Inner>.expect([.init(\.a, .a), .init(\.b, .b(1))])
  }

  @Test func bindings() {
    let binding = BindingAction<WrittenState>.set(\.text, "a")
    CasesOf<BindableShape>.expect([.init(\.binding, .binding(binding)), .init(\.tapped, .tapped)])
    func isBindable(_ paths: some Any) -> Bool { paths is any BindableCasePaths }
    #expect(isBindable(BindableShape.allCasePaths))
    #if compiler(>=6.3)
      #expect(isBindable(QualifiedBindable.allCasePaths))
    #endif
    #expect(!isBindable(NotBindable.allCasePaths))
    #expect(BindableShape.binding(binding).binding == binding)
    #expect(NotDeclaredBindable.binding(binding).binding == binding)
    #expect(BindableShape.tapped.binding == nil)
  }
}

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

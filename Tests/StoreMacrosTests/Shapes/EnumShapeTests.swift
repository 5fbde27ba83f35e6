import Foundation
import Store
import Testing

@Suite struct EnumShapeTests {
  private final class Node {}

  @Test func payloads() {
    CasesOf<OneCase>.expect([.init(\.only, .only)])
    CasesOf<TwoCases>.expect([.init(\.one, .one), .init(\.two, .two)])
    CasesOf<SeparateCases>.expect([.init(\.one, .one), .init(\.two, .two)])
    CasesOf<OneValue>.expect([.init(\.value, .value(1))])
    CasesOf<OneLabelledValue>.expect([.init(\.value, .value(number: 1))])
    CasesOf<TwoValues>.expect([.init(\.values, .values(1, "a"))])
    CasesOf<TwoLabelledValues>.expect([.init(\.values, .values(number: 1, text: "a"))])
    CasesOf<PartlyLabelledValues>.expect([
      .init(\.values, .values(1, text: "a")), .init(\.others, .others(number: 1, "a")),
    ])
    CasesOf<ManyValues>.expect([.init(\.values, .values(1, b: 2, 3, d: 4, 5, f: 6, 7))])
    CasesOf<ManyKinds>.expect([
      .init(\.none, .none), .init(\.value, .value(1)), .init(\.labelled, .labelled(value: 1)),
      .init(\.values, .values(a: 1, b: 2)),
    ])
    CasesOf<TuplePayload>.expect([
      .init(\.pair, .pair((1, "a"))), .init(\.labelled, .labelled((number: 1, text: "a"))),
      .init(\.both, .both((1, 2), 3)),
    ])
    CasesOf<VoidPayload>.expect([.init(\.void, .void(())), .init(\.unit, .unit(())), .init(\.both, .both((), 1))])
    CasesOf<OptionalPayload>.expect([
      .init(\.short, .short(1)), .init(\.long, .long(nil)), .init(\.nested, .nested(.some(nil))),
      .init(\.optional, .optional("a")),
    ])
    CasesOf<Collections>.expect([
      .init(\.array, .array([1])), .init(\.dictionary, .dictionary(["a": 1])), .init(\.set, .set([1])),
      .init(\.nested, .nested([["a": [1, nil]]])),
    ])
    CasesOf<Existential>.expect([
      .init(\.error, .error(CancellationError())), .init(\.both, .both(CancellationError())),
      .init(\.encodable, .encodable(1, 2)), .init(\.anything, .anything(1)), .init(\.object, .object(Node())),
    ])
    // Reflection crashes on such a payload, so it isn't compared by its description.
    #expect(Metatype.allCasePaths.type.extract(from: .type(Int.self)) == Int.self)
    #expect(Metatype.allCasePaths.any.extract(from: .any(String.self)) == String.self)
    #expect(Metatype.allCasePaths.existential.extract(from: .type(Int.self)) == nil)
    CasesOf<Uninhabited>.expect([.init(\.ok, .ok)])
    CasesOf<HoldsUninhabited>.expect([.init(\.optional, .optional(nil)), .init(\.ok, .ok(1))])
    CasesOf<DefaultValue>.expect([.init(\.one, .one()), .init(\.labelled, .labelled()), .init(\.several, .several())])
    CasesOf<Underscored>.expect([.init(\.value, .value(1)), .init(\.values, .values(1, b: 2))])
    CasesOf<Swifty>.expect([
      .init(\.int, .int(1)), .init(\.string, .string("a")), .init(\.result, .result(.success(1))),
    ])
    CasesOf<Generics>.expect([
      .init(\.array, .array([1])), .init(\.nested, .nested(["a": [nil]])), .init(\.result, .result(.success(1))),
    ])
    CasesOf<ParenthesizedType>.expect([.init(\.value, .value(1)), .init(\.optional, .optional(nil))])
    CasesOf<Ranges>.expect([.init(\.closed, .closed(1...2)), .init(\.open, .open(1..<2))])
    CasesOf<FoundationTypes>.expect([.init(\.date, .date(.now)), .init(\.data, .data(Data([1])))])
    CasesOf<BigPayload>.expect([.init(\.values, .values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))])
    CasesOf<Nested>.expect([.init(\.inner, .inner(.value(1))), .init(\.loading, .loading(.none))])
    #expect(Nested.inner(.deeper(.a)).is(\.inner.deeper.a))
  }

  @Test func functions() {
    let action = FunctionPayload.allCasePaths.action.embed {}
    #expect(FunctionPayload.allCasePaths.action.extract(from: action) != nil)
    #expect(FunctionPayload.allCasePaths.transform.extract(from: .transform { "\($0)" })?(1) == "1")
    let several = FunctionPayload.allCasePaths.several.extract(from: .several({ 1 }, run: { $0 + 1 }))
    #expect(several?.run(several?.0() ?? 0) == 2)
    #expect(AutoclosurePayload.allCasePaths.lazy.extract(from: .lazy(1 + 1))?() == 2)
    #expect(AutoclosurePayload.allCasePaths.labelled.extract(from: .labelled(value: 3))?() == 3)
    let lazy = SeveralAutoclosures.allCasePaths.lazy.embed(({ 1 }, value: { "a" }))
    #expect(SeveralAutoclosures.allCasePaths.lazy.extract(from: lazy)?.value() == "a")
    var value = 1
    InoutFunction.allCasePaths.update.extract(from: .update { $0 += 1 })?(&value)
    #expect(value == 2)
    #expect(DefaultValue.allCasePaths.closure.extract(from: .closure())?() == 3)
  }

  @Test func names() {
    CasesOf<Keywords>.expect([
      .init(\.default, .default), .init(\.switch, .switch), .init(\.case, .case), .init(\.in, .in), .init(\.nil, .nil),
    ])
    CasesOf<KeywordsWithPayload>.expect([
      .init(\.default, .default(1)), .init(\.`init`, .`init`(1)), .init(\.var, .var(let: 1)),
    ])
    CasesOf<SpecialNames>.expect([.init(\.`init`, .`init`), .init(\.super, .super), .init(\.Any, .Any)])
    CasesOf<SpecialPairs>.expect([.init(\.`init`, .`init`(1, 2)), .init(\.for, .for(in: 1, if: 2))])
    CasesOf<NotEscaped>.expect([.init(\.get, .get), .init(\.await, .await), .init(\.some, .some)])
    CasesOf<MemberNames>.expect([
      .init(\.name, .name("a")), .init(\.embed, .embed(1)), .init(\.identity, .identity(1)), .init(\.root, .root(1)),
      .init(\.value, .value(1)),
    ])
    CasesOf<PathNames>.expect([.init(\.map, .map), .init(\.hash, .hash), .init(\.hashValue, .hashValue)])
    CasesOf<UnicodeNames>.expect([.init(\.größe, .größe(1)), .init(\.日本, .日本), .init(\.π, .π(3)), .init(\.🎉, .🎉(1, 2))])
    CasesOf<`Type`>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<`default`>.expect([.init(\.a, .a(.x)), .init(\.b, .b)])
    CasesOf<lowercase>.expect([.init(\.A, .A), .init(\.B, .B(1))])
    CasesOf<Underscore>.expect([.init(\._private, ._private), .init(\.__a, .__a(1)), .init(\.a_b, .a_b(1))])
    CasesOf<Numbered>.expect([.init(\.a1, .a1), .init(\.a2, .a2(1)), .init(\.a3, .a3(b1: 1, b2: 2))])
    CasesOf<`a name`>.expect([
      .init(\.`first case`, .`first case`), .init(\.`second case`, .`second case`(1)),
      .init(\.`third case`, .`third case`(a: 1, b: 2)),
    ])
    #expect("\(\Keywords.Cases.default as CaseKeyPath<Keywords, Void>)".isEmpty == false)
  }

  @Test func declarations() {
    CasesOf<PublicEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<PackageEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<InternalEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<FrozenEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<AttributesOnLines>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<DynamicMembers>.expect([.init(\.a, .a(1)), .init(\.b, .b("c"))])
    #expect(DynamicMembers.a(1).a == 1)
    #expect(DynamicMembersAfter.b("c").a == nil)
    CasesOf<QualifiedAttribute>.expect([.init(\.a, .a(1))])
    CasesOf<EmptyArguments>.expect([.init(\.a, .a(1))])
    CasesOf<Commented>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c("d"))])
    CasesOf<Spaced>.expect([.init(\.a, .a(1)), .init(\.b, .b(number: 1, "c"))])
    CasesOf<LineBreaks>.expect([.init(\.a, .a), .init(\.b, .b(1, text: "c")), .init(\.c, .c(1))])
    CasesOf<Semicolons>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(x: 1, y: 2))])
    CasesOf<IndirectEnum>.expect([.init(\.leaf, .leaf(1)), .init(\.node, .node(.leaf(1), .leaf(2)))])
    CasesOf<IndirectCase>.expect([
      .init(\.leaf, .leaf(1)), .init(\.node, .node(left: .leaf(1), right: .leaf(2))), .init(\.one, .one(.leaf(1))),
    ])
    CasesOf<SelfReference>.expect([
      .init(\.leaf, .leaf), .init(\.one, .one(.leaf)), .init(\.two, .two(.leaf, right: .leaf)),
      .init(\.many, .many([])),
    ])
    CasesOf<NestedSelf>.expect([.init(\.array, .array([])), .init(\.other, .other(NestedSelf.Selfie()))])
    CasesOf<RawValues>.expect([.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    CasesOf<StringValues>.expect([.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    CasesOf<Conforming>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(x: 1, y: "d"))])
    CasesOf<ErrorEnum>.expect([.init(\.notFound, .notFound), .init(\.status, .status(1))])
    CasesOf<Iterable>.expect([.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    CasesOf<Described>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<Members>.expect([.init(\.a, .a), .init(\.b, .make(1))])
    CasesOf<MembersBetween>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(MembersBetween.Payload(x: 1)))])
    CasesOf<OwnTypes>.expect([.init(\.a, .a(OwnTypes.Value(x: 1))), .init(\.b, .b("c")), .init(\.c, .c([]))])
    CasesOf<NamesOfTypes>.expect([
      .init(\.a, .a(NamesOfTypes.Root())), .init(\.b, .b(NamesOfTypes.Root.Value())),
      .init(\.c, .c(NamesOfTypes.Path())),
    ])
    CasesOf<OwnAllCasePaths>.expect([.init(\.a, .a)])
    CasesOf<DeclaredConformance>.expect([.init(\.a, .a), .init(\.b, .b(1))])
  }

  @Test func privateEnums() {
    expectPrivateEnums()
  }

  struct Row: Identifiable, Hashable, Sendable {
    var id = 1
  }

  @Test func generics() {
    CasesOf<Generic<Int>>.expect([.init(\.none, .none), .init(\.some, .some(1)), .init(\.list, .list([1]))])
    CasesOf<TwoParameters<Int, String>>.expect([
      .init(\.first, .first(1)), .init(\.second, .second("a")), .init(\.both, .both(1, second: "a")),
    ])
    CasesOf<Constrained<Row>>.expect([.init(\.row, .row(Row())), .init(\.id, .id(1)), .init(\.none, .none)])
    CasesOf<Composed<Row>>.expect([.init(\.row, .row(Row())), .init(\.rows, .rows([1: Row()]))])
    CasesOf<WhereClause<[Int], Int>>.expect([.init(\.a, .a([1])), .init(\.b, .b(1)), .init(\.c, .c(0))])
    CasesOf<GenericTree<Int>>.expect([
      .init(\.leaf, .leaf(1)), .init(\.node, .node(.leaf(1), .leaf(2))), .init(\.own, .own(.leaf(1))),
    ])
    CasesOf<Defaulted<Int>>.expect([.init(\.a, .a())])
    CasesOf<OptionalGeneric<Int>>.expect([.init(\.a, .a(nil)), .init(\.b, .b(nil, 1))])
    CasesOf<GenericError<CancellationError>>.expect([.init(\.failed, .failed(CancellationError())), .init(\.ok, .ok)])
    CasesOf<GenericOuter<Row>.Inner>.expect([.init(\.row, .row(Row())), .init(\.id, .id(1))])
    CasesOf<GenericOuter<Row>.Deeper<Int>>.expect([
      .init(\.row, .row(Row())), .init(\.other, .other(1)), .init(\.both, .both(Row(), 1)),
    ])
    CasesOf<NonCopyableConstraint<Int>>.expect([.init(\.a, .a(1))])
  }

  @Test func places() {
    CasesOf<Outer.Inner>.expect([.init(\.row, .row(Outer.Row())), .init(\.rows, .rows([])), .init(\.deep, .deep(.x))])
    Outer.checkHidden()
    CasesOf<Outer.InExtension>.expect([.init(\.row, .row(Outer.Row())), .init(\.inner, .inner(.deep(.x)))])
    CasesOf<PublicEnum.ImplicitlyPublic>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<PublicEnum.ExplicitlyInternal>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<PackageEnum.ImplicitlyPackage>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<OuterActor.Inner>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<OuterEnum.Inner>.expect([.init(\.a, .a(OuterEnum.Inner.Value())), .init(\.b, .b)])
    CasesOf<OnMainActor.Inner>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<MainActorEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<[Int].Change>.expect([.init(\.inserted, .inserted(1)), .init(\.removed, .removed(at: 0))])
    CasesOf<[Int: Int].Change>.expect([.init(\.inserted, .inserted(1, 2)), .init(\.removed, .removed(1))])
  }

  @Test func conditions() {
    CasesOf<Conditional>.expect([.init(\.a, .a), .init(\.b, .b(1)), .init(\.d, .d)])
    CasesOf<ConditionalElse>.expect([.init(\.a, .a(1))])
    CasesOf<NestedConditions>.expect([.init(\.b, .b(1)), .init(\.c, .c)])
    CasesOf<OnlyConditional>.expect([.init(\.a, .a)])
    CasesOf<ConditionalMembers>.expect([.init(\.a, .a)])
    CasesOf<CompilerConditions>.expect([.init(\.modern, .modern(1))])
    CasesOf<Available>.expect([.init(\.a, .a), .init(\.b, .b(1))])
    CasesOf<AvailableTwice>.expect([.init(\.a, .a(1))])
    CasesOf<AvailableCases>.expect([.init(\.a, .a(1)), .init(\.b, .b)])
    CasesOf<DeprecatedCase>.expect([.init(\.new, .new(1))])
    CasesOf<UnavailableCase>.expect([.init(\.a, .a(1))])
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

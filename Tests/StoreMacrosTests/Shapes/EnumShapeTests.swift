import Foundation
import Store
import Testing

@Suite struct EnumShapeTests {
  private final class Node {}

  @Test func payloads() {
    expectCases(OneCase.self, [.init(\.only, .only)])
    expectCases(TwoCases.self, [.init(\.one, .one), .init(\.two, .two)])
    expectCases(SeparateCases.self, [.init(\.one, .one), .init(\.two, .two)])
    expectCases(OneValue.self, [.init(\.value, .value(1))])
    expectCases(OneLabelledValue.self, [.init(\.value, .value(number: 1))])
    expectCases(TwoValues.self, [.init(\.values, .values(1, "a"))])
    expectCases(TwoLabelledValues.self, [.init(\.values, .values(number: 1, text: "a"))])
    expectCases(
      PartlyLabelledValues.self,
      [.init(\.values, .values(1, text: "a")), .init(\.others, .others(number: 1, "a"))]
    )
    expectCases(ManyValues.self, [.init(\.values, .values(1, b: 2, 3, d: 4, 5, f: 6, 7))])
    expectCases(
      ManyKinds.self,
      [
        .init(\.none, .none), .init(\.value, .value(1)), .init(\.labelled, .labelled(value: 1)),
        .init(\.values, .values(a: 1, b: 2)),
      ]
    )
    expectCases(
      TuplePayload.self,
      [
        .init(\.pair, .pair((1, "a"))), .init(\.labelled, .labelled((number: 1, text: "a"))),
        .init(\.both, .both((1, 2), 3)),
      ]
    )
    expectCases(VoidPayload.self, [.init(\.void, .void(())), .init(\.unit, .unit(())), .init(\.both, .both((), 1))])
    expectCases(
      OptionalPayload.self,
      [
        .init(\.short, .short(1)), .init(\.long, .long(nil)), .init(\.nested, .nested(.some(nil))),
        .init(\.optional, .optional("a")),
      ]
    )
    expectCases(
      Collections.self,
      [
        .init(\.array, .array([1])), .init(\.dictionary, .dictionary(["a": 1])), .init(\.set, .set([1])),
        .init(\.nested, .nested([["a": [1, nil]]])),
      ]
    )
    expectCases(
      Existential.self,
      [
        .init(\.error, .error(CancellationError())), .init(\.both, .both(CancellationError())),
        .init(\.encodable, .encodable(1, 2)), .init(\.anything, .anything(1)), .init(\.object, .object(Node())),
      ]
    )
    // Reflection crashes on such a payload, so it isn't compared by its description.
    #expect(Metatype.allCasePaths.type.extract(from: .type(Int.self)) == Int.self)
    #expect(Metatype.allCasePaths.any.extract(from: .any(String.self)) == String.self)
    #expect(Metatype.allCasePaths.existential.extract(from: .type(Int.self)) == nil)
    expectCases(Uninhabited.self, [.init(\.ok, .ok)])
    expectCases(HoldsUninhabited.self, [.init(\.optional, .optional(nil)), .init(\.ok, .ok(1))])
    expectCases(
      DefaultValue.self,
      [.init(\.one, .one()), .init(\.labelled, .labelled()), .init(\.several, .several())]
    )
    expectCases(Underscored.self, [.init(\.value, .value(1)), .init(\.values, .values(1, b: 2))])
    expectCases(
      Swifty.self,
      [.init(\.int, .int(1)), .init(\.string, .string("a")), .init(\.result, .result(.success(1)))]
    )
    expectCases(
      Generics.self,
      [
        .init(\.array, .array([1])), .init(\.nested, .nested(["a": [nil]])), .init(\.result, .result(.success(1))),
      ]
    )
    expectCases(ParenthesizedType.self, [.init(\.value, .value(1)), .init(\.optional, .optional(nil))])
    expectCases(Ranges.self, [.init(\.closed, .closed(1...2)), .init(\.open, .open(1..<2))])
    expectCases(FoundationTypes.self, [.init(\.date, .date(.now)), .init(\.data, .data(Data([1])))])
    expectCases(
      BigPayload.self,
      [.init(\.values, .values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))]
    )
    expectCases(Nested.self, [.init(\.inner, .inner(.value(1))), .init(\.loading, .loading(.none))])
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
    expectCases(
      Keywords.self,
      [
        .init(\.default, .default), .init(\.switch, .switch), .init(\.case, .case), .init(\.in, .in),
        .init(\.nil, .nil),
      ]
    )
    expectCases(
      KeywordsWithPayload.self,
      [.init(\.default, .default(1)), .init(\.`init`, .`init`(1)), .init(\.var, .var(let: 1))]
    )
    expectCases(SpecialNames.self, [.init(\.`init`, .`init`), .init(\.super, .super), .init(\.Any, .Any)])
    expectCases(
      SpecialPairs.self,
      [.init(\.`init`, .`init`(1, 2)), .init(\.for, .for(in: 1, if: 2))]
    )
    expectCases(NotEscaped.self, [.init(\.get, .get), .init(\.await, .await), .init(\.some, .some)])
    expectCases(
      MemberNames.self,
      [
        .init(\.name, .name("a")), .init(\.embed, .embed(1)), .init(\.identity, .identity(1)), .init(\.root, .root(1)),
        .init(\.value, .value(1)),
      ]
    )
    expectCases(PathNames.self, [.init(\.map, .map), .init(\.hash, .hash), .init(\.hashValue, .hashValue)])
    expectCases(
      UnicodeNames.self,
      [.init(\.größe, .größe(1)), .init(\.日本, .日本), .init(\.π, .π(3)), .init(\.🎉, .🎉(1, 2))]
    )
    expectCases(`Type`.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(`default`.self, [.init(\.a, .a(.x)), .init(\.b, .b)])
    expectCases(lowercase.self, [.init(\.A, .A), .init(\.B, .B(1))])
    expectCases(Underscore.self, [.init(\._private, ._private), .init(\.__a, .__a(1)), .init(\.a_b, .a_b(1))])
    expectCases(Numbered.self, [.init(\.a1, .a1), .init(\.a2, .a2(1)), .init(\.a3, .a3(b1: 1, b2: 2))])
    expectCases(
      `a name`.self,
      [
        .init(\.`first case`, .`first case`), .init(\.`second case`, .`second case`(1)),
        .init(\.`third case`, .`third case`(a: 1, b: 2)),
      ]
    )
    #expect("\(\Keywords.Cases.default as CaseKeyPath<Keywords, Void>)".isEmpty == false)
  }

  @Test func declarations() {
    expectCases(PublicEnum.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(PackageEnum.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(InternalEnum.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(FrozenEnum.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(AttributesOnLines.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(DynamicMembers.self, [.init(\.a, .a(1)), .init(\.b, .b("c"))])
    #expect(DynamicMembers.a(1).a == 1)
    #expect(DynamicMembersAfter.b("c").a == nil)
    expectCases(QualifiedAttribute.self, [.init(\.a, .a(1))])
    expectCases(EmptyArguments.self, [.init(\.a, .a(1))])
    expectCases(Commented.self, [.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c("d"))])
    expectCases(Spaced.self, [.init(\.a, .a(1)), .init(\.b, .b(number: 1, "c"))])
    expectCases(LineBreaks.self, [.init(\.a, .a), .init(\.b, .b(1, text: "c")), .init(\.c, .c(1))])
    expectCases(Semicolons.self, [.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(x: 1, y: 2))])
    expectCases(IndirectEnum.self, [.init(\.leaf, .leaf(1)), .init(\.node, .node(.leaf(1), .leaf(2)))])
    expectCases(
      IndirectCase.self,
      [.init(\.leaf, .leaf(1)), .init(\.node, .node(left: .leaf(1), right: .leaf(2))), .init(\.one, .one(.leaf(1)))]
    )
    expectCases(
      SelfReference.self,
      [
        .init(\.leaf, .leaf), .init(\.one, .one(.leaf)), .init(\.two, .two(.leaf, right: .leaf)),
        .init(\.many, .many([])),
      ]
    )
    expectCases(NestedSelf.self, [.init(\.array, .array([])), .init(\.other, .other(NestedSelf.Selfie()))])
    expectCases(RawValues.self, [.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    expectCases(StringValues.self, [.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    expectCases(Conforming.self, [.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(x: 1, y: "d"))])
    expectCases(ErrorEnum.self, [.init(\.notFound, .notFound), .init(\.status, .status(1))])
    expectCases(Iterable.self, [.init(\.a, .a), .init(\.b, .b), .init(\.c, .c)])
    expectCases(Described.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(Members.self, [.init(\.a, .a), .init(\.b, .make(1))])
    expectCases(
      MembersBetween.self,
      [.init(\.a, .a), .init(\.b, .b(1)), .init(\.c, .c(MembersBetween.Payload(x: 1)))]
    )
    expectCases(OwnTypes.self, [.init(\.a, .a(OwnTypes.Value(x: 1))), .init(\.b, .b("c")), .init(\.c, .c([]))])
    expectCases(
      NamesOfTypes.self,
      [
        .init(\.a, .a(NamesOfTypes.Root())), .init(\.b, .b(NamesOfTypes.Root.Value())),
        .init(\.c, .c(NamesOfTypes.Path())),
      ]
    )
    expectCases(OwnAllCasePaths.self, [.init(\.a, .a)])
    expectCases(DeclaredConformance.self, [.init(\.a, .a), .init(\.b, .b(1))])
  }

  @Test func privateEnums() {
    expectPrivateEnums()
  }

  struct Row: Identifiable, Hashable, Sendable {
    var id = 1
  }

  @Test func generics() {
    expectCases(Generic<Int>.self, [.init(\.none, .none), .init(\.some, .some(1)), .init(\.list, .list([1]))])
    expectCases(
      TwoParameters<Int, String>.self,
      [.init(\.first, .first(1)), .init(\.second, .second("a")), .init(\.both, .both(1, second: "a"))]
    )
    expectCases(Constrained<Row>.self, [.init(\.row, .row(Row())), .init(\.id, .id(1)), .init(\.none, .none)])
    expectCases(Composed<Row>.self, [.init(\.row, .row(Row())), .init(\.rows, .rows([1: Row()]))])
    expectCases(
      WhereClause<[Int], Int>.self,
      [.init(\.a, .a([1])), .init(\.b, .b(1)), .init(\.c, .c(0))]
    )
    expectCases(
      GenericTree<Int>.self,
      [.init(\.leaf, .leaf(1)), .init(\.node, .node(.leaf(1), .leaf(2))), .init(\.own, .own(.leaf(1)))]
    )
    expectCases(Defaulted<Int>.self, [.init(\.a, .a())])
    expectCases(OptionalGeneric<Int>.self, [.init(\.a, .a(nil)), .init(\.b, .b(nil, 1))])
    expectCases(
      GenericError<CancellationError>.self,
      [.init(\.failed, .failed(CancellationError())), .init(\.ok, .ok)]
    )
    expectCases(GenericOuter<Row>.Inner.self, [.init(\.row, .row(Row())), .init(\.id, .id(1))])
    expectCases(
      GenericOuter<Row>.Deeper<Int>.self,
      [.init(\.row, .row(Row())), .init(\.other, .other(1)), .init(\.both, .both(Row(), 1))]
    )
    expectCases(NonCopyableConstraint<Int>.self, [.init(\.a, .a(1))])
  }

  @Test func places() {
    expectCases(
      Outer.Inner.self,
      [.init(\.row, .row(Outer.Row())), .init(\.rows, .rows([])), .init(\.deep, .deep(.x))]
    )
    Outer.checkHidden()
    expectCases(Outer.InExtension.self, [.init(\.row, .row(Outer.Row())), .init(\.inner, .inner(.deep(.x)))])
    expectCases(PublicEnum.ImplicitlyPublic.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(PublicEnum.ExplicitlyInternal.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(PackageEnum.ImplicitlyPackage.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(OuterActor.Inner.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(OuterEnum.Inner.self, [.init(\.a, .a(OuterEnum.Inner.Value())), .init(\.b, .b)])
    expectCases(OnMainActor.Inner.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(MainActorEnum.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases([Int].Change.self, [.init(\.inserted, .inserted(1)), .init(\.removed, .removed(at: 0))])
    expectCases([Int: Int].Change.self, [.init(\.inserted, .inserted(1, 2)), .init(\.removed, .removed(1))])
  }

  @Test func conditions() {
    expectCases(Conditional.self, [.init(\.a, .a), .init(\.b, .b(1)), .init(\.d, .d)])
    expectCases(ConditionalElse.self, [.init(\.a, .a(1))])
    expectCases(NestedConditions.self, [.init(\.b, .b(1)), .init(\.c, .c)])
    expectCases(OnlyConditional.self, [.init(\.a, .a)])
    expectCases(ConditionalMembers.self, [.init(\.a, .a)])
    expectCases(CompilerConditions.self, [.init(\.modern, .modern(1))])
    expectCases(Available.self, [.init(\.a, .a), .init(\.b, .b(1))])
    expectCases(AvailableTwice.self, [.init(\.a, .a(1))])
    expectCases(AvailableCases.self, [.init(\.a, .a(1)), .init(\.b, .b)])
    expectCases(DeprecatedCase.self, [.init(\.new, .new(1))])
    expectCases(UnavailableCase.self, [.init(\.a, .a(1))])
    expectCases(AvailableOuter.Inner.self, [.init(\.a, .a), .init(\.b, .b(1))])
  }

  @Test func bindings() {
    let binding = BindingAction<WrittenState>.set(\.text, "a")
    expectCases(BindableShape.self, [.init(\.binding, .binding(binding)), .init(\.tapped, .tapped)])
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

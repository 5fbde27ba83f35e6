import Testing

@testable import StoreCore

/// How values in state are accessed: at their address, or by copying them out and back.
@Suite struct StatePlaceTests {
  struct State: Equatable {
    var flag: UInt8 = 1
    var numbers = [1, 2]
    var nested = Nested()
    let constant = [0]
    var object = Object()
    var watched = [5] { didSet { changes += 1 } }
    var changes = 0

    var computed: [Int] {
      get { nested.numbers }
      set { nested.numbers = newValue }
    }
    var readOnly: [Int] { numbers + nested.numbers }
  }

  struct Nested: Equatable {
    var flag: UInt8 = 2
    var numbers = [3, 4]
  }

  final class Object: Equatable {
    var numbers = [6]
    static func == (lhs: Object, rhs: Object) -> Bool { lhs === rhs }
  }

  static var places: [(name: String, keyPath: WritableKeyPath<State, [Int]>, isStored: Bool)] {
    [
      ("numbers", \.numbers, true), ("nested.numbers", \.nested.numbers, true), ("computed", \.computed, false),
      ("object.numbers", \.object.numbers, false), ("watched", \.watched, false),
    ]
  }

  @Test(arguments: places.indices) func aValueIsSeenAndChanged(index: Int) {
    let (name, keyPath, isStored) = Self.places[index]
    let place = StatePlace(keyPath)
    var state = State()
    let before = state[keyPath: keyPath]
    #expect((place.offset != nil) == isStored, "\(name)")
    #expect(place.value(in: state) == before)
    #expect(place.look(at: &state) { $0.pointee } == before)

    place.modify(&state) { $0.append(7) }
    #expect(place.modify(&state) { $0.removeFirst() } == before[0])
    #expect(state[keyPath: keyPath] == before.dropFirst() + [7])

    // Property observers are called once for each change, and never for a read.
    #expect(state.changes == (name == "watched" ? 2 : 0))
  }

  @Test func whatIsReadOnlyStaysAsItIs() {
    let constant: KeyPath<State, [Int]> = \.constant
    for (keyPath, value) in [(\State.readOnly, [1, 2, 3, 4]), (constant, [0])] {
      let place = StatePlace(reading: keyPath)
      var state = State()
      #expect(place.value(in: state) == value)
      #expect(place.look(at: &state) { $0.pointee } == value)
    }
  }

  @Test func copiesAreReleasedOnce() {
    weak var object: Object?
    do {
      let value = Object()
      object = value
      let discarded = Borrow(copying: value)
      discarded.end()
      #expect(Borrow(copying: value).move() === value)
      let place = UnsafeMutablePointer.allocate(value)
      #expect(place.pointee === value)
      place.free()
    }
    #expect(object == nil)
  }
}

/// The places of children that can be absent.
@Suite struct ChildPlaceTests {
  struct Parent {
    var flag: UInt8 = 1
    var stored: [Int]?
    var nested = Nested()
    var computed: [Int]? {
      get { nested.stored }
      set { nested.stored = newValue }
    }
  }

  struct Nested {
    var flag: UInt8 = 2
    var stored: [Int]?
  }

  @Test(arguments: [\Parent.stored, \Parent.nested.stored, \Parent.computed].indices)
  func anOptionalChildIsSeenChangedAndRemoved(index: Int) {
    let keyPath = [\Parent.stored, \Parent.nested.stored, \Parent.computed][index]
    let place = OptionalPlace(StatePlace(keyPath))
    var parent = Parent()
    withUnsafeMutablePointer(to: &parent) { parent in
      #expect(!place.look(at: parent) { _ in })
      #expect(place.borrow(from: parent)?.address == nil)

      parent.pointee[keyPath: keyPath] = [1]
      guard let child = place.borrow(from: parent) else { return #expect(Bool(false)) }
      #expect(child.isCopy == (index == 2))
      child.address.pointee.append(2)
      place.restore(child, to: parent)
      #expect(parent.pointee[keyPath: keyPath] == [1, 2])

      var seen: [Int] = []
      #expect(place.look(at: parent) { seen = $0.pointee })
      #expect(seen == [1, 2])
      place.remove(from: parent)
      #expect(parent.pointee[keyPath: keyPath] == nil)
      #expect((parent.pointee.flag, parent.pointee.nested.flag) == (1, 2))
    }
  }

  struct Presenting {
    var flag: UInt8 = 1
    @Presents var sheet: Int?
    var number: Int?
    var computed: PresentationState<Int> {
      get { PresentationState(wrappedValue: number) }
      set { number = newValue.wrappedValue }
    }
  }

  /// The projection of the only stored property of a type is that property, but a computed one is not.
  @Test func theOnlyPresentationOfATypeIsReachedWhereItIs() {
    var state = Presenting(sheet: 1, number: 2)
    withUnsafeMutablePointer(to: &state) { state in
      #expect(BoxPlace(\Presenting.$sheet).borrow(from: state)?.isCopy == false)
      let other = BoxPlace(\Presenting.computed).borrow(from: state)
      #expect(other?.isCopy == true && other?.address.pointee == 2)
      other?.end()
    }
  }

  enum Tab: Equatable {
    case list([Int])
    case empty

    static var place: CasePlace<Tab, [Int]> {
      CasePlace(embed: { .list($0) }, extract: { if case .list(let numbers) = $0 { numbers } else { nil } })
    }
  }

  @Test func anEnumHasItsValueAgainAfterAnError() {
    var tab = Tab.list([1])
    #expect(throws: Failure.self) {
      _ = try Tab.place.modify(&tab) { numbers throws(Failure) in
        numbers.append(2)
        throw Failure()
      }
    }
    #expect(tab == .list([1, 2]))
  }
}

/// The properties of types that the program finds out at run time.
@Suite struct KnownTypesTests {
  class Base {}
  final class Derived: Base {}

  @Test func exactCastsLeaveOutSubclasses() {
    let derived: AnyObject = Derived()
    #expect(exactCast(derived, to: Derived.self) === derived)
    #expect(exactCast(derived, to: Base.self) == nil)
    #expect(exactCast(nil, to: Base.self) == nil)
  }

  @Test func addressesOfElementsEndWithTheBuffer() {
    [1, 2].withUnsafeBufferPointer { buffer in
      #expect(buffer.address(at: 1)?.pointee == 2)
      #expect(buffer.address(at: 2) == nil)
      #expect(buffer.address(at: -1) == nil)
    }
    [Int]().withUnsafeBufferPointer { #expect($0.address(at: 0) == nil) }
  }
}

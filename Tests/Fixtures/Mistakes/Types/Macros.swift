// What goes wrong with macros. Their errors are at the places that they are about, even after «é», and no other errors
// follow from them.
import Store

@CasePathable actor NoEnum {}
// 15: '@CasePathable' can only be applied to an enum: it makes key paths to cases. 'NoEnum' is an actor. (from
//   macro 'CasePathable')

/* é */ @Reducer class NoValue {}
// 19: '@Reducer' can only be applied to a struct, or to an enum of reducers: a reducer is a value. 'NoValue' is a
//   class. (from macro 'Reducer')

@DependencyClient class NoClient {}
// 19: '@DependencyClient' can only be applied to a struct whose properties are closures. 'NoClient' is a class. (from
//   macro 'DependencyClient')

@ObservableState final class NoState {}
// 24: '@ObservableState' can only be applied to a struct or an enum: state is a value. 'NoState' is a class. (from
//   macro 'ObservableState')

@ViewAction(for: Row.self) enum NoView {}
// 28: '@ViewAction' can only be applied to a type that has a store. (from macro 'ViewAction')

@ViewAction(for: Row.self) struct NoStore {}
// 35: '@ViewAction' needs 'NoStore' to have a property 'store', which it sends to. (from macro 'ViewAction')

@Reducer(state: .equatable) struct Arguments {}
// 9: '@Reducer' takes no arguments on a struct: its 'State' and 'Action' are declared, so they can list what they
//   conform to. (from macro 'Reducer')

@Reducer struct SideEffect {
  var body: some ReducerOf<Row> {
    print("é"); EmptyReducer()
    // 5: A body only lists reducers. This statement would run when a store is made, not when an action is sent. Move
    //   it into the closure of a 'Reduce', or into an effect that it returns. (from macro 'Reducer')
  }
}

struct Around {
  @CasePathable private enum Hidden { case a }
  // 17: '@CasePathable' adds an extension, which can't see the 'private' type 'Hidden'. Make it 'fileprivate'. (from
  //   macro 'CasePathable')
}

@Reducer struct Unmade { let id: Int }
@Reducer
// 1: missing argument for parameter 'id' in call
enum Unmakeable { case child(Unmade) }

func now() -> Int { 0 }

@DependencyClient struct Endpoints {
  var isOn: @Sendable (_ id: Int) -> Bool
  // 7: 'isOn' needs a default value: it returns 'Bool' and does not throw, so there is nothing that a client without
  //   an implementation could do when it is called. (from macro 'DependencyClient')
  var read: () throws(CancellationError) -> Int
  // 7: 'read' needs a default value: it returns 'Int' and throws errors of one type only, so there is nothing that a
  //   client without an implementation could do when it is called. (from macro 'DependencyClient')
  var started = now()
  // 7: '@DependencyClient' needs to know the type of 'started' for an initializer's parameter. (from macro
  //   'DependencyClient')
  var `self`: () -> Void
  // 7: A property of a '@DependencyClient' can't be called 'self': 'client.self' is the client. Rename it. (from
  //   macro 'DependencyClient')
  var variadic: (Int...) -> Int = { _ in 1 }
  // 7: 'variadic' has a variadic parameter, which can't be passed on to the closure that stands for its answer. Mark
  //   it '@DependencyEndpointIgnored', or give it another type. (from macro 'DependencyClient')
  var function: @convention(c) (Int32) -> Int32 = { $0 }
  // 7: 'function' is a C function, which captures nothing, so it can't report its calls and return a value. Mark it
  //   '@DependencyEndpointIgnored', or give it another type. (from macro 'DependencyClient')
  var load: @Sendable () async throws -> Int
  let name: String
  @DependencyEndpoint(method: "a b") var spaced: @Sendable () -> Void
  // 31: 'method' has to be the name of a method, written as a string without interpolation. (from macro
  //   'DependencyEndpoint')
}

@DependencyClient struct Conditions {
  var load: @Sendable () async throws -> Int
  #if A
    var a: Int
  #endif
  #if B
    var b: Int
  #endif
  #if C
    var c: Int
  #endif
  #if D
    var d: Int
  #endif
  #if E
    // 3: '@DependencyClient' makes initializers for each combination of conditions, and these would be too many. Put
    //   the properties under fewer '#if'. (from macro 'DependencyClient')
    var e: Int
  #endif
}

func makeClients() {
  _ = Endpoints(
    isOn: { _ in true },
    read: { 0 },
    variadic: { _ in 1 },
    function: { $0 },
    load: { 0 },
    name: "live",
    spaced: {}
  )
  _ = Endpoints(name: "test")
  _ = Conditions(load: { 0 })
  _ = Conditions()
}

/// The target times of the scenarios on a 2-core x86-64 virtual machine. Machines differ: compare multiples of the
/// yardsticks rather than nanoseconds.
enum Budgets {
  static let nanoseconds: [String: Double] = [
    "store.send.1": 65,
    "store.access.1": 25,
    "store.init.1": 1_000,
    "nested.scope.10": 3_000,
    "nested.send.10": 1_500,
    "nested.rootSend.10": 600,
    "nested.access.10": 200,
    "foreach.send.1000": 300,
    "foreach.send.10000": 330,
    "foreach.scopedSend.1000": 20_000,
    "scoped.alive.100000": 1_000_000,
    "effect.send.roundtrip": 200,
    "effect.run.roundtrip": 10_000,
    "effect.run.roundtrip.actor": 1_500,
    "effect.run.concurrent.10000": 1_200,
    "effect.cancel.10000": 5_000,
    "dependency.access": 40,
    "dependency.override": 150,
    "observation.fanout.1000": 2_000,
    "observation.fanout.1000.all": 600_000,
    "teststore.send.small": 3_000,
    "teststore.send.1000rows": 20_000,
    // People perceive up to 100 ms as immediate.
    "todos.open.firstRows": 1_000_000_000,
    "todos.toggle": 100_000_000,
    "todos.toggle.filtered": 100_000_000,
    "todos.toggle.observed": 100_000_000,
    "todos.filter": 100_000_000,
  ]
}

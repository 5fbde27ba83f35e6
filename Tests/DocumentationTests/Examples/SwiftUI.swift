#if canImport(SwiftUI)
  import Store
  import SwiftUI

  struct StopwatchView: View {
    @State var store = Store(initialState: Stopwatch.State()) { Stopwatch() }

    var body: some View {
      Button("\(store.seconds) s") { store.send(.startButtonTapped) }
    }
  }
#endif

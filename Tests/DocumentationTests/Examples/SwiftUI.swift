#if canImport(SwiftUI)
  import Store
  import SwiftUI

  struct StopwatchView: View {
    let store: StoreOf<Stopwatch>

    var body: some View {
      Button("\(store.seconds) s") { store.send(.startButtonTapped) }
    }
  }
#endif

#if canImport(SwiftUI)
  import Store
  import SwiftUI

// #include README.md: struct StopwatchView
#endif

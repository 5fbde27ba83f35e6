// Sources that were written for the Composable Architecture import this module, and find in it what they expect: the
// store, the test store, and Foundation, which comes there with the frameworks of Apple's systems.
@_exported import Foundation
@_exported import Store
@_exported import StoreTesting

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

// Sources that were written for the Composable Architecture import only this module. They expect the store, the test
// store, and Foundation, which that framework exports through Apple's frameworks.
@_exported import Foundation
@_exported import Store
@_exported import StoreTesting

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

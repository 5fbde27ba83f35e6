@_exported import Execution
@_exported import Store
@_exported import StoreExploration

@_exported import DependenciesMacros
@_exported import StoreCore

@_exported import StoreScript
@_exported import StoreTrace

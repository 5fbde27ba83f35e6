@_exported import StoreScript
@_exported import StoreTrace
@_exported import StoreWeb

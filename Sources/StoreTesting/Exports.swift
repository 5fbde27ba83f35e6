@_exported import DeterministicExecution
@_exported import Store

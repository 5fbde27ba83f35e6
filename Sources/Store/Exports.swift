// Who embeds a store injects dependencies and observes state: one import has to do.
@_exported import Dependencies
@_exported import Observation

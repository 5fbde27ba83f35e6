import Features
import StoreInspection
typealias Element = RecordedEndpoint

import StoreInspection
typealias Meter = Count

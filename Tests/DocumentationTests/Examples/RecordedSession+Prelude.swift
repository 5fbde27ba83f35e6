import StoreInspection
import StoreTesting

typealias Counter = Count

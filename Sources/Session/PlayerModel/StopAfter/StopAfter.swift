/// When a client wants playback to stop by itself.
package enum StopRequest: Hashable, Sendable {
    /// At the end of the item that is current by then.
    case currentItem
    /// At the end of the item with this id.
    case item(Int64)
    /// At the end of each item, until somebody takes that back.
    case eachItem
    /// So many seconds from now. The sound fades over the last `fade` of them.
    case seconds(Double, fade: Double)
}

/// When playback stops by itself, as it is reported.
package enum StopReport: Hashable, Sendable {
    case currentItem
    case item(Int64)
    case eachItem
    /// `left` is how many seconds were left at `monotonic`, a time of CLOCK_MONOTONIC in seconds.
    case time(left: Double, monotonic: Double, fade: Double)
}

/// When playback stops by itself.
enum StopAfter: Hashable, Sendable {
    case currentItem
    case item(Int64)
    case eachItem
    case time(StopTimer)
}

extension StopAfter {
    /// Whether it is over once playback has stopped, because it was about one item.
    var isOfItem: Bool {
        switch self {
        case .currentItem, .item: true
        case .eachItem, .time: false
        }
    }

    var timer: StopTimer? { if case .time(let timer) = self { timer } else { nil } }
}

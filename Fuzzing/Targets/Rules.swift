import MediaTypes

@testable import MusicLibrary

extension FuzzTarget {
    /// The file of a smart playlist. What is taken is within the limits, and becomes a statement whose values are numbers.
    static let rules = FuzzTarget("rules", atMost: 4_096) { bytes in
        guard let list = try? SmartPlaylist(parsing: Array(bytes)) else { return }
        precondition((1...8).contains(list.sort.count))
        let plan = SmartPlan(list, members: [:], now: 1.8e9)
        precondition(plan.values.allSatisfy(\.isFinite), "\(plan.values)")
        precondition(plan.values.count == plan.sql.count { $0 == "?" } - 2, "each value has its place: \(plan.sql)")
        precondition(plan.texts.count <= 256 && plan.numbers.count <= SmartNumber.allCases.count)
        for text in plan.texts { _ = text.test.holds(for: Array("olé".utf8)) }
    }
}

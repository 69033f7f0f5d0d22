/// The numbers by which clients name outputs. An output keeps its number, also if it goes and comes back. A value.
package struct OutputNumbers: Hashable, Sendable {
    /// How many outputs are remembered: a program can make any number of them.
    static let limit = 1_024

    private var uids: [String] = []

    /// Makes numbers of which none is given.
    package init() {}

    /// Returns the numbers of outputs, in their order; those that do not fit are left out.
    package mutating func numbers(of present: [String]) -> [(number: Int, uid: String)] {
        var numbers: [(number: Int, uid: String)] = []
        for uid in present {
            if let number = uids.firstIndex(of: uid) {
                numbers.append((number, uid))
            } else if uids.count < Self.limit {
                uids.append(uid)
                numbers.append((uids.count - 1, uid))
            } else if let free = uids.firstIndex(where: { !present.contains($0) }) {
                uids[free] = uid
                numbers.append((free, uid))
            }
        }
        return numbers.sorted { $0.number < $1.number }
    }
}

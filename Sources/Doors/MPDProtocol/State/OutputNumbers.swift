/// The numbers by which clients name outputs. An output keeps its number, also if it goes and comes back. A value.
package struct OutputNumbers: Hashable, Sendable {
    /// How many outputs are remembered: a program can make any number of them.
    static let limit = 1_024

    /// The outputs by their numbers.
    private var uids: [String] = []
    /// The numbers of the outputs.
    private var known: [String: Int] = [:]

    /// Makes numbers of which none is given.
    package init() {}

    /// Returns the numbers of outputs, in their order; those that do not fit are left out.
    package mutating func numbers(of present: [String]) -> [(number: Int, uid: String)] {
        var numbers: [(number: Int, uid: String)] = []
        let here = Set(present)
        var firstFree = 0
        for uid in present {
            if let number = known[uid] {
                numbers.append((number, uid))
            } else if uids.count < Self.limit {
                uids.append(uid)
                known[uid] = uids.count - 1
                numbers.append((uids.count - 1, uid))
            } else if let free = uids[firstFree...].firstIndex(where: { !here.contains($0) }) {
                known[uids[free]] = nil
                uids[free] = uid
                known[uid] = free
                firstFree = free + 1
                numbers.append((free, uid))
            }
        }
        return numbers.sorted { $0.number < $1.number }
    }
}

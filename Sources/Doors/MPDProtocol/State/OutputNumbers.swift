/// The numbers by which clients name outputs. An output keeps its number, also if it goes and comes back. A value.
package struct OutputNumbers: Hashable, Sendable {
    /// How many outputs are remembered: a program can make any number of them.
    static let limit = 1_024

    /// The outputs by their numbers.
    private var uids: [String] = []
    /// The numbers of the outputs, by the bytes of their uids: a program may name its output as it likes.
    private var known: [[UInt8]: Int] = [:]

    /// Makes numbers of which none is given.
    package init() {}

    /// Returns the numbers of outputs, in their order; those that do not fit are left out.
    package mutating func numbers(of present: [String]) -> [(number: Int, uid: String)] {
        var numbers: [(number: Int, uid: String)] = []
        let here = Set(present.map { Array($0.utf8) })
        var firstFree = 0
        for uid in present {
            if let number = known[Array(uid.utf8)] {
                numbers.append((number, uid))
            } else if uids.count < Self.limit {
                uids.append(uid)
                known[Array(uid.utf8)] = uids.count - 1
                numbers.append((uids.count - 1, uid))
            } else if let free = uids[firstFree...].firstIndex(where: { !here.contains(Array($0.utf8)) }) {
                known[Array(uids[free].utf8)] = nil
                uids[free] = uid
                known[Array(uid.utf8)] = free
                firstFree = free + 1
                numbers.append((free, uid))
            }
        }
        return numbers.sorted { $0.number < $1.number }
    }
}

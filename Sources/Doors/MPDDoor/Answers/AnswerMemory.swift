/// The memory of answers about the library that clients have not read yet. Confined to the control thread.
final class AnswerMemory {
    /// The memory of one answer, which is given back when nobody keeps this any more.
    final class Lease {
        private let memory: AnswerMemory
        private let bytes: Int

        fileprivate init(_ memory: AnswerMemory, _ bytes: Int) {
            (self.memory, self.bytes) = (memory, bytes)
            memory.used += bytes
        }

        deinit { memory.used -= bytes }
    }

    private let limit: Int
    private var used = 0

    /// Makes the memory.
    /// - Parameter limit: the most bytes of all answers together: four of the largest.
    init(limit: Int = 256 << 20) { self.limit = limit }

    /// Takes the memory of an answer; `nil` if the answers of other clients leave too little.
    func lease(_ bytes: Int) -> Lease? { bytes <= limit - used ? Lease(self, bytes) : nil }
}

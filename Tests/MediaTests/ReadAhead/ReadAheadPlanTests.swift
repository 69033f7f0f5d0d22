import Testing

@testable import Media

@Suite("The plan of what is read ahead")
struct ReadAheadPlanTests {
    private static let piece = Int(ReadAheadPlan.pieceSize)

    /// Reads as much as the plan wants, and returns which pieces these were.
    private func fill(_ plan: inout ReadAheadPlan, _ file: Int) -> [Int] {
        var read: [Int] = []
        while let index = plan.next(of: file) {
            plan.keep(ReadAheadPlan.Piece(file: file, index: index))
            read.append(index)
            for piece in plan.surplus() { plan.drop(piece) }
        }
        return read
    }

    @Test("reads a file that fits in one go, and then nothing of it, however far its reader comes")
    func whole() {
        var plan = ReadAheadPlan(bytes: 100 * Self.piece)
        let file = plan.open(size: Int64(10 * Self.piece - 1))
        #expect(plan.next(of: file) == nil, "it is not wanted yet")
        plan.want(file, true)
        #expect(fill(&plan, file) == Array(0..<10))
        for index in 0..<10 {
            #expect(plan.move(file, to: Int64(index * Self.piece + 5)) == (index > 0))
            #expect(!plan.hasWork(file))
        }
    }

    @Test("reads a file that does not fit in few long parts, and drops what was read first")
    func window() {
        var plan = ReadAheadPlan(bytes: 8 * Self.piece)
        let file = plan.open(size: Int64(40 * Self.piece))
        plan.want(file, true)
        #expect(fill(&plan, file) == Array(0..<8))
        var bursts: [[Int]] = []
        for index in 1..<40 {
            _ = plan.move(file, to: Int64(index * Self.piece))
            let burst = fill(&plan, file)
            if !burst.isEmpty { bursts.append(burst) }
            #expect(plan.heldCount <= 8)
        }
        #expect(bursts.flatMap(\.self) == Array(8..<40))
        #expect(bursts.dropLast().allSatisfy { $0.count >= 4 } && bursts.count <= 9, "\(bursts)")
    }

    @Test("gives the next file what the first one leaves, and more of it as that one is read")
    func nextFile() {
        var plan = ReadAheadPlan(bytes: 16 * Self.piece)
        let first = plan.open(size: Int64(12 * Self.piece))
        let second = plan.open(size: Int64(12 * Self.piece))
        plan.want(first, true)
        plan.want(second, true)
        #expect(fill(&plan, first) == Array(0..<12))
        #expect(fill(&plan, second) == Array(0..<4))
        _ = plan.move(first, to: Int64(8 * Self.piece))
        #expect(plan.hasWork(second))
        #expect(fill(&plan, second) == Array(4..<12))
        #expect(plan.heldCount <= 16 && !plan.hasWork(first))
        plan.close(first)
        #expect(plan.heldCount == 12)
    }

    @Test("leaves a little for the next file while the first one has more than the budget")
    func least() {
        var plan = ReadAheadPlan(bytes: 8 * Self.piece)
        let first = plan.open(size: Int64(100 * Self.piece))
        let second = plan.open(size: Int64(100 * Self.piece))
        plan.want(first, true)
        plan.want(second, true)
        _ = fill(&plan, first)
        #expect(fill(&plan, second) == [0, 1])
    }

    @Test("holds two pieces at least, however small the budget is")
    func smallest() {
        var plan = ReadAheadPlan(bytes: 1)
        #expect(plan.budget == 2)
        plan.setBudget(bytes: 0)
        #expect(plan.budget == 2)
    }

    @Test("drops what was read before what is too far ahead, and never the piece at which a reader is")
    func surplus() {
        var plan = ReadAheadPlan(bytes: 8 * Self.piece)
        let file = plan.open(size: Int64(100 * Self.piece))
        plan.want(file, true)
        _ = fill(&plan, file)
        _ = plan.move(file, to: Int64(4 * Self.piece))
        plan.keep(ReadAheadPlan.Piece(file: file, index: 50))
        #expect(plan.surplus() == [ReadAheadPlan.Piece(file: file, index: 0)])
        var other = ReadAheadPlan(bytes: 1)
        let plain = other.open(size: Int64(100 * Self.piece))
        _ = other.move(plain, to: Int64(5 * Self.piece))
        for index in 5...7 { other.keep(ReadAheadPlan.Piece(file: plain, index: index)) }
        #expect(other.surplus() == [ReadAheadPlan.Piece(file: plain, index: 6)])
    }

    @Test("waits for half of the room where a file is wanted anew")
    func wantedAnew() {
        var plan = ReadAheadPlan(bytes: 8 * Self.piece)
        let file = plan.open(size: Int64(100 * Self.piece))
        plan.want(file, true)
        for index in 0..<5 {
            #expect(plan.next(of: file) == index)
            plan.keep(ReadAheadPlan.Piece(file: file, index: index))
        }
        #expect(plan.hasWork(file))
        plan.want(file, true)
        #expect(!plan.hasWork(file))
    }

    @Test("begins anew where a reader jumps, and reads nothing for a jump into what is there")
    func jumps() {
        var plan = ReadAheadPlan(bytes: 8 * Self.piece)
        let file = plan.open(size: Int64(100 * Self.piece))
        plan.want(file, true)
        _ = fill(&plan, file)
        _ = plan.move(file, to: Int64(3 * Self.piece))
        _ = plan.move(file, to: Int64(1 * Self.piece))
        #expect(!plan.hasWork(file))
        _ = plan.move(file, to: Int64(50 * Self.piece))
        #expect(fill(&plan, file) == Array(50..<58))
        #expect(plan.heldCount == 8)
    }
}

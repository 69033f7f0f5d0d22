import Glibc
import Synchronization

// What the threads of the files ask and tell.
extension ReadAhead {
    /// What a file's thread does next.
    enum Step {
        /// Reads from `offset` to `end`, into the memory of a piece.
        case read(HeldBytes, at: Int64, to: Int64)
        /// Asks the file system for the file's state.
        case look
        /// Nothing. `reads` tells how many reads of all files there were.
        case rest(isHolding: Bool, reads: Int)
        case end
    }

    /// How far behind what is waited for one read goes, in bytes.
    private static let demandedSize: Int64 = 1 << 16

    /// Returns what the file's thread does next.
    func step(_ number: Int) -> Step {
        state.withLock { state in
            guard let file = state.files[number] else { return .end }
            state.files[number]?.isResting = false
            if let demand = file.demand { return Self.answer(demand, of: number, in: &state) }
            if file.wantsLook { return .look }
            if let index = state.plan.next(of: number) {
                let start = ReadAheadPlan.offset(of: index)
                return Self.read(number, at: file.end(of: index) ?? start, to: start + ReadAheadPlan.pieceSize, in: &state)
            }
            state.files[number]?.isResting = true
            return .rest(isHolding: !file.pieces.isEmpty, reads: state.reads)
        }
    }

    /// Makes the order to read what a reader waits for: with its piece from the beginning, so that it need not be read again.
    private static func answer(_ demand: Int64, of number: Int, in state: inout State) -> Step {
        guard let file = state.files[number] else { return .end }
        let index = ReadAheadPlan.index(of: demand)
        let start = ReadAheadPlan.offset(of: index)
        let end = min(start + ReadAheadPlan.pieceSize, demand + demandedSize)
        guard file.isReadPlainly else { return read(number, at: file.end(of: index) ?? start, to: end, in: &state) }
        // Nothing is kept of such a file.
        state.files[number]?.pieces = [:]
        state.plan.dropAll(of: number)
        return read(number, at: demand, to: end, in: &state)
    }

    private static func read(_ number: Int, at offset: Int64, to end: Int64, in state: inout State) -> Step {
        let index = ReadAheadPlan.index(of: offset)
        if let held = state.files[number]?.pieces[index], held.filled.upperBound == offset {
            return .read(held.bytes, at: offset, to: end)
        }
        guard let bytes = HeldBytes(origin: ReadAheadPlan.offset(of: index)) else {
            state.plan.want(number, false)
            if let demand = state.files[number]?.demand { state.files[number]?.outcome = (demand, .failed(ENOMEM)) }
            state.files[number]?.demand = nil
            return .look
        }
        state.files[number]?.pieces[index] = Held(bytes: bytes, filled: offset..<offset)
        return .read(bytes, at: offset, to: end)
    }

    /// Takes in what the file system says of the file. If it was changed since it was opened, nothing of it is held any longer, and it
    /// is not read ahead.
    /// - Returns: whether it is as before.
    func looked(_ number: Int, _ now: FileState?) -> Bool {
        state.withLock { state in
            guard let file = state.files[number] else { return false }
            state.files[number]?.wantsLook = false
            guard let now else { return true }
            state.files[number]?.state = now
            // Nothing is held of a file that was changed before, so more changes lead to nothing new.
            guard !now.hasBytes(of: file.state), !file.isReadPlainly else { return true }
            Self.readPlainly(number, in: &state)
            return false
        }
    }

    private static func readPlainly(_ number: Int, in state: inout State) {
        state.files[number]?.isReadPlainly = true
        state.files[number]?.pieces = [:]
        state.plan.dropAll(of: number)
        state.plan.want(number, false)
    }

    /// Takes in that `count` bytes were read at `offset` into `bytes`; a negative count is the system's error number.
    func took(_ number: Int, _ count: Int, into bytes: HeldBytes, at offset: Int64) {
        state.withLock { state in
            let index = ReadAheadPlan.index(of: offset)
            guard let file = state.files[number], let held = file.pieces[index], held.bytes === bytes else { return }
            let filled = held.filled.lowerBound..<offset + Int64(max(0, count))
            state.files[number]?.pieces[index]?.filled = filled
            if let demand = file.demand, count <= 0 || filled.contains(demand) {
                let isBefore = count < 0 && offset < demand
                // The disk fails before the place that is asked for, which may be well.
                if isBefore { Self.readPlainly(number, in: &state) }
                if !isBefore { state.files[number]?.demand = nil }
                if !isBefore, count <= 0 {
                    state.files[number]?.outcome = (demand, count == 0 ? .end : .failed(Int32(clamping: -count)))
                }
            }
            let end = min(bytes.origin + ReadAheadPlan.pieceSize, file.state.size)
            if filled.lowerBound == bytes.origin, filled.upperBound >= end {
                state.plan.keep(ReadAheadPlan.Piece(file: number, index: index))
            } else if count <= 0 {
                // What is behind such a place is read when somebody asks for it.
                state.plan.want(number, false)
            }
            for piece in state.plan.surplus() {
                state.plan.drop(piece)
                state.files[piece.file]?.pieces[piece.index] = nil
            }
        }
    }

    /// Gives the memory of a file back if nobody has read any since there were `reads`. With the next read it is read ahead anew.
    func giveBack(_ number: Int, unlessReadSince reads: Int) {
        state.withLock { state in
            guard state.files[number] != nil, state.reads == reads else { return }
            state.files[number]?.pieces = [:]
            state.files[number]?.isIdle = true
            state.plan.dropAll(of: number)
            state.plan.want(number, false)
        }
    }
}

extension ReadAhead.File {
    /// The offset behind the last byte of a piece that is in memory from its beginning on; `nil` if it is not.
    fileprivate func end(of index: Int) -> Int64? {
        guard let filled = pieces[index]?.filled, filled.lowerBound == ReadAheadPlan.offset(of: index) else { return nil }
        return filled.upperBound
    }
}

/// Decides which pieces of which open files are kept in memory, and which of them go. A value: it knows of no file and no clock.
///
/// A file is read from the place of its reader to its end, as far as the budget reaches; what the files that were opened before it
/// leave of the budget is for the next one. A file that has more than that gets new pieces once half of what it may hold is used
/// up, so that its disk has long rests.
struct ReadAheadPlan {
    /// The size of a piece, in bytes.
    static let pieceSize: Int64 = 1 << 18
    /// What a file gets at least, however much the files before it hold, in pieces.
    static let leastPieces = 2

    private struct File {
        /// The number of pieces.
        var count: Int
        /// The piece that its reader has come to.
        var place = 0
        /// Whether it is read ahead; before that, only what is asked for is kept.
        var isWanted = false
        /// Whether it is being read up to what it may hold.
        var isFilling = false
        var held: Set<Int> = []
    }

    /// A piece of a file.
    struct Piece: Hashable {
        var file: Int
        var index: Int
    }

    /// How many pieces all files together may hold.
    private(set) var budget: Int
    private var files: [Int: File] = [:]
    /// The files in the order in which they were opened.
    private var order: [Int] = []
    private var latest = 0

    /// - Parameter bytes: how much all files together may hold.
    init(bytes: Int) { budget = Self.pieces(of: bytes) }

    /// How many pieces are held.
    var heldCount: Int { files.values.reduce(0) { $0 + $1.held.count } }

    /// Sets how much all files together may hold from now on.
    mutating func setBudget(bytes: Int) { budget = Self.pieces(of: bytes) }

    private static func pieces(of bytes: Int) -> Int { max(leastPieces, bytes / Int(pieceSize)) }

    /// Takes in a file of `size` bytes that is open now, and returns its number.
    mutating func open(size: Int64) -> Int {
        latest += 1
        files[latest] = File(count: Int((max(0, size) + Self.pieceSize - 1) / Self.pieceSize))
        order.append(latest)
        return latest
    }

    /// Forgets a file and its pieces.
    mutating func close(_ file: Int) {
        files[file] = nil
        order.removeAll { $0 == file }
    }

    /// Has the file read ahead from now on, or no longer.
    mutating func want(_ file: Int, _ isWanted: Bool) {
        files[file]?.isWanted = isWanted
        files[file]?.isFilling = false
    }

    /// Notes that the reader of a file is at `offset`; returns whether that is in another piece than before.
    mutating func move(_ file: Int, to offset: Int64) -> Bool {
        let place = Self.index(of: offset)
        guard let old = files[file]?.place, old != place else { return false }
        files[file]?.place = place
        return true
    }

    /// Notes that a piece is in memory, up to its end.
    mutating func keep(_ piece: Piece) { files[piece.file]?.held.insert(piece.index) }

    /// Notes that a piece is no longer in memory.
    mutating func drop(_ piece: Piece) { files[piece.file]?.held.remove(piece.index) }

    /// Notes that nothing of a file is in memory.
    mutating func dropAll(of file: Int) {
        files[file]?.held = []
        files[file]?.isFilling = false
    }

    /// Whether there is something of the file to be read now.
    func hasWork(_ number: Int) -> Bool { missing(of: number) != nil }

    /// Returns the piece of the file to be read now; `nil` if it holds enough.
    mutating func next(of number: Int) -> Int? {
        let missing = missing(of: number)
        files[number]?.isFilling = missing != nil
        return missing
    }

    private func missing(of number: Int) -> Int? {
        guard let file = files[number] else { return nil }
        let range = wanted(of: number)
        guard let missing = range.first(where: { !file.held.contains($0) }) else { return nil }
        return file.isFilling || (missing - range.lowerBound) * 2 < range.count ? missing : nil
    }

    /// The piece in which `offset` is.
    static func index(of offset: Int64) -> Int { Int(clamping: offset / pieceSize) }

    /// The offset of the first byte of a piece.
    static func offset(of index: Int) -> Int64 { Int64(index) * pieceSize }

    /// Returns the pieces that have to go so that the budget is kept: at first those that were read already, the oldest before the
    /// others, then those that are too far ahead. The piece at a reader's place stays.
    func surplus() -> [Piece] {
        var left = heldCount - budget
        guard left > 0 else { return [] }
        var found: [Piece] = []
        for isBehind in [true, false] {
            for number in order {
                guard let file = files[number] else { continue }
                let range = wanted(of: number)
                let candidates = file.held.filter { isBehind ? $0 < file.place : $0 > file.place && $0 >= range.upperBound }
                for index in candidates.sorted().prefix(left) { found.append(Piece(file: number, index: index)) }
                left = heldCount - budget - found.count
                if left <= 0 { return found }
            }
        }
        return found
    }

    /// The pieces of a file that are to be in memory.
    private func wanted(of number: Int) -> Range<Int> {
        var left = budget
        for other in order {
            guard let file = files[other], file.isWanted else { continue }
            let rest = max(0, file.count - file.place)
            let share = min(rest, max(left, Self.leastPieces))
            if other == number { return file.place..<file.place + share }
            left = max(0, left - share)
        }
        return 0..<0
    }
}

import Media

/// The bytes that were fetched and are to be read, with some of those that were read already, and their offset in the content.
struct ByteWindow {
    /// The offset of the oldest byte in the content.
    private(set) var start: Int64 = 0
    /// The offset behind the newest byte in the content.
    private(set) var end: Int64 = 0
    /// How many bytes fit. With fewer than there are, none fits.
    var capacity: Int
    /// The memory, piece after piece without gaps; the oldest byte is in the first of them.
    private var pieces: [HeldBytes] = []

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { Int(end - start) }

    /// How many more bytes fit.
    var room: Int { max(0, capacity - count) }

    /// Appends `bytes`, which must fit into ``room``. Returns whether there was memory for them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let last: HeldBytes
            if let piece = pieces.last, end < piece.origin + Int64(HeldBytes.size) {
                last = piece
            } else {
                guard let new = HeldBytes(origin: end) else { return false }
                pieces.append(new)
                last = new
            }
            let room = unsafe last.room(from: end)
            let part = unsafe rest.prefix(room.count)
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            unsafe end += Int64(part.count)
            unsafe rest = rest.dropFirst(part.count)
        }
        return true
    }

    /// Copies up to `buffer.count` bytes from `offset` on, and returns how many; 0 if none of them are here.
    func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let first = pieces.first, offset >= start, offset < end else { return 0 }
        var copied = 0
        while copied < buffer.count, offset + Int64(copied) < end {
            let place = offset + Int64(copied)
            let piece = pieces[Int(place - first.origin) / HeldBytes.size]
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[copied...])
            unsafe copied += piece.copy(place..<min(end, piece.origin + Int64(HeldBytes.size)), into: rest)
        }
        return copied
    }

    /// Forgets the bytes before `offset`, as far as there are any.
    mutating func forget(before offset: Int64) {
        start = min(max(start, offset), end)
        if start == end { return pieces = [] }
        let gone = pieces.prefix { $0.origin + Int64(HeldBytes.size) <= start }.count
        if gone > 0 { pieces.removeFirst(gone) }
    }

    /// Forgets the bytes from `offset` on, as far as there are any.
    mutating func forget(from offset: Int64) {
        end = max(start, min(end, offset))
        if start == end { return pieces = [] }
        pieces.removeAll { $0.origin >= end }
    }

    /// Discards everything and continues at `offset`.
    mutating func move(to offset: Int64) {
        pieces = []
        (start, end) = (offset, offset)
    }
}

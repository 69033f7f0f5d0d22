/// The bytes that were fetched and not yet read, and where in the content they stand: a ring.
struct ByteWindow {
    /// The content's offset of the oldest byte.
    private(set) var start: Int64 = 0
    private(set) var count = 0
    private var storage: [UInt8]

    init(capacity: Int) { storage = [UInt8](repeating: 0, count: capacity) }

    /// The content's offset behind the newest byte.
    var end: Int64 { start + Int64(count) }

    /// How many bytes more fit.
    var room: Int { storage.count - count }

    /// Adds bytes at the end; no more than there is room for.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let place = (head + count) % storage.count
        let first = min(bytes.count, storage.count - place)
        unsafe storage.withUnsafeMutableBytes { storage in
            unsafe UnsafeMutableRawBufferPointer(rebasing: storage[place...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
            unsafe storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first...]))
        }
        count += bytes.count
    }

    /// Takes out up to `buffer.count` of the oldest bytes, and answers how many.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(buffer.count, count)
        let first = min(taken, storage.count - head)
        unsafe storage.withUnsafeBytes { storage in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[head..<head + first]))
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[first...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: storage[..<(taken - first)]))
        }
        drop(taken)
        return taken
    }

    /// Throws away the oldest bytes.
    mutating func drop(_ dropped: Int) {
        head = (head + dropped) % storage.count
        start += Int64(dropped)
        count -= dropped
    }

    /// Throws away everything and goes on at `offset`.
    mutating func move(to offset: Int64) {
        head = 0
        count = 0
        start = offset
    }

    private var head = 0
}

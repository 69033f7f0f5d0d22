/// A ring of the bytes that were fetched and not read yet, and their offset in the content.
struct ByteWindow {
    /// The offset of the oldest byte in the content.
    private(set) var start: Int64 = 0
    private(set) var count = 0
    private var storage: [UInt8]

    init(capacity: Int) { storage = [UInt8](repeating: 0, count: capacity) }

    /// The offset behind the newest byte in the content.
    var end: Int64 { start + Int64(count) }

    /// How many more bytes fit.
    var room: Int { storage.count - count }

    /// Appends `bytes`, which must fit into ``room``.
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

    /// Moves up to `buffer.count` of the oldest bytes to `buffer`, and returns how many.
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

    /// Discards the `dropped` oldest bytes.
    mutating func drop(_ dropped: Int) {
        head = (head + dropped) % storage.count
        start += Int64(dropped)
        count -= dropped
    }

    /// Discards everything and continues at `offset`.
    mutating func move(to offset: Int64) {
        head = 0
        count = 0
        start = offset
    }

    private var head = 0
}

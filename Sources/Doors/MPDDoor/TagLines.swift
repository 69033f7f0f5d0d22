import Glibc
import MPDProtocol

/// Leaves out of lines about songs those of tags that a client does not want to see. Lines with all tags are kept from one list to the
/// next, so that this is several times as fast as to write the others.
struct TagLines {
    /// The names of tags that are left out, those of one length behind each other.
    private let names: [UInt8]
    /// For each length where its names begin, and where the last one ends.
    private let bounds: [Int]

    /// - Parameter tags: those that the client wants to see.
    init(showing tags: Set<TagType>) {
        let hidden = TagType.listed.filter { !tags.contains($0) }.map { Array($0.rawValue.utf8) }
        var (names, bounds): ([UInt8], [Int]) = ([], [0])
        for length in 0...(hidden.map(\.count).max() ?? 0) {
            for name in hidden where name.count == length { names += name }
            bounds.append(names.count)
        }
        (self.names, self.bounds) = (names, bounds)
    }

    /// Returns the lines that the client sees.
    func shown(of text: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(text.count)
        unsafe text.withUnsafeBufferPointer { text in
            // Lines that are shown in a row are copied at once.
            var (run, start) = (0, 0)
            while start < text.count {
                let line = unsafe UnsafeBufferPointer(rebasing: text[start...])
                let next = unsafe start + (Self.place(of: UInt8(ascii: "\n"), in: line) ?? line.count - 1) + 1
                if unsafe hides(line) {
                    unsafe shown += UnsafeBufferPointer(rebasing: text[run..<start])
                    run = next
                }
                start = next
            }
            unsafe shown += UnsafeBufferPointer(rebasing: text[run...])
        }
        return shown
    }

    /// Whether the line with which a text begins is of a tag that is left out.
    private func hides(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let head = unsafe UnsafeBufferPointer(rebasing: text.prefix(bounds.count - 1))
        guard let length = unsafe Self.place(of: UInt8(ascii: ":"), in: head), length > 0 else { return false }
        return unsafe names.withUnsafeBufferPointer { names in
            guard let first = names.baseAddress, let name = text.baseAddress else { return false }
            return stride(from: bounds[length], to: bounds[length + 1], by: length).contains { place in
                unsafe names[place] == text[0] && memcmp(first + place, name, length) == 0
            }
        }
    }

    private static func place(of byte: UInt8, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = text.baseAddress, let found = unsafe memchr(base, CInt(byte), text.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}

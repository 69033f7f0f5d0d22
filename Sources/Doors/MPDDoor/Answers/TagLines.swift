import Glibc
import MPDProtocol

/// Leaves out of lines about songs those of tags that a client does not want to see. Lines with all tags are kept from one list to the
/// next, so that this is several times as fast as to write the others.
struct TagLines {
    /// The names of tags that are left out, behind each other.
    private let names: [UInt8]
    /// Where each of them is.
    private let ranges: [Range<Int>]
    /// For each byte the first of the names that begin with it, and behind the last one how many names there are.
    private let bounds: [Int]

    /// - Parameter tags: those that the client wants to see.
    init(showing tags: Set<TagType>) {
        let hidden = TagType.listed.filter { !tags.contains($0) }.map { Array($0.rawValue.utf8) }
        var (names, ranges, bounds): ([UInt8], [Range<Int>], [Int]) = ([], [], [])
        for byte in UInt8.min...UInt8.max {
            bounds.append(ranges.count)
            for name in hidden where name.first == byte {
                ranges.append(names.count..<names.count + name.count)
                names += name
            }
        }
        (self.names, self.ranges, self.bounds) = (names, ranges, bounds + [ranges.count])
    }

    /// Returns the lines that the client sees.
    func shown(of text: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(text.count)
        unsafe text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            // Lines that are shown in a row are copied at once.
            var (run, start) = (0, 0)
            while start < text.count {
                let (line, left) = unsafe (base + start, text.count - start)
                let end = unsafe memchr(line, CInt(UInt8(ascii: "\n")), left)
                let next = unsafe end.map { unsafe UnsafeRawPointer($0) - UnsafeRawPointer(base) + 1 } ?? text.count
                if unsafe hides(line, left) {
                    unsafe shown += UnsafeBufferPointer(start: base + run, count: start - run)
                    run = next
                }
                start = next
            }
            unsafe shown += UnsafeBufferPointer(start: base + run, count: text.count - run)
        }
        return shown
    }

    /// Whether the line with which a text of so many bytes begins is of a tag that is left out.
    private func hides(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let first = unsafe Int(text[0])
        for index in bounds[first]..<bounds[first + 1] {
            let name = ranges[index]
            guard name.count < count, unsafe text[name.count] == UInt8(ascii: ":") else { continue }
            let isName = unsafe names.withUnsafeBufferPointer { names in
                guard let first = names.baseAddress else { return false }
                return unsafe memcmp(first + name.lowerBound, text, name.count) == 0
            }
            if isName { return true }
        }
        return false
    }
}

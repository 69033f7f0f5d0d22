import SystemSupport
import TestSupport
import Testing

@Suite("The memory of the process")
struct ProcessMemoryTests {
    /// Returns the kilobytes of code that are mapped into the process now.
    private static func mappedCode() throws -> Int {
        let lines = String(decoding: try readFile("/proc/self/smaps"), as: UTF8.self).split(separator: "\n")
        var (isCode, sum) = (false, 0)
        for line in lines {
            let words = line.split(separator: " ")
            if words.count >= 5, words[1].count == 4 {
                isCode = words[1] == "r-xp"
            } else if isCode, words.first == "Rss:" {
                sum += Int(words[1]) ?? 0
            }
        }
        return sum
    }

    // In a process of its own, where no other test uses code.
    @Test("no longer has the code that was used once, and code that is used again runs")
    func releasesCode() async {
        await #expect(processExitsWith: .success) {
            let before = try Self.mappedCode()
            ProcessMemory.releaseCode()
            let after = try Self.mappedCode()
            #expect(before > 0)
            #expect(after < before / 2, "\(before) kB before, \(after) kB after")
        }
    }
}

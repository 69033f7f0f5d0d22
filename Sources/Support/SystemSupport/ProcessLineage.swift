import Glibc

/// A process of this machine, and the processes that it descends from, as the system tells them in `/proc`.
///
/// Numbers of processes are used again. With the time at which it began, a process is never taken for another one.
package struct ProcessLineage: Hashable, Sendable {
    /// A process.
    package struct Member: Hashable, Sendable {
        /// Its number.
        package let number: Int32
        /// When it began, in ticks of the system's clock since the machine was started.
        package let startTick: UInt64

        /// Makes one.
        package init(number: Int32, startTick: UInt64) {
            self.number = number
            self.startTick = startTick
        }
    }

    /// How many ancestors are looked at.
    private static let mostMembers = 64

    /// The process itself, its parent, and so on.
    package let members: [Member]
    /// Whether the process has a world of process numbers of its own, as programs in a sandbox or a container have.
    package let isSandboxed: Bool

    /// Makes a lineage that is known.
    package init(members: [Member], isSandboxed: Bool) {
        self.members = members
        self.isSandboxed = isSandboxed
    }

    /// Looks at a process that was there at `time`, in nanoseconds of ``ElapsedClock``; `nil` if it has ended.
    package init?(of process: Int32, notAfter time: Int64) {
        var members: [Member] = []
        var next = process
        var isThere = false
        while next > 0, members.count < Self.mostMembers, let facts = ProcessFacts(of: next) {
            if members.isEmpty { isThere = facts.isThere(at: time) }
            members.append(Member(number: next, startTick: facts.startTick))
            next = facts.parent
        }
        guard let namespaces = ProcessFacts.namespaceCount(of: process), isThere else { return nil }
        self.members = members
        isSandboxed = namespaces > 1
    }
}

/// What the kernel tells about a process (proc(5)).
struct ProcessFacts: Hashable {
    /// The kernel counts in hundredths of a second (`USER_HZ`), on every machine that the daemon runs on.
    static let nanosecondsPerTick: UInt64 = 10_000_000
    /// The most bytes that are read of a file.
    private static let limit = 4_096

    let parent: Int32
    let startTick: UInt64
    /// The name of its program as the kernel keeps it: the first 15 bytes.
    let name: String

    /// Reads them; `nil` if there is no such process.
    init?(of process: Int32) {
        guard let text = Self.contents("/proc/\(process)/stat") else { return nil }
        self.init(stat: text)
    }

    /// Takes them from the line in `stat`.
    init?(stat line: [UInt8]) {
        // The name stands in parentheses, and may contain some itself.
        guard let begin = line.firstIndex(of: UInt8(ascii: "(")), let end = line.lastIndex(of: UInt8(ascii: ")")), begin < end
        else {
            return nil
        }
        let rest = line[line.index(after: end)...].split(separator: UInt8(ascii: " "))
        let fields = rest.map { String(decoding: $0, as: UTF8.self) }
        // Without the number and the name, the parent is the second field and the start the 20th.
        guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19]) else { return nil }
        self.parent = parent
        startTick = start
        name = String(decoding: line[line.index(after: begin)..<end], as: UTF8.self)
    }

    /// Whether the process was there at `time`, in nanoseconds of ``ElapsedClock``: its number may be that of another one by now.
    func isThere(at time: Int64) -> Bool {
        // Rounded down by the system: a process that began in the same tick began before it could connect.
        startTick <= UInt64(max(0, time)) / Self.nanosecondsPerTick
    }

    /// Returns in how many worlds of process numbers, each within the one before, the process has a number; `nil` if there is no
    /// such process.
    static func namespaceCount(of process: Int32) -> Int? {
        contents("/proc/\(process)/status").flatMap(namespaceCount(status:))
    }

    /// Takes that from the lines in `status`.
    static func namespaceCount(status lines: [UInt8]) -> Int? {
        let name = Array("NSpid:".utf8)
        for line in lines.split(separator: UInt8(ascii: "\n")) where line.starts(with: name) {
            return line.dropFirst(name.count).split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }.count
        }
        return nil
    }

    /// The beginning of a file that the system makes; `nil` if there is none.
    static func contents(_ path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe read(descriptor, &bytes, limit)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}

/// What this process is kept from, as the system tells it in `/proc`.
package struct ProcessConfinement: Hashable, Sendable {
    /// Whether a filter looks at its system calls.
    package let isFiltered: Bool
    /// Whether it is in a user namespace that knows only some of the machine's users, as a service manager makes one for a sandbox.
    package let hasFewUsers: Bool

    /// Looks at this process.
    package init() {
        self.init(
            status: ProcessFacts.contents("/proc/self/status") ?? [], users: ProcessFacts.contents("/proc/self/uid_map") ?? [])
    }

    /// Takes it from the contents of `status` and `uid_map` (proc(5), user_namespaces(7)).
    init(status: [UInt8], users: [UInt8]) {
        let seccomp = Self.lines(status).first { $0.first == "Seccomp:" }
        isFiltered = seccomp.map { $0.last == "2" } ?? false
        // The machine's own map has all numbers in one row.
        hasFewUsers = !users.isEmpty && !Self.lines(users).contains { $0.count == 3 && $0[2] == "4294967295" }
    }

    private static func lines(_ text: [UInt8]) -> [[String]] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
            line.split { $0 == " " || $0 == "\t" }.map(String.init)
        }
    }
}

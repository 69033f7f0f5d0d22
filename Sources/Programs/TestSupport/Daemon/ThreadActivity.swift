import FoundationEssentials
package import Glibc

/// The kernel's counters for each thread of a process at one moment.
package struct ThreadActivity: Hashable, Sendable {
    private struct Thread: Hashable {
        var name: String
        /// How often the thread went to sleep, and so was woken: the kernel's voluntary context switches.
        var sleeps: Int
    }

    private var threads: [String: Thread] = [:]

    /// Reads the counters of a process of this machine. Threads that end meanwhile are left out.
    package init(of process: pid_t) throws(TestSupportError) {
        let directory = "/proc/\(process)/task"
        guard let identifiers = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw TestSupportError(.inputOutput, "cannot list the threads of \(process)")
        }
        for identifier in identifiers {
            guard let text = kernelText(of: "\(directory)/\(identifier)/status") else { continue }
            let lines = text.split(separator: "\n")
            func field(_ name: String) -> String? {
                lines.first { $0.hasPrefix("\(name):\t") }.map { String($0.dropFirst(name.utf8.count + 2)) }
            }
            guard let name = field("Name"), let sleeps = field("voluntary_ctxt_switches").flatMap({ Int($0) }) else { continue }
            threads[identifier] = Thread(name: name, sleeps: sleeps)
        }
    }

    /// The names of the threads, as `top` shows them.
    package var names: [String] { threads.values.map(\.name).sorted() }

    /// Returns how often all threads together woke since `earlier`.
    package func wakeUpCount(since earlier: ThreadActivity) -> Int { wakeUps(since: earlier).values.reduce(0, +) }

    /// Returns the threads that woke since `earlier`, and how often each did. Threads that have ended are not counted.
    private func wakeUps(since earlier: ThreadActivity) -> [String: Int] {
        var wakeUps: [String: Int] = [:]
        for (identifier, thread) in threads {
            let count = thread.sleeps - (earlier.threads[identifier]?.sleeps ?? 0)
            if count > 0 { wakeUps[thread.name, default: 0] += count }
        }
        return wakeUps
    }
}

/// Returns the start of a file of `/proc`, because such files have no length beforehand; `nil` if there is none.
func kernelText(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
}

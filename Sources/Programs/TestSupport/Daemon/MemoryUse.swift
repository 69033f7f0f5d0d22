package import Glibc

/// What the kernel reports about a process's memory.
package enum MemoryUse {
    /// Returns how many bytes of memory only this process has now and has written to.
    package static func privateDirty(of process: pid_t) throws(TestSupportError) -> Int {
        guard let text = kernelText(of: "/proc/\(process)/smaps_rollup") else {
            throw TestSupportError(.inputOutput, "cannot read the memory use of \(process)")
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw TestSupportError(.unexpectedAnswer, "no memory use in: \(text)")
        }
        return kilobytes * 1_024
    }
}

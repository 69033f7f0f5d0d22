/// The names of programs, as people know them.
package enum ProgramName {
    /// Returns the name of the program of a process that was there at `time`, in nanoseconds of ``ElapsedClock``: at most 15 bytes of
    /// it, as the kernel keeps it. `nil` if the process has ended, or belongs to somebody whose processes are hidden.
    package static func of(process: Int32, notAfter time: Int64) -> String? {
        guard process > 0, let facts = ProcessFacts(of: process), facts.isThere(at: time), !facts.name.isEmpty else { return nil }
        return facts.name
    }
}

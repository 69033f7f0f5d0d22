import CRealtime

/// The thread that runs.
package enum CurrentThread {
    /// Has it run only while nothing else wants to, on a processor and on a disk, from now on.
    package static func becomeIdle() { fermata_become_idle() }

    /// Gives back to the system what was needed for a moment: the C library keeps it for as long as the process lives. Any
    /// thread; others that allocate wait for some milliseconds.
    package static func releaseMemory() { fermata_release_memory() }

    /// Sets what `top` and debuggers show for it: at most 15 bytes count.
    package static func setName(_ name: String) { unsafe fermata_name_thread(name) }
}

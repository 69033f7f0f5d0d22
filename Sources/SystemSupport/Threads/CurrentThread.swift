import CLinux

/// The thread that runs.
package enum CurrentThread {
    /// Has it run only while nothing else wants to, on a processor and on a disk, from now on.
    package static func becomeIdle() { fermata_become_idle() }

    /// Has it, and the threads that it starts, leave the processor to others where all want it: there may be dozens of it
    /// beside one that somebody waits for. Alone it is as fast as any.
    package static func becomeModest() { fermata_become_modest() }

    /// Gives back to the system what was needed for a moment: the C library keeps it for as long as the process lives. Any
    /// thread; others that allocate wait for some milliseconds.
    package static func releaseMemory() { fermata_release_memory() }

    /// Sets what `top` and debuggers show for it: at most 15 bytes count.
    package static func setName(_ name: String) { unsafe fermata_name_thread(name) }
}

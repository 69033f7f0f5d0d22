import CLinux

/// Settings of the calling thread.
package enum CurrentThread {
    /// From now on lets the thread run only while nothing else wants the processor or the disk.
    package static func becomeIdle() { fermata_become_idle() }

    /// Lowers the priority of the calling thread, and of the threads that it starts, to nice 10. There may be dozens of such
    /// threads next to one that somebody waits for; while nothing else wants the processor, they run at full speed.
    package static func becomeModest() { fermata_become_modest() }

    /// Sets the name that `top` and debuggers show for the thread; only the first 15 bytes count.
    package static func setName(_ name: String) { unsafe fermata_name_thread(name) }
}

import CRealtime

/// The thread that runs.
package enum CurrentThread {
    /// Sets what `top` and debuggers show for it: at most 15 bytes count.
    package static func setName(_ name: String) { unsafe fermata_name_thread(name) }
}

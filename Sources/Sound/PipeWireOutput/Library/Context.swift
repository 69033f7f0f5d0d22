import CPipeWire
import Glibc

/// Owns a client's context: its configuration, its modules and its data thread. It is made and released under the loop's
/// lock. Each ``Core`` keeps its context, because the end of a context frees every core that belongs to it.
@safe final class Context {
    let pointer: OpaquePointer

    private let dataThread: DataThread

    /// Makes a context, whose data thread bears `name`, of at most 15 bytes, if the library leaves the name to us.
    init(loop: UnsafeMutablePointer<pw_loop>, _ dataThread: DataThread, named name: String) throws(OutputError) {
        let needsName = Library.needsRealtimeConfiguration(version: Library.version)
        let properties = try Properties([PW_KEY_CONFIG_NAME: needsName ? "client-rt.conf" : nil])
        guard let made = unsafe pw_context_new(loop, properties.take(), 0) else {
            throw OutputError(.library, "PipeWire's client configuration could not be loaded", errno: errno)
        }
        unsafe fermata_context_name_data_thread(made, name)
        unsafe dataThread.follow(made)
        unsafe pointer = made
        self.dataThread = dataThread
    }

    /// Ends the data thread, when it has left the callback that it is in. From then on no stream of this context works.
    func stopDataThread() { unsafe pw_data_loop_stop(pw_context_get_data_loop(pointer)) }

    deinit {
        unsafe pw_context_destroy(pointer)
        dataThread.forget()
    }
}

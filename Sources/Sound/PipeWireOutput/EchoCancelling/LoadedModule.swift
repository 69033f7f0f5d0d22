import CPipeWire

/// Owns a module of PipeWire and the client's context that it is in, alone. It is made and released under the loop's lock. A module
/// may end by itself: when its connection is lost, or when somebody destroys one of its streams.
@safe final class LoadedModule {
    private let context: Context
    private let module: OpaquePointer
    private var hook: Hook?
    private let ended: () -> Void
    /// Whether the module has ended by itself.
    private(set) var hasEnded = false

    /// Loads the module `name`; returns `nil` if that fails. The loop's thread calls `ended` when the module ends by itself, within
    /// a callback of PipeWire.
    init?(_ context: Context, name: String, arguments: String, ended: @escaping () -> Void) {
        guard let made = unsafe pw_context_load_module(context.pointer, name, arguments, nil) else { return nil }
        self.context = context
        unsafe module = made
        self.ended = ended
        let hook = Hook()
        unsafe pw_impl_module_add_listener(made, hook.pointer, Self.events, Unmanaged.passUnretained(self).toOpaque())
        self.hook = consume hook
    }

    deinit {
        hook = nil
        guard !hasEnded else { return }
        // A module that destroys its streams one after the other, while the data thread calls those that are left, reads streams
        // that are gone: `echo-cancel` of 0.3.65 crashes so.
        context.stopDataThread()
        unsafe pw_impl_module_destroy(module)
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_impl_module_events()
        events.version = UInt32(PW_VERSION_IMPL_MODULE_EVENTS)
        unsafe events.destroy = { data in
            guard let module = unsafe object(at: data, as: LoadedModule.self) else { return }
            module.hasEnded = true
            // The list of listeners ends with the module.
            module.hook = nil
            module.ended()
        }
        return unsafe permanent(events)
    }()
}

import CRealtime
import Glibc

/// A thread that fetches: one for each source, so that one that hangs in a name server's silence holds up no other.
enum FetchThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                unsafe fermata_name_thread("fermata-fetch")
                start.body()
                return nil
            }, start.toOpaque())
        precondition(result == 0, "no thread can be made to fetch: the limit of threads is reached")
        pthread_detach(thread)
    }
}

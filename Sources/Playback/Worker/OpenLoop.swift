import Media
import Network

/// The opener thread's work.
struct OpenLoop: Sendable {
    let thread: WorkerThread<OpenMessage>
    let opener: Opener

    func run() {
        while true {
            thread.wait()
            for message in thread.takeMessages() {
                guard case .open(let uri, let token, let cancellation) = message else { return }
                opener.open(uri, token, .everywhere, cancellation)
            }
        }
    }
}

/// Opens one source, hands it to the decode thread and tells so.
struct Opener: Sendable {
    let opening: any MediaOpening
    let decoder: WorkerThread<DecodeMessage>
    let events: @Sendable (WorkerEvent) -> Void

    func open(_ uri: String, _ token: SourceToken, _ reach: NetworkReach, _ cancellation: CancellationToken) {
        do throws(PlaybackError) {
            let source = try opening.open(uri, reach: reach, cancellation: cancellation)
            let description = source.description
            decoder.post(.adopt(token, SourceBox(source)))
            events(.opened(token, description))
        } catch {
            events(.failedToOpen(token, error))
        }
    }
}

/// The opener thread's work.
struct OpenLoop: Sendable {
    let opening: any MediaOpening
    let thread: WorkerThread<OpenMessage>
    let decoder: WorkerThread<DecodeMessage>
    let events: @Sendable (WorkerEvent) -> Void

    func run() {
        while true {
            thread.wait()
            for message in thread.takeMessages() {
                guard case .open(let uri, let token, let cancellation) = message else { return }
                do throws(PlaybackError) {
                    let source = try opening.open(uri, cancellation: cancellation)
                    let description = source.description
                    decoder.post(.adopt(token, SourceBox(source)))
                    events(.opened(token, description))
                } catch {
                    events(.failedToOpen(token, error))
                }
            }
        }
    }
}

import Application
import Broadcasting
import LineServer
import NIOCore
import NIOHTTP1

// What plays, for listeners: `/listen.mp3`, `/listen.opus`, `/listen.flac`.
extension NetworkDoor {
    /// The format of the stream at a path; `nil` if no stream has that path, as the script `/listen.js` of the page.
    static func streamFormat(at path: String) -> BroadcastFormat? {
        BroadcastFormat.allCases.first { path == "/listen.\($0.rawValue)" }
    }

    /// Answers with an endless stream.
    func listenPlan(
        _ format: BroadcastFormat, _ request: WebRequest, _ connection: HTTPConnection
    ) throws(WebRefusal) -> WebPlan {
        let broadcasts = application.broadcasts
        guard broadcasts.isOn else { throw .notFound }
        try admit(request, connection, ticket: request.ticket)
        // Only the numbers of MPEG audio make blocks between them harmless; Ogg and FLAC would be broken by them.
        let hasTitles = format == .mp3 && request.head.headers.first(name: "icy-metadata") == "1"
        var lines = [("icy-name", "Fermata"), ("icy-pub", "0"), ("Accept-Ranges", "none")]
        if hasTitles { lines.append(("icy-metaint", "\(StreamTitles.interval)")) }
        if request.method == .HEAD {
            var response = WebResponse(status: 200, type: format.mediaType, lines: lines.map { (name: $0.0, value: $0.1) })
            (response.isHeadOnly, response.isEndless) = (true, true)
            return .answer(response)
        }
        guard !broadcasts.isFull else { throw .unavailable }
        let client = connection.line.id.number
        var titles = StreamTitles()
        return .stream(
            WebPlan.Streaming(
                type: format.mediaType, lines: lines.map { (name: $0.0, value: $0.1) }, limit: format.mostUnsent,
                begin: { send in
                    do throws(BroadcastDesk.Refusal) {
                        try broadcasts.listen(to: format, as: client) { bytes in
                            guard hasTitles, let bytes else { return send(bytes) }
                            send(titles.insert(into: bytes) { broadcasts.title })
                        }
                    } catch {
                        send(nil)
                    }
                },
                end: { broadcasts.leave(client) }))
    }
}

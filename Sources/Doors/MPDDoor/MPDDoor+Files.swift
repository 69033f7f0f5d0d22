import Application
import MPDProtocol
import Media
import MediaTypes
import MusicLibrary
import Playlists

// The commands that look into single files.
extension MPDDoor {
    static let fileCommands: [MPDCommand] = [
        MPDCommand("readcomments", .read, 1...1) { door, request throws(MPDFailure) in try door.readComments(request) },
        MPDCommand("getfingerprint", .read, 1...1) { door, request throws(MPDFailure) in try door.fetchFingerprint(request) },
    ]

    /// Answers with the tags of a file as the demuxer finds them.
    private func readComments(_ request: MPDRequest) throws(MPDFailure) {
        let unknown = application.library.roots.paths.isEmpty ? MPDFailure.noDatabase : MPDFailure(.noExist, "No such file")
        let uri = try address(request.text.arguments[0], request.client, unknown: unknown)
        application.probe(uri, for: request.client.origin) { result in
            request.answer(
                result.map { description in
                    var reply = MPDReply()
                    reply.text.add(fileTags: description.tags)
                    return reply
                }.mapError(MPDFailure.init))
        }
    }

    /// Answers with the fingerprint of a song, a file or a stream.
    private func fetchFingerprint(_ request: MPDRequest) throws(MPDFailure) {
        let uri = try address(request.text.arguments[0], request.client, unknown: .noDatabase)
        application.findFingerprint(of: uri, for: request.client.origin) { result in
            request.answer(
                result.map { fingerprint in
                    var reply = MPDReply()
                    reply.text.add("chromaprint", fingerprint)
                    return reply
                }.mapError { MPDFailure(.player($0)) })
        }
    }

    /// Returns the address that an argument names: a place of the library's tree, or what the client may name otherwise.
    func address(_ argument: [UInt8], _ client: MPDClient, unknown: MPDFailure) throws(MPDFailure) -> String {
        if Self.isPlace(argument), let path = application.library.roots.path(of: argument) {
            return LocationResolver.uri(ofAbsolutePath: path)
        }
        return try Self.uri(argument, isLocal: client.isLocal, unknown: unknown)
    }
}

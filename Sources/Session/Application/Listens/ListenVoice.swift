import Glibc
import JSON
import MediaTypes
import MusicLibrary
import Network
import SystemSupport

/// Tells one service what is heard. Made for one turn, on its thread, which waits for disks and the network.
protocol ListenVoice {
    /// The most listens of one request.
    var most: Int { get }
    /// Tells what was heard.
    func tell(_ listens: [(Listen, SongIdentifiers)]) throws(ListenFailure)
    /// Tells what is being heard.
    func tellPlaying(_ listen: Listen, _ song: SongIdentifiers) throws(ListenFailure)
}

extension ServiceClient {
    /// Asks a service; an error of the network passes.
    fileprivate func ask(_ request: ServiceRequest) throws(ListenFailure) -> ServiceReply {
        do throws(MediaError) {
            return try send(request)
        } catch {
            throw .later(error.message)
        }
    }
}

struct ListenBrainzVoice: ListenVoice {
    private let service: ListenBrainz
    private let client: ServiceClient

    init(_ settings: ListenSettings.ListenBrainz, _ client: ServiceClient) throws(ListenFailure) {
        service = ListenBrainz(
            address: try WebAddress(listens: settings.address + "/1/submit-listens"),
            token: try SecretFile.firstLine(settings.tokenFile))
        self.client = client
    }

    var most: Int { ListenBrainz.most }

    func tell(_ listens: [(Listen, SongIdentifiers)]) throws(ListenFailure) { try send(listens, isPlaying: false) }

    func tellPlaying(_ listen: Listen, _ song: SongIdentifiers) throws(ListenFailure) {
        try send([(listen, song)], isPlaying: true)
    }

    private func send(_ listens: [(Listen, SongIdentifiers)], isPlaying: Bool) throws(ListenFailure) {
        let reply = try client.ask(service.request(listens, isPlaying: isPlaying))
        try ListenBrainz.judge(status: reply.status, fields: reply.fields, body: reply.body)
    }
}

struct LastFMVoice: ListenVoice {
    private let service: LastFM
    private let client: ServiceClient
    private let store: ListenStore
    private let session: String

    /// Makes a voice, with a session that a person has allowed.
    init(_ settings: ListenSettings.LastFM, _ client: ServiceClient, _ store: ListenStore) throws(ListenFailure) {
        service = LastFM(
            address: try WebAddress(listens: settings.address), key: settings.key,
            secret: try SecretFile.firstLine(settings.secretFile))
        self.client = client
        self.store = store
        if let known = store.session { session = known } else { session = try Self.signIn(service, client, store) }
    }

    var most: Int { LastFM.most }

    func tell(_ listens: [(Listen, SongIdentifiers)]) throws(ListenFailure) {
        try LastFM.judge(try callWithSession("scrobbles", service.scrobble(listens, session: session)))
    }

    func tellPlaying(_ listen: Listen, _ song: SongIdentifiers) throws(ListenFailure) {
        _ = try callWithSession("nowplaying", service.nowPlaying(listen, song, session: session))
    }

    private func callWithSession(_ name: String, _ request: ServiceRequest) throws(ListenFailure) -> JSONValue {
        let reply = try client.ask(request)
        do throws(LastFM.Failure) {
            return try LastFM.object(name, status: reply.status, fields: reply.fields, body: reply.body)
        } catch {
            if error.endsSession { store.session = nil }
            throw error.meaning
        }
    }

    /// Returns the key of a session that a person has allowed.
    /// - Throws: where to allow it, if nobody has.
    private static func signIn(
        _ service: LastFM, _ client: ServiceClient, _ store: ListenStore
    ) throws(ListenFailure) -> String {
        if let token = store.token {
            let reply = try client.ask(service.request("auth.getSession", ["token": token]))
            do throws(LastFM.Failure) {
                let object = try LastFM.object("session", status: reply.status, fields: reply.fields, body: reply.body)
                guard let key = LastFM.word(object["key"]) else { throw LastFM.Failure(code: 0, status: reply.status, wait: nil) }
                (store.session, store.token) = (key, nil)
                store.save()
                return key
            } catch {
                if error.awaitsPerson { throw .needsPerson(invitation(service, token)) }
                if !error.endsToken { throw error.meaning }
                store.token = nil
            }
        }
        let reply = try client.ask(service.request("auth.getToken"))
        let token: String
        do throws(LastFM.Failure) {
            let object = try LastFM.object("token", status: reply.status, fields: reply.fields, body: reply.body)
            guard let word = LastFM.word(object) else { throw LastFM.Failure(code: 0, status: reply.status, wait: nil) }
            token = word
        } catch {
            throw error.meaning
        }
        store.token = token
        throw .needsPerson(invitation(service, token))
    }

    private static func invitation(_ service: LastFM, _ token: String) -> String {
        "nobody has allowed it yet: open \(service.permissionPage(token: token)) within an hour, and play something afterwards"
    }
}

extension WebAddress {
    /// Makes the address of a service that the configuration names.
    fileprivate init(listens text: String) throws(ListenFailure) {
        do throws(MediaError) { try self.init(text) } catch { throw .needsPerson(error.message) }
    }
}

/// A file with one secret, which nobody else may read. What stands in it is shown nowhere.
enum SecretFile {
    /// The most bytes of such a file.
    private static let largestSize = 4_096

    /// Returns the first line.
    static func firstLine(_ path: String) throws(ListenFailure) -> String {
        let bytes: [UInt8]
        let problem: String?
        do throws(FileFailure) {
            let file = try RegularFile.open(path, followsLinks: true)
            var status = stat()
            guard unsafe fstat(file.descriptor.number, &status) == 0 else { throw FileFailure(system: errno) }
            let isOpen = status.st_mode & 0o007 != 0
            problem = isOpen ? "everybody can read it; chmod 600 mends that" : file.size > largestSize ? "it is too long" : nil
            guard let read = AtomicFile.read(file.descriptor.number, count: min(file.size, largestSize)) else {
                throw FileFailure(system: errno)
            }
            bytes = read
        } catch {
            throw .needsPerson("\(path) cannot be used: \(error)")
        }
        if let problem { throw .needsPerson("\(path) cannot be used: \(problem)") }
        let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        guard !line.isEmpty, line.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            throw .needsPerson("the first line of \(path) is no token")
        }
        return line
    }
}

import AudioTypes
import Media
import MediaTypes
import PlayerModel
import Radio
import TestSupport
import Testing

@testable import Decoding
@testable import Network

@Suite("A station of the directory that is opened", .serialized)
struct StationOpeningTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"

    private let server: MediaServer

    init() async throws {
        server = try await MediaServer.start()
        try await AudioFiles.encode(AudioFixture.sine(frequency: 440, frameCount: 44_100), to: server.directory.file("ok.wav"))
    }

    /// Has the directory say that the station is there.
    private func say(_ address: String) throws {
        try server.directory.write("{\"stationuuid\":\"\(Self.uuid)\",\"url\":\"\(address)\"}", to: Self.uuid)
    }

    private func failure(
        _ address: String, reach: NetworkReach = .everywhere, isOn: Bool = true,
        cancellation: CancellationToken = CancellationToken()
    ) -> PlaybackError? {
        let network = NetworkConfiguration()
        let radio = RadioDirectory(network) { _ in }
        var settings = RadioSettings()
        (settings.isEnabled, settings.server) = (isOn, String(server.address("").dropLast()))
        radio.configure(settings)
        let opening = AnyMediaOpening(network: network, radio: radio)
        do throws(PlaybackError) {
            _ = try opening.open("\(address)#station=\(Self.uuid)", reach: reach, track: TrackWish(), cancellation: cancellation)
            return nil
        } catch {
            return error
        }
    }

    private var questions: Int { server.requests.count { $0.hasPrefix("/json/url/") } }

    @Test("is counted where it is heard at its own address")
    func counted() async throws {
        try say(server.address("ok.wav"))
        #expect(failure(server.address("ok.wav")) == nil)
        try await waitUntil("the click") { questions == 1 }
    }

    @Test("is looked for where its address leads to nothing, and what is wrong there is said where that helps nothing")
    func moved() throws {
        try say(server.address("ok.wav"))
        #expect(failure(server.address("gone.wav")) == nil && questions == 1)
        // The directory has no other address.
        try say(server.address("gone.wav"))
        let before = server.requests.count
        #expect(failure(server.address("gone.wav"))?.code == .media(.notFound))
        #expect(server.requests.dropFirst(before).count { $0.hasPrefix("/gone.wav") } == 1)
        try server.directory.write("{}", to: Self.uuid)
        let error = failure(server.address("gone.wav"))
        #expect(error?.code == .media(.notFound) && error?.message.contains("no station \(Self.uuid)") == true)
    }

    @Test("is not looked for while the directory is off, nor once somebody has cancelled the opening")
    func notAsked() throws {
        try say(server.address("ok.wav"))
        #expect(failure(server.address("gone.wav"), isOn: false)?.code == .media(.notFound))
        let token = CancellationToken()
        token.cancel()
        #expect(failure(server.address("gone.wav"), cancellation: token)?.code == .superseded)
        #expect(questions == 0)
    }

    @Test("leads no further at its new address than whoever has named it may go")
    func reach() throws {
        try say(server.address("ok.wav"))
        let error = failure("http://192.0.2.1:1/live", reach: .publicOnly)
        #expect(error != nil && questions == 1)
        #expect(!server.requests.contains { $0.hasPrefix("/ok.wav") })
    }
}

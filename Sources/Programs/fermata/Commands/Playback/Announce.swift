import ArgumentParser
import ControlProtocol
import FermataKit
import JSON

struct Announce: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a short sound over the music, or cancel such sounds.",
        discussion: """
            The music goes on more softly meanwhile, or pauses with --pause, and comes
            back by itself. Queue and position stay as they are. Announcements wait for
            each other. The command returns once the file is open; with - it sends
            standard input and ends when all of it was heard.

            With --room, it is heard in that room of a Snapcast server instead, and the
            music elsewhere goes on as it is.

            EXAMPLES
              fermata announce doorbell.wav
              fermata announce --room kitchen --room bath doorbell.wav
              fermata announce --pause --volume 80 message.ogg
              espeak-ng --stdout "the tea is ready" | fermata announce -
              fermata announce --cancel        end the one that is heard, and all that wait
            """)

    @Argument(help: ArgumentHelp("A file or a URL; - for standard input.", valueName: "media"), completion: .file())
    var media: String?
    @Flag(help: "Pause the music, instead of playing it more softly.") var pause = false
    @Option(help: ArgumentHelp("The volume, 0 to 100; the volume of the music if left out.", valueName: "percent"))
    var volume: Double?
    @Option(
        help: ArgumentHelp("A room of the Snapcast server that is to hear it; may be given several times.", valueName: "room"),
        completion: .room)
    var room: [String] = []
    @Flag(help: "Cancel all announcements.") var cancel = false
    @OptionGroup(title: "Standard input") var input: PushOptions
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if cancel == (media != nil) { throw ValidationError("give either a file or --cancel") }
        if cancel, pause || volume != nil || !room.isEmpty { throw ValidationError("--cancel stands alone") }
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume should be from 0 to 100") }
        try MediaAddress.check(media.map { [$0] } ?? [])
        try input.check(media.map { [$0] } ?? [])
        if input.latency != nil { throw ValidationError("--latency is for 'fermata play -': an announcement is heard whole") }
    }

    private var order: Wire.AnnouncementOrder {
        Wire.AnnouncementOrder(
            volume: volume.map { $0 / 100 }, interrupt: pause ? .pause : nil, rooms: room.isEmpty ? nil : room)
    }

    func run() throws {
        guard let media else {
            try options.perform(Methods.Announce.cancel, nil)
            return
        }
        if let push = try input.push([media], for: .announcement(order)) { return try push.run(options) }
        let address = MediaAddress.address(media)
        var ofMedia = order
        ofMedia.uri = address
        let reply = try options.connect().ask(Methods.announce, ofMedia)
        if case .failure(let error) = reply.result, [.mediaNotFound, .mediaUnreadable].contains(error.code),
            error.details["uri"] == .string(address), let file = LocalFile(media)
        {
            // The daemon may not read the file, but this program may.
            return try MediaPush(file, for: .announcement(order)).run(options)
        }
        try options.show(reply) { _ in "" }
    }
}

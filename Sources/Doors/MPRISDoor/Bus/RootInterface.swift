import MessageBus

/// `org.mpris.MediaPlayer2`: what kind of program this is. Nothing here changes.
enum RootInterface {
    static let name = "org.mpris.MediaPlayer2"

    /// The schemes of the addresses that can be opened.
    static let schemes = ["file", "http", "https"]

    /// The types of media that file managers offer. FFmpeg opens more.
    static let types = [
        "audio/aac", "audio/ac3", "audio/aiff", "audio/basic", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg",
        "audio/opus", "audio/vorbis", "audio/wav", "audio/webm", "audio/x-ape", "audio/x-flac", "audio/x-m4a",
        "audio/x-matroska", "audio/x-mpegurl", "audio/x-ms-wma", "audio/x-musepack", "audio/x-scpls", "audio/x-speex",
        "audio/x-tta", "audio/x-vorbis+ogg", "audio/x-wav", "audio/x-wavpack", "application/ogg", "application/xspf+xml",
    ]

    /// Makes the interface. A service of the user's session has no window to raise, and panels do not end it.
    /// - Parameter identity: the name for people.
    static func make(identity: String) -> BusInterface {
        func constant(_ name: String, _ value: BusValue) -> BusInterface.Property {
            BusInterface.Property(name, value.type, announced: .constant) { value }
        }
        return BusInterface(
            name,
            methods: [
                .init("Raise") { _, reply in reply.succeed() },
                .init("Quit") { _, reply in reply.succeed() },
            ],
            properties: [
                constant("CanQuit", .boolean(false)),
                .init("Fullscreen", .boolean, announced: .constant) {
                    .boolean(false)
                } set: { _, reply in
                    reply.fail(.failed("Fermata has no window"))
                },
                constant("CanSetFullscreen", .boolean(false)), constant("CanRaise", .boolean(false)),
                constant("HasTrackList", .boolean(true)), constant("Identity", .string(identity)),
                constant("DesktopEntry", .string("fermata")), constant("SupportedUriSchemes", .strings(schemes)),
                constant("SupportedMimeTypes", .strings(types)),
            ])
    }
}

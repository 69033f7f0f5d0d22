import ArgumentParser
import ControlProtocol

struct LyricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lyrics",
        abstract: "Show the lyrics of the current item, or of a file.",
        discussion: """
            They come from a file of the same name with the suffix .lrc beside the
            music, or from its tags. The line that is heard is marked with >, if the
            lyrics have times.

            EXAMPLES
              fermata lyrics
              fermata lyrics --follow   each line when it is sung, until Ctrl-C
            """)
    @Argument(help: "A file or URL.", completion: .file()) var media: String?
    @Flag(help: "Print each line when it is heard.") var follow = false
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        try MediaAddress.check([media].compactMap(\.self))
        if follow, media != nil { throw ValidationError("--follow is for what plays: give no file") }
    }

    func run() throws {
        if follow {
            try Monitor.run([EventType.playerLyricLine.name], options, once: false) { LyricsText.line($0) }
        } else {
            try options.perform(Methods.Media.lyrics, media.map(MediaAddress.address), text: LyricsText.list)
        }
    }
}

import ArgumentParser
import AudioTypes

struct EndlessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endless",
        abstract: "Show or set what is played when the queue has nothing more.",
        usage: """
            fermata endless [off|similar|library]
            fermata endless playlist <name>
            """,
        discussion: """
            Once nothing comes behind what plays, ten songs do. similar takes those of
            the library that have the genre and the time, or the artist, of the last
            ones, and were neither heard nor skipped lately; library takes any. Songs
            that somebody adds come before them. No book is followed, and no station.
            The setting takes the place of queue.endless, also after a restart, until
            that is changed.

            EXAMPLES
              fermata endless                     show it
              fermata endless similar
              fermata endless playlist "Dinner"   songs of a stored playlist
              fermata endless off
            """)

    /// Where songs come from.
    enum Mode: String, CaseIterable, ExpressibleByArgument {
        case off, similar, library, playlist
    }

    @Argument(help: "off, similar, library, or playlist with a name.") var mode: Mode?
    @Argument(help: "With playlist: its name.", completion: .playlist) var name: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard (mode == .playlist) == (name != nil) else {
            throw ValidationError(name == nil ? "playlist needs the name of a stored playlist" : "a name goes with playlist only")
        }
        guard let word, PlayerOption.endless.accepted(.word(word)) == nil else { return }
        throw ValidationError("this is no name of a playlist")
    }

    /// The value of the option; `nil` to show it.
    private var word: String? { mode.map { $0 == .playlist ? EndlessPlay.playlist(name ?? "").word : $0.rawValue } }

    func run() throws { try options.set(.endless, to: word.map { .word($0) }, text: StatusText.endless) }
}

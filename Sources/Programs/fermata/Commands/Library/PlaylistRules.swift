import ArgumentParser
import ControlProtocol
import FermataKit

extension Playlist {
    struct Rules: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or set the rules by which a smart playlist finds its songs.",
            discussion: """
                The rules are JSON, as Navidrome has it in its files .nsp. A playlist that is
                missing is made.

                EXAMPLE
                  echo '{"all": [{"gt": {"rating": 3}}, {"notInTheLast": {"lastPlayed": 30}}],
                         "sort": "random", "limit": 50}' | fermata playlist rules Evening -
                """)
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Argument(
            help: ArgumentHelp("The file with the rules, or - for what comes in; they are shown if left out.", valueName: "file"),
            completion: .file()) var file: String?
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            guard let file else {
                try options.perform(Methods.Playlist.rules, name) { PlaylistText.rules($0.rules) }
                return
            }
            let rules = try EqualizerFile.text(file, limit: Methods.Playlist.longestRules, of: "the rules of a playlist")
            try options.perform(Methods.Playlist.setRules, (name, rules: rules, revision: nil))
        }
    }
}

import ArgumentParser
import AudioTypes
import ControlProtocol
import FermataKit

struct Audio: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the audio tracks of the current item, or play another one.",
        discussion: """
            The track that is played is marked with >. Another one goes on from the same
            place, and the item keeps it. Those that you want to hear where you choose
            none are in playback.languages of the configuration.

            EXAMPLES
              fermata audio       the tracks, with their numbers and languages
              fermata audio en    also eng, or en-GB
              fermata audio 2     the stream with this number
            """)
    @Argument(help: ArgumentHelp("A number of the list, or a language.", valueName: "track")) var track: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { if let track { _ = try AudioText.choice(track) } }

    func run() throws {
        if let track { return try options.control(Methods.Player.selectAudio, try AudioText.choice(track)) }
        let connection = try options.connect()
        let status = try QueueReader(connection).status()
        guard let item = status.item else { throw ClientFailure.refused("the queue is empty") }
        let playing = status.audio?.index
        try options.perform(Methods.Media.probe, item.uri, on: connection) { AudioText.list($0.audio, playing: playing) }
    }
}

/// Audio tracks, for people.
enum AudioText {
    /// Returns the choice that an argument names.
    static func choice(_ text: String) throws -> Wire.TrackChoice {
        if let index = Int(text), TrackChoice.indices.contains(index) { return .index(index) }
        guard LanguageCode(text) != nil else {
            throw ValidationError(
                "\"\(Terminal.harmless(text))\" is no audio track: give its number in 'fermata audio', or a language such as de")
        }
        return .language(text)
    }

    /// Returns a line for each track.
    static func list(_ tracks: [Wire.AudioStream], playing: Int?) -> String {
        tracks.map { track in
            let isPlaying = track.index == playing || tracks.count == 1
            let words: [String?] = [
                track.language, track.title, track.disposition.isEmpty ? nil : track.disposition.joined(separator: ", "),
                "\(track.codec), \(track.sampleRate) Hz, \(track.channelLayout)",
            ]
            return (isPlaying ? "> " : "  ") + "\(track.index)  "
                + words.compactMap(\.self).map(Terminal.harmless).joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

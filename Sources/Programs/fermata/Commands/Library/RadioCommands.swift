import ArgumentParser
import ControlProtocol
import FermataKit

struct RadioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radio",
        abstract: "Find radio stations in a directory, and play them.",
        discussion: """
            The directory is that of radio-browser.info, or a server of yours that speaks
            as it does. It is asked only with radio.enabled in the configuration. A station
            is named by its number, which 'fermata radio search' shows, or by a part of its
            name: then it is the one with the most votes.

            EXAMPLES
              fermata radio search jazz --country de
              fermata radio search --tag news --language french --codec aac
              fermata radio play "radio paradise"
              fermata radio keep 960e57c5-0601-11e8-ae97-52543be04c81
              fermata playlist play Radio      what was kept
              fermata radio countries
            """,
        subcommands: [
            Search.self, PlayStation.self, AddStation.self, Keep.self, Countries.self, Languages.self, Tags.self, Codecs.self,
        ])

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Find stations: number, name, country, codec, tags.")
        @Argument(help: "A part of the name.") var name: String?
        @Option(help: ArgumentHelp("The two letters of a country, or a part of its name.", valueName: "country"))
        var country: String?
        @Option(help: ArgumentHelp("A part of the name of a language, in English.", valueName: "language")) var language: String?
        @Option(help: ArgumentHelp("A part of a tag.", valueName: "tag")) var tag: String?
        @Option(help: ArgumentHelp("A part of the name of a codec, such as mp3.", valueName: "codec")) var codec: String?
        @Option(help: ArgumentHelp("votes, clicks, name, bitrate or random.", valueName: "order")) var order = "votes"
        @Option(help: ArgumentHelp("Pass over so many.", valueName: "count")) var offset = 0
        @Option(help: ArgumentHelp("Show so many at most, up to 100.", valueName: "count")) var limit = 20
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            if Wire.StationOrder(rawValue: order) == nil {
                throw ValidationError("--order should be votes, clicks, name, bitrate or random")
            }
            if offset < 0 { throw ValidationError("--offset should be 0 or more") }
            if !(1...100).contains(limit) { throw ValidationError("--limit should be from 1 to 100") }
        }

        func run() throws {
            try options.perform(
                Methods.Radio.search,
                Wire.StationSearch(
                    name: name, country: country, language: language, tag: tag, codec: codec,
                    order: Wire.StationOrder(rawValue: order) ?? .votes, offset: offset, limit: limit),
                text: RadioText.stations)
        }
    }

    /// Names a station.
    struct Named: ParsableArguments {
        @Argument(help: ArgumentHelp("The number of the station, or a part of its name.", valueName: "station")) var station:
            String

        func validate() throws {
            if station.isEmpty { throw ValidationError("which station?") }
        }

        /// Returns the number of the station. A name is looked for first.
        func number(on connection: DaemonConnection) throws -> String {
            let isNumber = station.utf8.count == 36 && station.utf8.count { $0 == UInt8(ascii: "-") } == 4
            guard !isNumber else { return station }
            let reply = try connection.ask(Methods.Radio.search, Wire.StationSearch(name: station, limit: 1))
            if case .failure(let error) = reply.result { throw ClientFailure.refused(error.message) }
            guard let found = reply.answer?.first else {
                throw ValidationError("no station has \"\(Terminal.harmless(station))\" in its name")
            }
            return found.station
        }
    }

    struct PlayStation: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "play", abstract: "Add a station behind what plays, and play it.")
        @OptionGroup var named: Named
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let connection = try options.connect()
            try options.perform(Methods.Radio.play, try named.number(on: connection), on: connection)
        }
    }

    struct AddStation: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a station to the queue.")
        @OptionGroup var named: Named
        @Flag(help: "Add it right behind what plays.") var next = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let connection = try options.connect()
            try options.perform(Methods.Radio.add, (try named.number(on: connection), next: next), on: connection)
        }
    }

    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep a station in a stored playlist.",
            discussion: "A playlist that is missing is made. A station that it has is not added again.")
        @OptionGroup var named: Named
        @Option(help: "The name of the playlist.", completion: .playlist) var playlist = "Radio"
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let connection = try options.connect()
            try options.perform(
                Methods.Radio.keep, (try named.number(on: connection), playlist: playlist), on: connection,
                text: PlaylistText.outcome)
        }
    }

    struct Countries: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the countries of stations, with how many there are.")
        @Option(help: ArgumentHelp("Show so many at most, up to 1000.", valueName: "count")) var limit = 200
        @OptionGroup var options: ConnectionOptions
        func validate() throws { try RadioCommand.check(limit) }
        func run() throws { try options.perform(Methods.Radio.list, (.countries, limit: limit), text: RadioText.names) }
    }

    struct Languages: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the languages of stations, with how many there are.")
        @Option(help: ArgumentHelp("Show so many at most, up to 1000.", valueName: "count")) var limit = 200
        @OptionGroup var options: ConnectionOptions
        func validate() throws { try RadioCommand.check(limit) }
        func run() throws { try options.perform(Methods.Radio.list, (.languages, limit: limit), text: RadioText.names) }
    }

    struct Tags: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the tags of stations, with how many there are.")
        @Option(help: ArgumentHelp("Show so many at most, up to 1000.", valueName: "count")) var limit = 200
        @OptionGroup var options: ConnectionOptions
        func validate() throws { try RadioCommand.check(limit) }
        func run() throws { try options.perform(Methods.Radio.list, (.tags, limit: limit), text: RadioText.names) }
    }

    struct Codecs: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the codecs of stations, with how many there are.")
        @Option(help: ArgumentHelp("Show so many at most, up to 1000.", valueName: "count")) var limit = 200
        @OptionGroup var options: ConnectionOptions
        func validate() throws { try RadioCommand.check(limit) }
        func run() throws { try options.perform(Methods.Radio.list, (.codecs, limit: limit), text: RadioText.names) }
    }

    private static func check(_ limit: Int) throws {
        if !(1...1_000).contains(limit) { throw ValidationError("--limit should be from 1 to 1000") }
    }
}

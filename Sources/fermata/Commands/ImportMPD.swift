import ArgumentParser
import ControlProtocol
import Glibc
import MPDMigration

struct ImportMPD: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-mpd",
        abstract: "Move in from MPD: its configuration, playlists, stickers, queue, place, volume and modes.",
        discussion: """
            Nothing of MPD's is changed. The command says everything that it does and what
            it cannot take over, and may be given again.

            - The lines for config.toml are printed. If there is no config.toml yet, it is
              written, and fermatad reads it.
            - Playlists are saved under their names. One of that name stays as it is.
            - Stickers are set for songs that the library has. If the library is being
              scanned, the command waits for that.
            - The queue of MPD takes the place of an empty queue; of another one only with
              --replace-queue. Streams keep the tags that clients gave them.

            Without a file, MPD's usual places are looked at: ~/.config/mpd/mpd.conf,
            ~/.mpdconf, ~/.mpd/mpd.conf and /etc/mpd.conf. Stop MPD first: it writes its
            state when it ends.

            EXAMPLES
              fermata import-mpd --dry-run
              fermata import-mpd ~/.config/mpd/mpd.conf
            """)

    @Argument(help: ArgumentHelp("The configuration of MPD.", valueName: "mpd.conf"), completion: .file()) var file: String?
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Take over the queue although fermatad has one.") var replaceQueue = false
    @Option(help: ArgumentHelp("Write this file if it is not there (default: ~/.config/fermata/config.toml).", valueName: "file"))
    var config: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if options.json { throw ValidationError("import-mpd makes many requests: --json is not for it") }
    }

    func run() throws {
        let files = MPDFiles()
        let source = try MPDSource(file, files)
        let report = ImportReport(isDry: dryRun)
        report.say("MPD's configuration: \(source.path)")
        source.configuration.faults.forEach { report.lost($0.description) }
        let proposal = ConfigurationProposal(source.configuration, source.state, paths: files.paths)
        let connection = dryRun ? nil : try options.connect()
        try ConfigurationImport(path: config ?? Self.usualPath(files), proposal, report).run(connection)
        try PlaylistImport(source, report).run(connection)
        try StickerImport(source, report).run(connection)
        try QueueImport(source, replaces: replaceQueue, report).run(connection)
        report.finish()
    }

    private static func usualPath(_ files: MPDFiles) throws(ClientFailure) -> String {
        guard let directory = files.environment["XDG_CONFIG_HOME"] ?? files.environment["HOME"].map({ "\($0)/.config" }) else {
            throw .usage("neither XDG_CONFIG_HOME nor HOME is set: name a file with --config")
        }
        return "\(directory)/fermata/config.toml"
    }
}

/// What is read of MPD.
struct MPDSource {
    let path: String
    let configuration: MPDConfiguration
    /// What MPD has kept of its state; `nil` if there is none.
    let state: MPDState?
    /// Why there is no state, if it was to be there.
    let stateProblem: String?
    /// The directory of music; `nil` if nobody knows it.
    let music: String?
    let playlists: String?
    let stickers: String?

    init(_ file: String?, _ files: MPDFiles) throws(ClientFailure) {
        let places = file.map { [$0] } ?? files.usualPlaces
        guard let found = places.first(where: { file != nil || access($0, F_OK) == 0 }) else {
            throw .refused("there is no configuration of MPD: \(places.joined(separator: ", "))")
        }
        guard let text = MPDFiles.read(found, limit: MPDConfiguration.sizeLimit) else {
            throw .refused("\(found) cannot be read: \(String(cString: strerror(errno)))")
        }
        path = MediaAddress.address(found)
        let paths = files.paths
        configuration = MPDConfiguration(
            text, path: path, read: { MPDFiles.read($0, limit: MPDConfiguration.sizeLimit) }, expand: paths.absolute)
        let known = configuration
        func place(of name: String) -> String? { known[name].flatMap(paths.absolute) }
        music = known["music_directory"] == nil ? paths.music : place(of: "music_directory")
        playlists = place(of: "playlist_directory")
        stickers = place(of: "sticker_file")
        guard let stateFile = place(of: "state_file") else {
            state = nil
            stateProblem = nil
            return
        }
        let bytes = MPDFiles.read(stateFile, limit: MPDState.sizeLimit)
        state = bytes.map(MPDState.init)
        stateProblem = bytes == nil ? "the state \(stateFile) cannot be read: \(String(cString: strerror(errno)))" : nil
    }

    /// Returns the address of a song as MPD names it; `nil` if the daemon plays no such address.
    func address(of song: String) -> String? {
        if song.hasPrefix("/") { return MediaAddress.address(ofPath: Array(song.utf8)) }
        if MediaAddress.isURL(song) {
            let scheme = song.prefix { $0 != ":" }.lowercased()
            return ["http", "https", "file"].contains(scheme) ? song : nil
        }
        return music.map { "\($0)/\(song)" }
    }
}

/// Tells what is done and what is not.
final class ImportReport {
    private let isDry: Bool
    private var losses: [String] = []

    init(isDry: Bool) { self.isDry = isDry }

    func say(_ sentence: String) { Terminal.write(Terminal.harmless(sentence)) }

    /// Tells something that is done, unless this is a trial.
    func did(_ past: String, wouldDo: String) { say(isDry ? "would \(wouldDo)" : past) }

    /// Keeps what could not be taken over for the end.
    func lost(_ sentence: String) { losses.append(sentence) }

    func finish() {
        guard !losses.isEmpty else { return say("everything is taken over") }
        say("not taken over:")
        losses.forEach { say("  \($0)") }
    }
}

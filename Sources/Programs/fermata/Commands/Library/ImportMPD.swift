import ArgumentParser
import FermataKit
import Glibc
import JSON
import MPDMigration
import SystemSupport

struct ImportMPD: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-mpd",
        abstract: "Move in from MPD: its configuration, playlists, stickers, queue, place, volume and modes.",
        discussion: """
            Nothing of MPD's is changed. The command says everything that it does and what
            it cannot take over, and may be given again.

            - Its settings are merged into config.toml, and fermatad reads it. What changes
              is shown; comments and everything else in the file stay.
            - Playlists are saved under their names. One of that name stays as it is.
            - Stickers are set for songs that the library has. If the library is being
              scanned, the command waits for that.
            - The queue of MPD takes the place of an empty queue; of another one only with
              --replace-queue. Streams keep the tags that clients gave them.

            Without a file, MPD's usual places are looked at: ~/.config/mpd/mpd.conf,
            ~/.mpdconf, ~/.mpd/mpd.conf and /etc/mpd.conf. A directory of music that is
            empty is not taken over. Stop MPD first: it writes its state when it ends.

            On a terminal, the command says what it would do, and asks before it does.

            EXAMPLES
              fermata import-mpd --dry-run
              fermata import-mpd ~/.config/mpd/mpd.conf
              fermata import-mpd --undo        take back what imports have changed
            """)

    @Argument(help: ArgumentHelp("The configuration of MPD.", valueName: "mpd.conf"), completion: .file()) var file: String?
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @Flag(help: "Take back what imports have changed: configuration, playlists, queue, modes and volume.") var undo = false
    @Flag(help: "Take over the queue although fermatad has one.") var replaceQueue = false
    @Option(help: ArgumentHelp("The file to merge settings into (default: ~/.config/fermata/config.toml).", valueName: "file"))
    var config: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if options.json { throw ValidationError("import-mpd makes many requests: --json is not for it") }
        if undo, dryRun || replaceQueue || file != nil { throw ValidationError("--undo goes with --config only") }
    }

    func run() throws {
        let files = MPDFiles()
        let configuration = try config ?? Self.usualPath(files)
        var changes = try ImportUndo(configuration: configuration)
        if undo { return try changes.run(try options.connect(), ImportReport()) }
        let source = try MPDSource(file, files)
        if dryRun { return try take(source, files, into: configuration, &changes, nil) }
        let connection = try options.connect()
        if !yes, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
            try take(source, files, into: configuration, &changes, nil)
            guard Self.isWanted("Take this over? [y/N] ") else { throw ClientFailure.refused("nothing was changed") }
        }
        defer { try? changes.save() }
        try take(source, files, into: configuration, &changes, connection)
        try changes.save()
    }

    /// Takes everything over.
    /// - Parameter connection: to the daemon; `nil` for only saying what would be done.
    private func take(
        _ source: MPDSource, _ files: MPDFiles, into configuration: String, _ changes: inout ImportUndo,
        _ connection: DaemonConnection?
    ) throws(ClientFailure) {
        let report = ImportReport()
        report.say("MPD's configuration: \(source.path)")
        source.configuration.faults.forEach { report.lost($0.description) }
        var proposal = ConfigurationProposal(source.configuration, source.state, paths: files.paths)
        if let problem = source.musicProblem { proposal.leaveOut("library", "directories", because: problem) }
        try ConfigurationImport(path: configuration, proposal, report).run(connection, &changes)
        try PlaylistImport(source, report).run(connection, &changes)
        try StickerImport(source, report).run(connection)
        try QueueImport(source, replaces: replaceQueue, report).run(connection, &changes)
        report.finish()
        if connection != nil { report.say("'fermata import-mpd --undo' takes it back") }
    }

    /// Asks the person at the terminal.
    private static func isWanted(_ question: String) -> Bool {
        Terminal.draw(question)
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
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
    /// Why the directory of music is not to be taken over; `nil` if it is.
    let musicProblem: String?
    let playlists: String?
    let stickers: String?

    init(_ file: String?, _ files: MPDFiles) throws(ClientFailure) {
        let places = file.map { [$0] } ?? files.usualPlaces
        guard let found = places.first(where: { file != nil || access($0, F_OK) == 0 }) else {
            throw .refused("there is no configuration of MPD: \(places.joined(separator: ", "))")
        }
        guard let text = MPDFiles.read(found, limit: MPDConfiguration.sizeLimit) else {
            throw .refused("\(found) cannot be read: \(systemReason())")
        }
        guard !text.contains(0) else { throw .refused("\(found) is no configuration of MPD: it is no text") }
        path = MediaAddress.address(found)
        let paths = files.paths
        configuration = MPDConfiguration(
            text, path: path, read: { MPDFiles.read($0, limit: MPDConfiguration.sizeLimit) }, expand: paths.absolute)
        guard !configuration.settings.isEmpty || !configuration.blocks.isEmpty else {
            let faults = configuration.faults.first.map { ": \($0.description)" } ?? ""
            throw .refused("\(found) is no configuration of MPD: it has no setting\(faults)")
        }
        let known = configuration
        func place(of name: String) -> String? { known[name].flatMap(paths.absolute) }
        music = known["music_directory"] == nil ? paths.music : place(of: "music_directory")
        musicProblem = known["music_directory"] == nil ? nil : music.flatMap(MPDFiles.problem(ofMusic:))
        // The file of a package that nobody has touched says nothing of the user.
        if file == nil, found == "/etc/mpd.conf", let musicProblem {
            throw .refused(
                "\(found) is not yours, and \(musicProblem): nothing is taken over. If you want it, name it: "
                    + "fermata import-mpd \(found)")
        }
        playlists = place(of: "playlist_directory")
        stickers = place(of: "sticker_file")
        guard let stateFile = place(of: "state_file") else {
            state = nil
            stateProblem = nil
            return
        }
        let bytes = MPDFiles.read(stateFile, limit: MPDState.sizeLimit)
        state = bytes.map(MPDState.init)
        stateProblem = bytes == nil ? "the state \(stateFile) cannot be read: \(systemReason())" : nil
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
    private var losses: [String] = []

    func say(_ sentence: String) { Terminal.write(Terminal.harmless(sentence)) }

    /// Keeps what could not be taken over for the end.
    func lost(_ sentence: String) { losses.append(sentence) }

    /// Tells what was kept for the end; a sentence if there is nothing.
    func finish(_ sentence: String? = nil) {
        guard !losses.isEmpty else { return say(sentence ?? "everything is taken over") }
        say(sentence == nil ? "not taken over:" : "but:")
        losses.forEach { say("  \($0)") }
    }
}

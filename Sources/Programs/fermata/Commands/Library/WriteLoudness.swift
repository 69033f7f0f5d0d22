import ArgumentParser
import ControlProtocol
import FermataKit
import Glibc
import MediaTypes
import TagWriting

extension Library {
    struct WriteLoudness: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "write-loudness",
            abstract: "Write the measured loudness of songs into their files, as tags.",
            discussion: """
                Other players then play them equally loud as well. 'fermata library update
                --loudness' measures; this command asks the daemon for what was measured, and
                writes with your own rights. Only the tags of loudness change: REPLAYGAIN_*,
                and R128_* in Opus.

                A file is the old one or the new one at each moment: the new one is written
                beside it, read back and compared, and then takes its name. What has tags of
                loudness is left alone unless you ask for --replace, and what only another
                program has tagged was never measured. The exit status is 1 if a file could
                not be written.

                EXAMPLES
                  fermata library write-loudness --dry-run
                  fermata library write-loudness ~/Music/Jazz
                """)
        @Argument(help: "Directories and files within the directories of music; everything if left out.", completion: .file())
        var paths: [String] = []
        @Flag(help: "Write also where a file states another loudness than the measured one.") var replace = false
        @Flag(help: "Write nothing, and say what would be written.") var dryRun = false
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            try MediaAddress.check(paths)
            if options.json {
                throw ValidationError("--json prints what the daemon says, and it is this program that writes: leave --json out")
            }
        }

        func run() throws {
            var writing = LoudnessWriting(
                connection: try options.connect(), writer: GainWriter(replaces: replace, isDry: dryRun), isDry: dryRun)
            try writing.run(paths.map { MediaAddress.address($0) })
        }
    }
}

/// Writes what the daemon has measured into files, and counts what becomes of them.
struct LoudnessWriting {
    /// How many songs are asked for at once.
    private static let songsAtOnce = 1_000

    private let connection: DaemonConnection
    private var writer: GainWriter
    private let isDry: Bool
    private let showsProgress = isatty(STDERR_FILENO) == 1
    private(set) var counts = WrittenLoudness()
    /// The songs that were looked at: paths may be within others.
    private var seen: Set<Int64> = []

    init(connection: DaemonConnection, writer: GainWriter, isDry: Bool) {
        (self.connection, self.writer, self.isDry) = (connection, writer, isDry)
    }

    /// Writes into all files at these addresses, or into all.
    /// - Throws: if a file could not be written, or somebody has ended it, after the counts were told.
    mutating func run(_ addresses: [String]) throws(ClientFailure) {
        let signals = try SignalPipe(SignalPipe.ending)
        var places: [String?] = addresses
        if places.isEmpty { places = [nil] }
        var signal: CInt?
        places: for place in places {
            var page = Wire.LibraryPage(after: nil, limit: Self.songsAtOnce)
            repeat {
                let (songs, next) = try connection.call(Methods.Library.gains, (place, page))
                for song in songs where seen.insert(song.song).inserted {
                    // A file that was begun is written to its end.
                    if Waiter(for: [.input(of: signals.descriptor)], milliseconds: 0).hasNews(0) { signal = signals.take() }
                    if signal != nil { break places }
                    write(song)
                }
                page.after = next
            } while page.after != nil
        }
        clearProgress()
        Terminal.write(counts.text(isDry: isDry))
        if counts.written > 0, !isDry { takeIn() }
        if let signal { signals.end(by: signal) }
        if counts.isEmpty {
            throw .refused("nothing is measured there: 'fermata library update --loudness' measures")
        }
        if counts.failed > 0 {
            throw .refused("\(counts.failed == 1 ? "1 file" : "\(counts.failed) files") could not be written")
        }
    }

    private mutating func write(_ song: Wire.MeasuredSong) {
        do throws(TagWritingError) {
            guard let path = MediaAddress.localPath(of: song.uri), let gain = ReplayGain(measured: song.gain) else {
                throw TagWritingError(.unsupported, "it is no file on this machine")
            }
            counts.count(
                try writer.write(gain, to: path, seen: GainWriter.Seen(size: song.size, modified: song.modifiedAt)))
        } catch {
            counts.failed += 1
            clearProgress()
            Terminal.warn("\(song.uri): \(error.description)")
        }
        guard showsProgress else { return }
        Terminal.drawError("\r\u{1B}[K" + counts.text(isDry: isDry))
    }

    private func clearProgress() { if showsProgress { Terminal.drawError("\r\u{1B}[K") } }

    /// Has the library look at the files, which a daemon that watches them does anyway.
    private func takeIn() {
        do throws(ClientFailure) {
            try connection.call(Methods.Library.update, (nil, files: false, contents: false, loudness: false))
        } catch {
            Terminal.warn("the files are written, but the library does not look at them now: \(error.message)")
        }
    }
}

/// What has become of files. A value.
struct WrittenLoudness: Hashable {
    var written = 0
    var unchanged = 0
    var tagged = 0
    var failed = 0

    var isEmpty: Bool { written + unchanged + tagged + failed == 0 }

    mutating func count(_ outcome: GainWriter.Outcome) {
        switch outcome {
        case .written: written += 1
        case .hasTags: tagged += 1
        case .isSame: unchanged += 1
        }
    }

    /// Returns the counts in one line.
    func text(isDry: Bool) -> String {
        let others = [(tagged, "have tags"), (unchanged, "state the same"), (failed, "cannot be written")]
        return "loudness: \(written) \(isDry ? "would be written" : "written")"
            + others.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    }
}

extension ReplayGain {
    /// Takes the gains that the daemon has measured; `nil` without that of the track.
    init?(measured gain: Wire.ReplayGain) {
        guard let track = gain.trackGain else { return nil }
        self.init(
            track: Level(decibels: track, peak: gain.trackPeak),
            album: gain.albumGain.map { Level(decibels: $0, peak: gain.albumPeak) })
    }
}

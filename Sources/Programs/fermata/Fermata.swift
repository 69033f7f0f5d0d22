import ArgumentParser
import ControlProtocol
import FermataKit
import Glibc

/// The command-line client.
@main
struct Fermata: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fermata",
        abstract: "Plays audio through fermatad, and shows what it does.",
        discussion: """
            EXAMPLES
              fermata play album/*.flac        replace the queue with these files, and play
              fermata play                     go on after a pause, or start the queue
              fermata play 3                   the third item of the queue
              fermata                          what plays; the same as: fermata status
              espeak-ng --stdout hi | fermata play -
              fermata seek +30                 30 s forward; also: -10, 1:02:03.5, 50%
              fermata chapter next             in a book; 'fermata chapters' lists them
              fermata play album:NAME          of your library; also artist:, genre:, year:
              fermata volume 40                percent; also: +5, -5, mute, unmute
              fermata stop-after 30m           in half an hour; also: stop-after current
              fermata status --watch           one line, kept up to date
              fermata tui                      the player in the terminal, with keys
              fermata why                      why it paused, and the latest changes
              fermata doctor                   what is wrong, and what helps
              fermata current --follow         the title of each item, for a status bar
              fermata queue add more.ogg       add a file at the end of the queue
              fermata monitor session.         interruptions and outputs as they change
              fermata interrupt arecord a.wav  pause while a command runs, then go on
              fermata announce doorbell.wav    play a sound over the music
              fermata alarm add 7:30 --days weekdays --fade 2m album:NAME
              fermata record memo.flac         record from the microphone until Ctrl-C
              fermata convert song.flac song.opus
              fermata library search beatles   find songs of your music directory
              fermata playlist save Evening    keep the queue under a name
              fermata radio search jazz        stations of a directory
              fermata equalizer                the curve of the output that plays
              fermata rooms                    the rooms of a Snapcast server
              fermata call server.statistics   call any method of the protocol

            EXIT STATUS
              0 done, 1 fermatad refused, 2 wrong usage, 3 no fermatad answers;
              interrupt: that of its command
            """,
        version: "fermata \(Release.version)",
        subcommands: [
            Play.self, Pause.self, Toggle.self, Stop.self, StopAfter.self, Next.self, Previous.self, Seek.self, Chapters.self,
            GoToChapter.self, LyricsCommand.self, Audio.self, Volume.self, CrossfadeCommand.self, ReplayGainCommand.self,
            SpeedCommand.self,
            RewindCommand.self, ShuffleWeightsCommand.self, EndlessCommand.self, LoopCommand.self, SkipSilenceCommand.self,
            PassthroughCommand.self, Status.self, Why.self, Doctor.self,
            Current.self, TerminalPlayer.self, Queue.self, Session.self, Route.self, EqualizerCommand.self, ListeningCommand.self,
            VolumeLimit.self,
            Interrupt.self,
            Announce.self, AlarmCommand.self, Record.self,
            Permission.self, Extract.self, Convert.self, Jobs.self,
            Library.self, Playlist.self, RadioCommand.self, RoomsCommand.self, RoomCommand.self, RemoteCommand.self,
            SnapcastControl.self,
            ImportMPD.self, Setup.self,
            Probe.self,
            PictureCommand.self, Monitor.self, CallMethod.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Short",
                subcommands: [
                    Queue.Add.self, Insert.self, Remove.self, Crop.self, Queue.Clear.self, UndoQueue.self, RedoQueue.self,
                    MovePlaces.self, Shuffle.self, Random.self, Repeat.self, Single.self, Consume.self, Mute.self, Unmute.self,
                    ListDirectory.self, ListAll.self, SearchLibrary.self, SearchAdd.self, SearchPlay.self, Library.Update.self,
                    Load.self, Playlist.Save.self, RemovePlaylist.self, ListPlaylists.self, Idle.self,
                ])
        ])

    static func main() {
        // A file that would exceed RLIMIT_FSIZE fails to be written then, with a sentence.
        signal(SIGXFSZ, SIG_IGN)
        let status = main(arguments: RawArguments.parts.parsed)
        Glibc.exit(status)
    }

    /// Runs a command line and returns its exit status.
    static func main(arguments: [String]) -> Int32 {
        if let status = MediaCompletion.run(arguments) ?? CommandCompletion.run(arguments) ?? CoverCommand.run(arguments) {
            return status
        }
        let arguments = RawArguments.withSharedOptionsLast(arguments)
        if let mistake = CommandNames.mistake(in: arguments) {
            Terminal.writeError(mistake)
            return ClientFailure.Status.usage.rawValue
        }
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch let failure as ClientFailure {
            if failure.status == .noDaemon, SocketPath.isUsual(arguments), let mistake = ConfigurationCheck.mistake() {
                // That it has to be started is no help then.
                let what = failure.message.split(separator: ";").first.map(String.init) ?? failure.message
                Terminal.warn("\(what); it does not start with its configuration: \(mistake)")
            } else {
                Terminal.warn(failure.message)
            }
            return failure.status.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            let text = fullMessage(for: error)
            // The user asked for help, the version or a completion script; that is not an error.
            if exitCode(for: error).isSuccess {
                Terminal.write(CompletionScript.finished(text))
                return 0
            }
            Terminal.writeError(text)
            return ClientFailure.Status.usage.rawValue
        }
    }
}

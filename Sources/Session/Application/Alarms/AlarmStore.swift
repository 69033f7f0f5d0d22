import Glibc
import Logging
import Playback
import PlayerModel
import SystemSupport

/// The file with the alarms, and the one with the tone that they play if nothing else is heard. A thread of its own writes them, which runs only
/// then.
final class AlarmStore: Sendable {
    /// The path of the tone. The file is there once an alarm was written.
    let tonePath: String
    private let file: SealedFile
    private let directory: String
    private let logger: Logger

    init(directory: String, logger: Logger) {
        file = SealedFile(directory: directory, name: "alarms", largestSize: 4 << 20)
        tonePath = "\(directory)/alarm-tone.wav"
        self.directory = directory
        self.logger = logger
    }

    /// Returns the alarms of the last run.
    func load() -> AlarmBook {
        file.read(AlarmBook.self, isKnown: \.isBelievable) { [logger] sentence in logger.error("\(sentence)") } ?? AlarmBook()
    }

    /// Writes the alarms down, and the tone if it is not there. Then calls `whenDone` on another thread with whether the alarms could be
    /// written.
    func write(_ book: AlarmBook, whenDone: @escaping @Sendable (Bool) -> Void) {
        onThread(orElse: { whenDone(false) }) { [file, logger] store in
            store.writeTone()
            do throws(SealedFile.Failure) {
                try file.write(book)
                whenDone(true)
            } catch {
                logger.error("The alarms cannot be saved.", metadata: ["reason": "\(error)"])
                whenDone(false)
            }
        }
    }

    /// Sees to it that the tone is there, then calls `whenDone` on another thread.
    func provideTone(whenDone: @escaping @Sendable () -> Void) {
        onThread(orElse: whenDone) { store in
            store.writeTone()
            whenDone()
        }
    }

    private func onThread(orElse failed: () -> Void, _ body: @escaping @Sendable (AlarmStore) -> Void) {
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-alarms") { body(self) }
        } catch {
            logger.error("The alarms cannot be saved.", metadata: ["reason": "\(error)"])
            failed()
        }
    }

    private func writeTone() {
        if access(tonePath, F_OK) == 0 { return }
        do {
            try Directories.make(directory)
            var new = try NewFile(for: tonePath)
            try new.write(AlarmTone.file())
            try new.replace()
        } catch {
            logger.error("The tone for alarms cannot be written.", metadata: ["reason": "\(error)"])
        }
    }
}

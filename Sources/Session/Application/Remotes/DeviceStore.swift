import Logging
import Playback
import Remotes
import SystemSupport

/// The file with the paired devices, which nobody but the user may read. It is written by a thread of its own, which runs only then.
final class DeviceStore: Sendable {
    private let file: SealedFile
    private let logger: Logger

    init(directory: String, logger: Logger) {
        file = SealedFile(directory: directory, name: "devices", largestSize: 1 << 20)
        self.logger = logger
    }

    /// Returns the devices of the last run.
    func load() -> PairedDevices {
        file.read(PairedDevices.self, isKnown: \.isBelievable) { [logger] sentence in logger.error("\(sentence)") }
            ?? PairedDevices()
    }

    /// Writes the devices down, and then calls `whenDone` on another thread with whether that was possible.
    func write(_ devices: PairedDevices, whenDone: @escaping @Sendable (Bool) -> Void) {
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-devices") { [file, logger] in
                do throws(SealedFile.Failure) {
                    try file.write(devices)
                    whenDone(true)
                } catch {
                    logger.error("The paired devices cannot be saved.", metadata: ["reason": "\(error)"])
                    whenDone(false)
                }
            }
        } catch {
            logger.error("The paired devices cannot be saved.", metadata: ["reason": "\(error)"])
            whenDone(false)
        }
    }
}

import Logging
import MediaTypes
import Recording
import SystemSupport

/// What a crash has left of the recordings of an earlier run.
enum UnfinishedRecordings {
    /// Repairs the recordings that `journal` names, on a thread of its own, and logs what becomes of each. To be called before the first
    /// recording.
    static func repair(_ journal: RecordingJournal, _ logger: Logger) {
        guard let repair = RecordingRepair(journal) else { return }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-repair") {
                CurrentThread.becomeModest()
                repair.run { outcome in
                    switch outcome {
                    case .repaired(let path):
                        logger.notice("A recording that was cut off is whole again.", metadata: ["path": "\(path)"])
                    case .removed(let path):
                        logger.notice(
                            "A recording that was cut off had no sound yet, and is removed.", metadata: ["path": "\(path)"])
                    case .left(let path, let error):
                        logger.error(
                            "A recording that was cut off could not be repaired, and stays as it is.",
                            metadata: ["path": "\(path)", "reason": "\(error.description)"])
                    }
                }
            }
        } catch {
            logger.error("Recordings that were cut off are not repaired.", metadata: ["reason": "\(error.description)"])
        }
    }
}

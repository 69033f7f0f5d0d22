import Logging
import Media
import MediaTypes
import NIOCore
import Network
import Radio
import SystemSupport

/// Asks the directory of radio stations for clients, on a thread for each question. Confined to the control thread.
final class RadioDesk {
    let directory: RadioDirectory
    private let work: ClientWork

    /// Makes it for use on `eventLoop`, where it also answers.
    init(_ network: NetworkConfiguration, eventLoop: any EventLoop, logger: Logger) {
        directory = RadioDirectory(network) { sentence in
            logger.notice("A station is not counted.", metadata: ["reason": "\(sentence)"])
        }
        work = ClientWork(
            threadName: "fermata-radio", running: 4, runningPerClient: 2, waitingPerClient: 64, eventLoop: eventLoop)
    }

    /// Has `question` asked on a thread that may wait. Does not answer if the client leaves while its question waits.
    func ask<Value: Sendable>(
        for client: Origin, _ question: @escaping @Sendable (RadioDirectory) throws(RadioError) -> Value,
        answer: @escaping (Result<Value, RadioError>) -> Void
    ) {
        guard directory.isOn else {
            let off = "the directory of radio stations is off (radio.enabled and network.enabled in config.toml)"
            return answer(.failure(RadioError(.off, off)))
        }
        work.perform(
            for: client,
            { [directory] in Result { () throws(RadioError) in try question(directory) } },
            refusal: { refusal in
                switch refusal {
                case .tooManyWaiting(let limit):
                    RadioError(.limitExceeded, "\(limit) questions of this client about stations wait, which is the limit")
                case .noThread(let failure): RadioError(.limitExceeded, failure.description)
                }
            }, answer: answer)
    }

    /// Forgets the questions of `client` that still wait.
    func clientLeft(_ client: Origin) { work.clientLeft(client) }
}

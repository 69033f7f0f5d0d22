import Glibc
import Logging
import Testing

@testable import Desktop

@Suite("the log as text")
struct TextLogTests {
    /// What a logger with `level` writes while `body` uses it.
    private func output(level: LogLevelBox = LogLevelBox(.info), _ body: (inout Logger) -> Void) -> String {
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        var logger = Logger(label: "test") { _ in DaemonLogHandler(to: TextLog(descriptor: ends[1]), level: level) }
        body(&logger)
        close(ends[1])
        defer { close(ends[0]) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var text: [UInt8] = []
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("a line holds level, message and metadata in order")
    func line() {
        let text = output { logger in
            logger[metadataKey: "b"] = "of the logger"
            logger[metadataKey: "c"] = "3"
            logger.warning("cannot open", metadata: ["b": "of the event", "a": "/tmp/x y.flac", "empty": ""])
        }
        #expect(text == "warning: cannot open a=\"/tmp/x y.flac\" b=\"of the event\" c=3 empty=\"\"\n")
    }

    @Test("control characters are written out: a title can neither forge a line nor steer the terminal")
    func escapes() {
        let text = output { $0.info("a\nb\u{1B}[2J\u{202E}ä\\", metadata: ["title": "x\n\"y\""]) }
        #expect(text == "info: a\\nb\\u{1b}[2J\\u{202e}ä\\\\ title=\"x\\n\\\"y\\\"\"\n")
    }

    @Test("the shared level changes every logger that has it")
    func sharedLevel() {
        let level = LogLevelBox(.info)
        let text = output(level: level) { logger in
            logger.debug("not yet")
            level.value = .debug
            logger.debug("now")
            level.value = .error
            logger.warning("no more")
        }
        #expect(text == "debug: now\n")
    }

    @Test("setting one logger's level leaves the shared one alone")
    func ownLevel() {
        let level = LogLevelBox(.info)
        let text = output(level: level) { logger in
            logger.logLevel = .trace
            logger.trace("mine")
        }
        #expect(text == "trace: mine\n")
        #expect(level.value == .info)
    }

    @Test("metadata of the moment comes between the logger's and the event's")
    func provider() {
        let text = output { logger in
            logger.handler.metadataProvider = Logger.MetadataProvider { ["client": "7", "both": "7"] }
            logger[metadataKey: "client"] = "1"
            logger[metadataKey: "own"] = "1"
            logger.info("now", metadata: ["both": "event"])
        }
        #expect(text == "info: now both=event client=7 own=1\n")
    }
}

import ControlProtocol
import FermataKit

/// Notes of songs what MPD has kept of them.
struct StickerImport {
    private let source: MPDSource
    private let report: ImportReport

    init(_ source: MPDSource, _ report: ImportReport) { (self.source, self.report) = (source, report) }

    func run(_ connection: DaemonConnection?) throws(ClientFailure) {
        guard let path = source.stickers else { return report.say("stickers: MPD has no file for them") }
        let stickers: (songs: [StickerFile.Sticker], others: Int)
        do throws(StickerFile.Failure) {
            stickers = try StickerFile().read(path)
        } catch {
            return report.lost("the stickers of \(path): \(error.reason)")
        }
        if stickers.others > 0 { report.lost("\(stickers.others) stickers of other things than songs") }
        guard let connection else { return report.say("would note \(stickers.songs.count) stickers of songs") }
        guard !stickers.songs.isEmpty else { return report.say("stickers: there are none") }
        try waitForScan(connection)
        var (noted, unknown): (Int, [String]) = (0, [])
        var (song, identifier): (String?, Int64?) = (nil, nil)
        for sticker in stickers.songs {
            if sticker.song != song {
                song = sticker.song
                identifier = try self.identifier(of: sticker.song, connection)
                if identifier == nil { unknown.append(sticker.song) }
            }
            guard let identifier else { continue }
            let reply = try connection.ask(Methods.Sticker.set, (identifier, sticker.name, sticker.value))
            if case .failure(let error) = reply.result {
                report.lost("the sticker \(sticker.name) of \(sticker.song): \(error.message)")
            } else {
                noted += 1
            }
        }
        report.say("stickers: \(noted) noted")
        guard !unknown.isEmpty else { return }
        let names = unknown.prefix(5).joined(separator: ", ") + (unknown.count > 5 ? ", …" : "")
        report.lost("the stickers of \(unknown.count) songs that the library does not have: \(names)")
    }

    private func identifier(of song: String, _ connection: DaemonConnection) throws(ClientFailure) -> Int64? {
        guard let address = source.address(of: song) else { return nil }
        return try connection.ask(Methods.Library.item, (.uri(address), false)).answer?.song
    }

    /// Waits until no scan of the library runs, whose songs would be missing.
    private func waitForScan(_ connection: DaemonConnection) throws(ClientFailure) {
        // Before the first question, so that no end of a scan is missed.
        guard case .success = try connection.ask(Methods.Events.subscribe, ["library.progress"]).result else { return }
        var isTold = false
        while try connection.ask(Methods.Library.statistics).answer?.scan != nil {
            if !isTold { report.say("waiting for the scan of the library") }
            isTold = true
            // The next event: the scan gets on, or is over.
            _ = try connection.readLine()
        }
        _ = try connection.ask(Methods.Events.unsubscribe)
    }
}

import ControlProtocol
import Decoding
import MediaTypes

extension Wire.LyricLine {
    init(_ line: Lyrics.Line, index: Int) {
        self.init(
            index: index, start: line.start, text: line.text,
            words: line.words.map { Wire.LyricWord(start: $0.start, text: $0.text) })
    }
}

extension Wire.Lyrics {
    init(_ found: FoundLyrics, current: Int?) {
        self.init(
            lines: found.lyrics.lines.enumerated().map { Wire.LyricLine($1, index: $0) },
            source: found.place == .beside ? .file : .tags, current: current)
    }
}

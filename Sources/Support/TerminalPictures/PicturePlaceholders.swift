/// Pictures of Kitty's protocol that lie under characters: whoever moves or draws the characters anew, such as tmux, moves the picture with
/// them and knows nothing of it.
package enum PicturePlaceholders {
    /// Under which number such a picture is sent: the colour of this number, in which the characters are written, names it.
    package static let number: UInt8 = 211

    /// The character that has a piece of the picture under it. Two marks over it say which piece.
    private static let character = Unicode.Scalar(0x10_EEEE as UInt32)

    /// The marks for the numbers from 0 on. The protocol takes the marks that stand above, in the order of Unicode, but for those that become one
    /// with a letter.
    private static let marks: [Unicode.Scalar] = [
        0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346, 0x34A...0x34C, 0x350...0x352,
        0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487, 0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x5A8...0x5A9,
        0x5AB...0x5AC, 0x5AF...0x5AF, 0x5C4...0x5C4, 0x610...0x617, 0x657...0x65B, 0x65D...0x65E, 0x6D6...0x6DC, 0x6DF...0x6E2,
        0x6E4...0x6E4, 0x6E7...0x6E8, 0x6EB...0x6EC,
    ]
    .flatMap { (range: ClosedRange<UInt32>) in range.compactMap(Unicode.Scalar.init) }

    /// The most rows, and the most columns, of such a picture.
    package static let sideLimit = marks.count

    /// Returns the character for a piece of the picture; `nil` beyond what can be told.
    package static func text(row: Int, column: Int) -> String? {
        guard let character, marks.indices.contains(row), marks.indices.contains(column) else { return nil }
        return String(String.UnicodeScalarView([character, marks[row], marks[column]]))
    }

    /// Returns what sends a picture through tmux to the terminal outside, for so many columns and rows. It shows nothing by itself.
    package static func transmission(_ bitmap: Bitmap, columns: Int, rows: Int) -> [UInt8] {
        CoverPicture.kittyPieces(
            bitmap, head: "a=T,U=1,f=24,t=d,q=2,i=\(number),s=\(bitmap.width),v=\(bitmap.height),c=\(columns),r=\(rows),"
        )
        .flatMap(passed)
    }

    /// What has the terminal outside forget the picture.
    package static var removal: [UInt8] { passed(CoverPicture.kittyRemoval(number: UInt32(number))) }

    /// Puts a sequence into what tmux passes on (its option `allow-passthrough`).
    private static func passed(_ sequence: [UInt8]) -> [UInt8] {
        Array("\u{1B}Ptmux;".utf8) + sequence.flatMap { $0 == 0x1B ? [$0, $0] : [$0] } + Array("\u{1B}\\".utf8)
    }

    // MARK: tmux

    /// What tmux is asked: whether it passes sequences on, and what its client can do and has said to be.
    package static let question = ["display-message", "-p", "#{allow-passthrough} #{client_termfeatures} #{client_termtype}"]

    private static func parts(of answer: String) -> [Substring] {
        answer.prefix { !$0.isNewline }.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    }

    /// Returns whether the answer to ``question`` says that the terminal outside draws sixels. tmux takes them from 3.4 on, and where the terminal
    /// draws none it shows a box of signs that says so.
    package static func areSixelsShown(by answer: String) -> Bool {
        let parts = parts(of: answer)
        return parts.count == 3 && parts[1].split(separator: ",").contains("sixel")
    }

    /// Returns whether the answer to ``question`` says that such pictures can be shown: Kitty knows them from 0.28 on, Ghostty in all releases.
    package static func areShown(by answer: String) -> Bool {
        let parts = parts(of: answer)
        guard parts.count == 3, ["on", "all", "1", "2"].contains(parts[0]) else { return false }
        if parts[2].hasPrefix("ghostty") { return true }
        guard parts[2].hasPrefix("kitty(") else { return false }
        let version = parts[2].dropFirst(6).prefix { $0 != ")" }.split(separator: ".").prefix(2).compactMap { Int($0) }
        guard version.count == 2 else { return false }
        return version[0] > 0 || version[1] >= 28
    }
}

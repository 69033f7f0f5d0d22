import ArgumentParser
import ControlProtocol

struct Chapters: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the chapters of the current item, or of a file.",
        discussion: "The current one is marked with >. The tracks of a CUE sheet in the file or beside it are chapters, too.")
    @Argument(help: "A file or URL.", completion: .file()) var media: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try MediaAddress.check([media].compactMap(\.self)) }

    func run() throws {
        try options.perform(
            Methods.Media.chapters, media.map(MediaAddress.address), rawText: ChapterText.list)
    }
}

struct GoToChapter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapter",
        abstract: "Go to a chapter of the current item.",
        discussion: """
            EXAMPLES
              fermata chapter 3          the third chapter, as 'fermata chapters' counts
              fermata chapter next       behind the last one: the next item
              fermata chapter previous   the beginning of this one, or the one before
            """)
    @Argument(
        help: ArgumentHelp("The number of a chapter, counted from 1; next or previous.", valueName: "chapter"),
        completion: .chapter)
    var chapter: String
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try target() }

    func run() throws { try options.control(Methods.Player.seekToChapter, try target()) }

    private func target() throws -> Wire.ChapterTarget {
        switch chapter {
        case "next": return .next
        case "previous": return .previous
        default:
            guard let number = Int32(chapter), number >= 1 else {
                throw ValidationError(
                    "\"\(Terminal.harmless(chapter))\" is no chapter: give its number, counted from 1, or next or previous")
            }
            return .index(Int(number) - 1)
        }
    }
}

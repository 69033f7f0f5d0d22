import TerminalCells
import TerminalPictures

/// Which rows of the terminal are for what. A small terminal keeps the list, and loses the rest bit by bit.
struct InterfaceLayout: Hashable, Sendable {
    /// Whether the names of the views stand in the first row.
    let hasHeader: Bool
    /// The rows of the view or the pane.
    let content: Range<Int>
    /// The rows of a list: those of the view without its title.
    let listRows: Range<Int>
    /// The row of what is heard; `nil` where there is no room.
    let playerRow: Int?
    /// The row of how far it is.
    let barRow: Int?
    /// The last row, for sentences and what is typed.
    let messageRow: Int

    init(rows: Int) {
        hasHeader = rows >= 5
        playerRow = rows >= 7 ? rows - 3 : nil
        barRow = rows >= 7 ? rows - 2 : rows >= 4 ? rows - 2 : nil
        messageRow = rows - 1
        let bottom = rows >= 7 ? rows - 3 : rows >= 4 ? rows - 2 : max(1, rows - 1)
        content = (hasHeader ? 1 : 0)..<max(bottom, hasHeader ? 2 : 1)
        listRows = (content.count > 2 ? content.lowerBound + 1 : content.lowerBound)..<content.upperBound
    }
}

extension Interface {
    var layout: InterfaceLayout { InterfaceLayout(rows: rows) }

    /// The views in the first row, with the columns that they take.
    func tabs() -> [(view: InterfaceView, label: String, columns: Range<Int>)] {
        let all = InterfaceView.allCases
        let letters = all.reduce(0) { $0 + $1.title.count }
        let isWide = letters + 4 * all.count <= columns
        let isMiddle = letters + 2 * all.count <= columns + 1
        let isNarrow = all.reduce(0) { $0 + $1.shortTitle.count } + 2 * all.count <= columns + 1
        var column = 0
        return all.map { view in
            let key = settings.keys.key(of: view.action)
            let label =
                isWide
                ? " \(key) \(view.title) "
                : isMiddle
                    ? "\(key)\(view.title) "
                    : isNarrow ? "\(key)\(view.shortTitle) " : view == self.view ? " \(key) \(view.title) " : " \(key) "
            defer { column += CellText.columns(of: label) }
            return (view, label, column..<column + CellText.columns(of: label))
        }
    }

    /// Where the cover is drawn; `nil` where there is no room for it.
    func coverPlace() -> Screen.PicturePlace? {
        let layout = layout
        // A character is about twice as high as it is wide.
        let shape = cell.map { Double($0.height) / Double($0.width) } ?? 2
        let most = graphics == .placeholders ? PicturePlaceholders.sideLimit : Screen.mostColumns
        let height = min(layout.content.count - 2, Int(Double(min(columns / 2 - 3, most)) / shape))
        guard height >= 4, columns >= 40 else { return nil }
        let width = min(Int(Double(height) * shape), columns / 2, most)
        return Screen.PicturePlace(
            picture: cover?.number ?? 0, place: Screen.Place(row: layout.content.lowerBound + 1, column: 2), rows: height,
            columns: width)
    }
}

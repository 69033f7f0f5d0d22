import Glibc

/// A text as a picture that cameras read, by libqrencode, which is loaded for that alone.
struct QRCode {
    /// Two rows of the picture to a line. Terminals are dark or light: the picture says both colours itself.
    let text: String

    private typealias Encode = @convention(c) (UnsafePointer<CChar>, CInt, CInt) -> UnsafeMutableRawPointer?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// How many cells of the colour of paper cameras want around the picture.
    private static let margin = 2
    /// A fifteenth of the picture may be missing.
    private static let correction: CInt = 1

    /// Whether pictures can be made.
    static var isAvailable: Bool { dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL) != nil }

    /// Makes the picture of a text; `nil` if the library is not there, or cannot.
    init?(_ content: String) {
        guard let library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL),
            let encodeSymbol = dlsym(library, "QRcode_encodeString8bit"), let freeSymbol = dlsym(library, "QRcode_free")
        else { return nil }
        let (encode, free) = (unsafeBitCast(encodeSymbol, to: Encode.self), unsafeBitCast(freeSymbol, to: Free.self))
        guard let code = encode(content, 0, Self.correction) else { return nil }
        defer { free(code) }
        // The structure of the library: the version, the width, and the address of one byte for each cell, whose lowest bit is its colour.
        let width = Int(code.load(fromByteOffset: 4, as: CInt.self))
        guard (21...177).contains(width), let cells = code.load(fromByteOffset: 8, as: UnsafePointer<UInt8>?.self) else {
            return nil
        }
        text = Self.text(width: width) { cells[$1 * width + $0] & 1 != 0 }
    }

    /// Draws a square of cells; `isDark` tells the colour of one by its column and row.
    static func text(width: Int, isDark: (Int, Int) -> Bool) -> String {
        func dark(_ column: Int, _ row: Int) -> Bool {
            (0..<width).contains(column) && (0..<width).contains(row) && isDark(column, row)
        }
        let lines = stride(from: -margin, to: width + margin, by: 2).map { row in
            let cells = (-margin..<width + margin).map { column in
                switch (dark(column, row), dark(column, row + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m" + cells.joined() + "\u{1B}[0m"
        }
        return lines.joined(separator: "\n")
    }
}

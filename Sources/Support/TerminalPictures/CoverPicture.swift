/// A picture of many colours as terminals take it: by the protocol of Kitty, or as sixels.
package enum CoverPicture {
    /// The largest side in dots that is sent to a terminal.
    package static let sideLimit = 1_024

    // MARK: Kitty

    /// The bytes of base64 in one piece, as the protocol wants it.
    private static let piece = 4_096

    /// Returns what shows a picture at the cursor, in so many columns and rows, under a number.
    package static func kitty(_ bitmap: Bitmap, number: UInt32, columns: Int, rows: Int) -> [UInt8] {
        let head = "a=T,f=24,t=d,q=2,C=1,i=\(number),s=\(bitmap.width),v=\(bitmap.height),c=\(columns),r=\(rows),"
        return kittyPieces(bitmap, head: head).flatMap(\.self)
    }

    /// Returns the sequences that send a picture; the first begins with `head`.
    static func kittyPieces(_ bitmap: Bitmap, head: String) -> [[UInt8]] {
        let text = base64(bitmap.bytes)
        return stride(from: 0, to: text.count, by: piece).map { start in
            let end = min(text.count, start + piece)
            let keys = "\(start == 0 ? head : "")m=\(end < text.count ? 1 : 0);"
            return Array("\u{1B}_G\(keys)".utf8) + text[start..<end] + Array("\u{1B}\\".utf8)
        }
    }

    /// Returns what takes the picture of a number away again.
    package static func kittyRemoval(number: UInt32) -> [UInt8] { Array("\u{1B}_Ga=d,d=I,q=2,i=\(number)\u{1B}\\".utf8) }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        // The dots are a whole number of threes.
        for index in stride(from: 0, to: bytes.count - bytes.count % 3, by: 3) {
            let value = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            text += [letters[value >> 18], letters[value >> 12 & 63], letters[value >> 6 & 63], letters[value & 63]]
        }
        return text
    }

    // MARK: Sixels

    /// Six steps of red and blue, and seven of green, which eyes see best: 252 colours.
    private static let steps = (red: 6, green: 7, blue: 6)
    /// Thresholds of four by four dots, by which a colour between two steps is mixed of both.
    private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Returns what draws a picture at the cursor.
    package static func sixels(_ bitmap: Bitmap) -> [UInt8] {
        var bytes = Array("\u{1B}P0;1;0q\"1;1;\(bitmap.width);\(bitmap.height)".utf8)
        let numbers = colours(of: bitmap)
        var known = Set<UInt8>()
        for top in stride(from: 0, to: bitmap.height, by: 6) {
            let rows = min(6, bitmap.height - top)
            let band = numbers[top * bitmap.width..<(top + rows) * bitmap.width]
            var isFirst = true
            for colour in Set(band).sorted() {
                if !isFirst { bytes.append(UInt8(ascii: "$")) }
                isFirst = false
                bytes += Array("#\(colour)\(known.insert(colour).inserted ? definition(colour) : "")".utf8)
                var (run, latest) = (0, UInt8(0))
                for x in 0..<bitmap.width {
                    var dots = UInt8(0)
                    for y in 0..<rows where band[band.startIndex + y * bitmap.width + x] == colour { dots |= 1 << UInt8(y) }
                    if dots == latest {
                        run += 1
                    } else {
                        append(latest, run, to: &bytes)
                        (run, latest) = (1, dots)
                    }
                }
                // Nothing has to be drawn up to the edge.
                if latest != 0 { append(latest, run, to: &bytes) }
            }
            bytes.append(UInt8(ascii: "-"))
        }
        return bytes + Array("\u{1B}\\".utf8)
    }

    private static func append(_ dots: UInt8, _ run: Int, to bytes: inout [UInt8]) {
        guard run > 0 else { return }
        if run > 3 {
            bytes += Array("!\(run)".utf8) + [63 + dots]
        } else {
            bytes += [UInt8](repeating: 63 + dots, count: run)
        }
    }

    private static func definition(_ colour: UInt8) -> String {
        let number = Int(colour)
        let (red, green, blue) = (number / (steps.green * steps.blue), number / steps.blue % steps.green, number % steps.blue)
        return ";2;\(red * 100 / (steps.red - 1));\(green * 100 / (steps.green - 1));\(blue * 100 / (steps.blue - 1))"
    }

    private static func colours(of bitmap: Bitmap) -> [UInt8] {
        var numbers: [UInt8] = []
        numbers.reserveCapacity(bitmap.width * bitmap.height)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let dot = bitmap.dot(x, y)
                let threshold = thresholds[(y & 3) * 4 + (x & 3)]
                let step = { (value: UInt8, count: Int) in
                    min(count - 1, (Int(value) * (count - 1) * 16 + threshold * 255) / (255 * 16))
                }
                let red = step(dot.red, steps.red), green = step(dot.green, steps.green), blue = step(dot.blue, steps.blue)
                numbers.append(UInt8((red * steps.green + green) * steps.blue + blue))
            }
        }
        return numbers
    }
}

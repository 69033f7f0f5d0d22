import NIOCore

@testable import LineServer

extension FuzzTarget {
    /// What a client sends, in pieces of any length, cut into lines.
    static let framing = FuzzTarget("framing", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        let limit = [1, 8, 64, 1_024][invention.pick(4)]
        let isEnded = invention.bool()
        var lengths: [Int] = []
        for _ in 0..<invention.pick(32) { lengths.append(invention.pick(256)) }
        let content = Array(invention.rest())
        let whole = lines(of: content, [content.count], limit: limit, isEnded: isEnded)
        let pieces = lines(of: content, lengths, limit: limit, isEnded: isEnded)
        precondition(whole == pieces, "\(whole) at once, \(pieces) in pieces of \(lengths)")
        for line in whole.lines {
            precondition((1...limit).contains(line.count) && !line.contains(UInt8(ascii: "\n")), "the line \(line)")
        }
    }

    /// The lines of `content` that comes in pieces so long, and whether one was too long: nothing is read behind that one.
    private static func lines(of content: [UInt8], _ lengths: [Int], limit: Int, isEnded: Bool) -> Framed {
        var framer = LineFramer(limit: limit)
        var framed = Framed()
        var rest = content[...]
        var lengths = lengths[...]
        while !framed.isTooLong {
            let piece = rest.prefix(lengths.popFirst() ?? rest.count)
            rest = rest.dropFirst(piece.count)
            framer.append(ByteBuffer(bytes: piece))
            take(from: &framer, isEnded: isEnded && rest.isEmpty && lengths.isEmpty, into: &framed)
            precondition(framed.isTooLong || framer.readableBytes <= limit + 1, "more waits than a line may have")
            if rest.isEmpty, lengths.isEmpty { break }
        }
        return framed
    }

    private static func take(from framer: inout LineFramer, isEnded: Bool, into framed: inout Framed) {
        while true {
            switch framer.next(isEnded: isEnded) {
            case .line(let line): framed.lines.append(Array(line.readableBytesView))
            case .incomplete: return
            case .tooLong:
                framed.isTooLong = true
                return
            }
        }
    }
}

private struct Framed: Equatable {
    var lines: [[UInt8]] = []
    var isTooLong = false
}

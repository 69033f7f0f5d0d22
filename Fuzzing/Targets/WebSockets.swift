import NIOCore
import NIOHTTP1

@testable import NetworkDoor
@testable import Remotes

extension FuzzTarget {
    /// What a browser sends over a WebSocket, in pieces of any length, read as texts.
    static let websockets = FuzzTarget("websockets", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        let limit = [1, 8, 125, 1_024][invention.pick(4)]
        var lengths: [Int] = []
        for _ in 0..<invention.pick(32) { lengths.append(invention.pick(256)) }
        let content = Array(invention.rest())
        let whole = texts(of: content, [content.count], limit: limit)
        let pieces = texts(of: content, lengths, limit: limit)
        precondition(whole == pieces, "\(whole) at once, \(pieces) in pieces of \(lengths)")
        for text in whole.texts {
            precondition(text.count <= limit && !text.contains(UInt8(ascii: "\n")), "the text \(text)")
            precondition(String(validating: text, as: UTF8.self) != nil, "\(text) is no UTF-8")
        }
    }

    private static func texts(of content: [UInt8], _ lengths: [Int], limit: Int) -> Texts {
        var (reader, texts) = (WebSocketReader(limit: limit), Texts())
        var (rest, lengths) = (content[...], lengths[...])
        repeat {
            let piece = rest.prefix(lengths.popFirst() ?? rest.count)
            rest = rest.dropFirst(piece.count)
            reader.append(ByteBuffer(bytes: piece))
            do throws(WebSocketReader.Fault) {
                while let event = try reader.next() { texts.take(event) }
            } catch {
                texts.fault = error
                return texts
            }
        } while !rest.isEmpty || !lengths.isEmpty
        return texts
    }

    /// The head of a request, and whether it is answered.
    static let heads = FuzzTarget("heads", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let uri = String(decoding: invention.line(), as: UTF8.self)
        var headers = HTTPHeaders()
        for name in ["host", "origin", "sec-fetch-site", "cookie", "authorization", "content-type"] where invention.bool() {
            headers.add(name: name, value: String(decoding: invention.line(), as: UTF8.self))
        }
        guard let request = try? WebRequest(HTTPRequestHead(version: .http1_1, method: .POST, uri: uri, headers: headers)) else {
            return
        }
        precondition(request.path.hasPrefix("/") && !request.path.contains("%"), "the path \(request.path)")
        guard WebRule(names: ["kitchen"]).refusal(of: request.rule) == nil else { return }
        // The host goes into a line of the answer.
        precondition(
            request.host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }, "the host \(request.host)")
        if let origin = request.rule.origin {
            precondition(origin.lowercased().hasSuffix("//" + request.host.lowercased()), "\(origin) is not from \(request.host)")
        }
    }
}

private struct Texts: Equatable {
    var texts: [[UInt8]] = []
    var others: [WebSocketReader.Event] = []
    var begun: [UInt8] = []
    var fault: WebSocketReader.Fault?

    mutating func take(_ event: WebSocketReader.Event) {
        switch event {
        case .text(let bytes): begun += bytes.readableBytesView
        case .textEnded:
            texts.append(begun)
            begun = []
        case .ping, .close: others.append(event)
        }
    }

    /// What has begun and is wrong may come in any number of pieces.
    static func == (left: Texts, right: Texts) -> Bool {
        (left.texts, left.others, left.fault?.rawValue) == (right.texts, right.others, right.fault?.rawValue)
    }
}

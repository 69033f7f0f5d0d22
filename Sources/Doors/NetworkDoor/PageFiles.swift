import CRemotePage
import NIOCore
import SystemSupport

/// The files of the remote control for browsers, which are part of the program.
enum PageFiles {
    /// Returns the answer with the file at a path; `nil` if there is none.
    /// - Parameter knownTags: the tags of what the browser has.
    static func response(at path: String, knownTags: String?) -> WebResponse? {
        let name = path == "/" ? "index.html" : path.dropFirst()
        guard let file = file(String(name)) else { return nil }
        var response = WebResponse(status: 200, type: file.type, body: file.bytes)
        response.keeping = "no-cache"
        return response.tagged(knownTags: knownTags)
    }

    private static func file(_ name: String) -> (type: String, bytes: ByteBuffer)? {
        var index = 0
        while true {
            let file = fermata_page_file_at(index)
            let found = String(cString: file.name)
            if found.isEmpty { return nil }
            if found == name {
                let bytes = UnsafeBufferPointer(start: file.bytes, count: file.length)
                return (String(cString: file.type), ByteBuffer(bytes: bytes))
            }
            index += 1
        }
    }
}

extension WebResponse {
    /// Returns the answer with the tag of its body, or without the body if the browser has it.
    func tagged(knownTags: String?) -> WebResponse {
        var checksum = Checksum()
        body.withUnsafeReadableBytes { bytes in
            checksum.combineQuickly(Span(_unsafeElements: bytes.bindMemory(to: UInt8.self)))
        }
        let tag = "\"\(String(checksum.value, radix: 36))-\(body.readableBytes)\""
        var response = self
        response.lines.append(("ETag", tag))
        if let knownTags, knownTags == "*" || knownTags.split(separator: ",").contains(where: { Self.plain($0) == tag }) {
            response.status = 304
            response.body = ByteBuffer()
        }
        return response
    }

    private static func plain(_ tag: Substring) -> String {
        let tag = tag.drop { $0 == " " }
        return String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag).split(separator: " ").joined()
    }
}

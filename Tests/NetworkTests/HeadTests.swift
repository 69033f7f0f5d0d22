import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("What a server says about sizes", .serialized)
struct HeadTests {
    private func head(_ field: String, _ text: String) -> ResponseHead { ResponseHead(status: 206, fields: [field: text]) }

    @Test("a size that no media has is unknown", arguments: [.max, ByteCount.largest + 1, -1] as [Int64])
    func size(_ size: Int64) {
        #expect(head("content-length", "\(size)").contentLength == nil)
        #expect(head("content-range", "bytes 0-99/\(size)").contentRange.size == nil)
        #expect(head("content-range", "bytes 7-99/\(size)").contentRange.start == 7)
    }

    @Test("every other size is believed", arguments: [0, 1, ByteCount.largest] as [Int64])
    func sane(_ size: Int64) {
        #expect(head("content-length", "\(size)").contentLength == size)
        #expect(head("content-range", "bytes 0-99/\(size)").contentRange.size == size)
    }

    @Test(
        "content is packed where its coding is one, and the page of an error or of a way on may be",
        arguments: [
            (200, "Content-Encoding: gzip", false), (206, "content-encoding: aws-chunked, br", false),
            (200, "Content-Encoding: none", true), (200, "Content-Encoding: utf-8", true), (404, "Content-Encoding: gzip", true),
            (302, "Content-Encoding: gzip", true), (404, "Transfer-Encoding: gzip, chunked", false),
            (200, "Transfer-Encoding: chunked", true), (200, "Transfer-Encoding: identity", true),
        ])
    func codings(status: Int, field: String, isPlain: Bool) {
        var head = ResponseHead(status: status)
        head.add(field)
        #expect(head.isPlain == isPlain)
    }

    @Test("a file that is said to be larger than anything is read as far as it goes")
    func largerThanAnything() async throws {
        let server = try await MediaServer.withNoise()
        let file = server.directory.file("noise.flac")
        let lie = Int64.max - Int64(try readFile(file).count)
        var reader = try AudioReader(at: server.address("noise.flac?lie=\(lie)"), .patient)
        #expect(try Sound(reading: &reader) == Sound(of: file))
    }
}

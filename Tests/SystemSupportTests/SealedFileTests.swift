import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("A sealed file")
struct SealedFileTests {
    private let directory: TemporaryDirectory
    /// As version 0.1.0 writes `{"a":1}`: whoever changes that sets aside what users have.
    private let sealed = #"{"checksum":"9c3e82dd6fcae8b1","state":{"a":1}}"#

    init() throws { directory = try TemporaryDirectory() }

    private func read(_ file: SealedFile) -> (content: [UInt8]?, reports: [String]) {
        var reports: [String] = []
        let content = file.read(decode: { $0 }, report: { reports.append($0) })
        return (content, reports)
    }

    @Test("has the checksum that others compute")
    func checksum() {
        var checksum = Checksum()
        checksum.combine(Array("a".utf8).span)
        // The 64-bit FNV-1a hash of "a" in its authors' own table.
        #expect(checksum.value == 0xAF63_DC4C_8601_EC8C)
    }

    @Test("is written as it always was, and what was written so is read")
    func format() throws {
        let file = SealedFile(directory: directory.path, name: "kept")
        try file.write(json: Array(#"{"a":1}"#.utf8).span)
        #expect(String(decoding: try readFile(file.path), as: UTF8.self) == sealed)
        try directory.write(sealed, to: "kept.json")
        let (content, reports) = read(file)
        #expect(content == Array(#"{"a":1}"#.utf8) && reports.isEmpty)
    }

    @Test("overwritten in place is always as long, and reads as what was written last")
    func overwritten() throws {
        let file = SealedFile(directory: directory.path, name: "place")
        try file.overwrite(json: Array(#"{"place":123456789}"#.utf8).span, isSynced: false)
        let length = fileLength(file.path)
        try file.overwrite(json: Array("{}".utf8).span, isSynced: true)
        #expect(fileLength(file.path) == length)
        #expect(read(file).content?.starts(with: Array("{}".utf8)) == true)
    }

    @Test("overwritten in place is made again after its directory has gone")
    func overwrittenElsewhere() throws {
        let path = directory.path + "/gone/deep"
        let file = SealedFile(directory: path, name: "place")
        try file.overwrite(json: Array("1".utf8).span, isSynced: false)
        #expect(rename(directory.path + "/gone", directory.path + "/away") == 0)
        try file.overwrite(json: Array("2".utf8).span, isSynced: false)
        #expect(read(file).content?.first == UInt8(ascii: "2"))
    }

    @Test("with damage is set aside, and the generation before it read")
    func damage() throws {
        let file = SealedFile(directory: directory.path, name: "kept")
        try file.write(json: Array("1".utf8).span)
        try file.write(json: Array("2".utf8).span)
        try directory.write(sealed.replacing("1}", with: "2}"), to: "kept.json")
        let (content, reports) = read(file)
        #expect(content == Array("1".utf8))
        #expect(reports.count == 1 && reports[0].contains("checksum"), "\(reports)")
        #expect(fileLength(file.path) == nil && fileLength(file.path + ".damaged") != nil)
    }
}

import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Conversion

@Suite("Extraction from real media", .enabled(if: TestData.directory != nil, "set FERMATA_TESTDATA to the folder of real media"))
struct RealMediaTests {
    static let files = ["containers", "gapless"].flatMap { TestData.files(below: $0) }

    @Test(
        "the packets of every file are those that the ffmpeg program copies, in every container that can hold them",
        arguments: files)
    func everyFile(_ path: String) async throws {
        let format: CodedFormat
        let isChain: Bool
        let stream: Int
        do {
            let reader = try PacketReader(FileSource(MediaLocation(uri: path)), name: path)
            (format, isChain, stream) = (reader.format, !reader.links.isEmpty, reader.trackIndex)
        } catch {
            #expect([.unsupported, .corrupt].contains(error.code))
            #expect(error.message.contains(path))
            return
        }
        // Its list leads to further files, which are opened beside it.
        for container in PacketContainer.allCases {
            let extraction = Extraction(container: container)
            guard (try? extraction.container(for: format, isChain: isChain, name: path)) != nil else { continue }
            let sink = MemorySink()
            let result: ExtractionResult
            do {
                result = try extraction.run(
                    from: FileSource(MediaLocation(uri: path)), name: path, to: sink, target: "copy")
            } catch {
                // A codec that Matroska has no name for.
                #expect(error.code == .unsupported && container == .matroska, "\(error)")
                continue
            }
            let copy = try Made(sink, as: "copy.\(container.suffix)")
            try await compare(copy, with: path, stream: stream, container, format, result)
        }
    }

    private func compare(
        _ copy: Made, with path: String, stream: Int, _ container: PacketContainer, _ format: CodedFormat,
        _ result: ExtractionResult
    ) async throws {
        let hadHeaders = format.codec == "aac" && format.aac == nil
        let output = hadHeaders && container != .adts ? ["-bsf:a", "aac_adtstoasc"] : []
        // The packets of WAV are as long as whoever reads them says.
        let whole = path.hasSuffix(".wav") ? ["-max_size", "4096"] : []
        let expected = try await ProgramPacket.of(path, stream: stream, input: whole, output: output)
        #expect(result.packetCount == expected.count)
        if container == .adts {
            // The program's own file, byte by byte.
            let bytes = try await Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "quiet", "-i", path, "-map", "0:\(stream)", "-map_metadata", "-1", "-c", "copy", "-f",
                    "adts", "-",
                ])
            #expect(copy.sink.bytes.count >= bytes.count && copy.sink.bytes.suffix(bytes.count).elementsEqual(bytes))
            return
        }
        let input = container == .mp4 ? ["-ignore_editlist", "1"] : []
        let found = try await ProgramPacket.of(copy.path, stream: nil, input: input)
        // AC-3 is cut into packets anew where it is bare, and in MP4.
        let isCutAnew = container == .ac3 || container == .mp4 && format.codec == "ac3"
        if !isCutAnew { #expect(found.map(\.hash) == expected.map(\.hash)) }
        // Times that as good as stand still, or go back, say nothing.
        let goesOn = zip(expected, expected.dropFirst()).allSatisfy { $0.time + 0.0001 < $1.time }
        guard !isCutAnew, goesOn, let first = found.first, let reference = expected.first, found.count == expected.count else {
            return
        }
        // A tick of the coarser container, rounded twice; only those with times of their own keep gaps.
        let tolerance = 0.0025
        let drift = zip(found, expected).map { abs(($0.time - first.time) - ($1.time - reference.time)) }.max() ?? 0
        if result.gapCount == 0 || [.mp4, .matroska].contains(container) { #expect(drift <= tolerance, "\(container)") }
    }
}

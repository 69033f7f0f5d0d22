import AudioTypes
import TestSupport
import Testing

@testable import Media

/// Streams of ISO/IEC 11172-4 and 13818-4 against the 16-bit samples that come with them; ``ISOStream`` says which.
@Suite("ISO streams", .enabled(if: Workbench.hasTestData, "set FERMATA_TESTDATA to the folder of real media"))
struct ConformanceTests {
    @Test("are decoded with full accuracy, packet for packet", arguments: ISOStream.names)
    func fullAccuracy(_ name: String) throws {
        let sound = try Sound(of: Workbench.testData("mp3-conformance/\(name).bit"))
        let reference = Workbench.bytes(of: Workbench.testData("mp3-conformance/\(name).pcm"))
        #expect(ISOStream.fault(of: sound.planes, reference: reference) == nil)
    }
}

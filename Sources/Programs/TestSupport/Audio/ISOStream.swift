/// The streams of ISO/IEC 11172-4 and 13818-4, and a comparison of a decode with the 16-bit samples that come with them.
///
/// Some streams are left out, because FFmpeg 5.1 itself does not decode them to those samples:
/// - streams of free format (`l3-he_free`, `l2-nonstandard-free_format`);
/// - streams whose first one or two packets its demuxer leaves out (`l1-fl1`, `l1-fl2`, `l2-fl10`, `l2-fl11`, `l2-fl12`);
/// - some of low sampling frequency (`l3-test45`, `l3-test46`, the end of `M2L3_compl24`);
/// - streams that change their format, are damaged, or hold a packet or two.
///
/// Decodes of these are compared with FFmpeg's own decode.
package enum ISOStream {
    /// The names of the files, without a suffix.
    package static let names = [
        "l1-fl3", "l1-fl4", "l1-fl5", "l1-fl6", "l1-fl7", "l1-fl8",
        "l2-fl13", "l2-fl14", "l2-fl15", "l2-fl16", "l2-test32",
        "l3-compl", "l3-he_32khz", "l3-he_44khz", "l3-he_48khz", "l3-hecommon", "l3-si", "l3-si_block", "l3-si_huff",
        "l3-nonstandard-sin1k0db_lame_vbrtag",
        "M2L3_bitrate_16_all", "M2L3_bitrate_22_all", "M2L3_bitrate_24_all", "M2L3_noise",
    ]

    /// The limits of ISO/IEC 11172-4 for full accuracy, 2^-15/√12 and 2^-14 of full scale, in steps of 16 bits.
    private static let meanSquareLimit = 1.0 / 12
    private static let differenceLimit = 2
    /// How many samples the synthesis window spans.
    private static let filterLength = 512
    /// How many samples of each channel one packet of layers 2 and 3 has.
    private static let packetLength = 1_152

    /// Returns the reason why a decode lacks full accuracy, as a sentence; nil if it has it.
    ///
    /// - Parameters:
    ///   - planes: the decoded samples, one array a channel.
    ///   - reference: the bytes of the interleaved 16-bit samples that `planes` must equal.
    package static func fault(of planes: [[Float]], reference: [UInt8]) -> String? {
        let references = samples(reference, channels: planes.count)
        let (count, expected) = (planes.first?.count ?? 0, references.first?.count ?? 0)
        // The reference samples of layers 1 and 2 go on after the last packet, with the rest in the filter bank and then
        // silence. Those of layer 3 may lack the last packet.
        let goesOn = references.contains { $0.dropFirst(count + filterLength).contains { $0 != 0 } }
        guard count - expected <= packetLength, !goesOn, min(count, expected) >= 7_500 else {
            return "\(count) frames in the place of \(expected)"
        }
        var (squares, largest, compared) = (0.0, 0, 0)
        for (mine, theirs) in zip(planes, references) {
            for (sample, wanted) in zip(mine, theirs) {
                // Rounded like the reference: otherwise rounding alone would use up all of the allowed difference.
                let step = Int(min(max((sample * 32_768).rounded(), -32_768), 32_767))
                let difference = abs(step - Int(wanted))
                squares += Double(difference * difference)
                largest = max(largest, difference)
                compared += 1
            }
        }
        guard largest <= differenceLimit, squares / Double(compared) < meanSquareLimit else {
            return "off by \(largest) steps, in the mean square \(squares / Double(compared))"
        }
        return nil
    }

    private static func samples(_ bytes: [UInt8], channels: Int) -> [[Int16]] {
        bytes.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: Int16.self)
            return (0..<channels).map { channel in stride(from: channel, to: samples.count, by: channels).map { samples[$0] } }
        }
    }
}

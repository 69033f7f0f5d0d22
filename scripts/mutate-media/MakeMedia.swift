import Glibc

/// Writes media that no program of Debian's can, with the encoders of the tests, into the directory that is named.
@main
struct MakeMedia {
    static func main() {
        let directory = CommandLine.arguments[1]
        let planes = [0.03, 0.044].map { pitch in
            (0..<30_000).map { frame -> Int16 in
                let noise = frame &* 7_919 % 601 - 300
                return Int16(9_000 * sin(pitch * Double(frame))) + Int16(noise)
            }
        }
        write(MonkeysAudio.bytes(rate: 44_100, planes: planes), "\(directory)/stereo.ape")
        write(MonkeysAudio.bytes(rate: 22_050, blockLength: 3_000, planes: [planes[0]]), "\(directory)/mono.ape")
        write(Musepack7.bytes(packets: 60, inLast: 500, isGapless: true), "\(directory)/sv7.mpc")
    }

    private static func write(_ bytes: [UInt8], _ path: String) {
        let file = fopen(path, "w")
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
    }
}

import CFFmpeg
import Glibc

@testable import Media

// libFuzzer's side: what it calls, by the names it looks for.

/// The chosen target. Set once, before the first input.
nonisolated(unsafe) private var chosen = FuzzTarget.all[0]

/// Before anything else: takes the target's name out of the arguments; the fuzzer sees the others. Without a name, lists the targets.
/// Named `damaged-media` it reads media and feeds nothing.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    let words = (0..<Int(count.pointee)).compactMap { arguments.pointee[$0].map { String(cString: $0) } }
    if words.dropFirst() == ["damaged-media"] {
        DamagedMedia.run()
        _exit(0)
    }
    guard words.count > 1, let target = FuzzTarget.all.first(where: { $0.name == words[1] }) else {
        for target in FuzzTarget.all { print(target.name) }
        fflush(nil)
        _exit(words.count > 1 ? 2 : 0)
    }
    chosen = target
    // FFmpeg allocates what a file says before it reads on: less than the fuzzer allows in one piece.
    FFmpegProcess.prepare()
    av_max_alloc(64 << 20)
    let kept: [String] = [words[0], "-max_len=\(target.lengthLimit)"] + words.dropFirst(2)
    // For as long as the program runs.
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: kept.count + 1)
    list.initialize(repeating: nil, count: kept.count + 1)
    for place in kept.indices { list[place] = strdup(kept[place]) }
    arguments.pointee = list
    count.pointee = CInt(kept.count)
    return 0
}

/// One input.
@_cdecl("LLVMFuzzerTestOneInput")
public func feedFuzzTarget(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen.feed(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}

/// The program. The package manager gives the entry of each of its programs a name of its own.
@_cdecl("fermata_fuzz_main")
public func runFuzzTarget(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    var (count, arguments) = (count, arguments)
    return runFuzzer(&count, &arguments) { feedFuzzTarget($0, $1) }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

import CFLAC
import Containers
import MediaTypes

// The callbacks of libFLAC. They run on the reading thread, within a call to libFLAC.

private func owner(_ pointer: UnsafeMutableRawPointer?) -> DeepFLACSource? {
    unsafe pointer.map { unsafe Unmanaged<DeepFLACSource>.fromOpaque($0).takeUnretainedValue() }
}

func readFLAC(
    _: UnsafePointer<FLAC__StreamDecoder>?, buffer: UnsafeMutablePointer<FLAC__byte>?, count: UnsafeMutablePointer<Int>?,
    pointer: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderReadStatus {
    guard let owner = unsafe owner(pointer), let buffer = unsafe buffer, let count = unsafe count,
        !owner.cancellation.isInterrupted
    else { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
    let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count.pointee)
    unsafe count.pointee = 0
    do throws(MediaError) {
        let read = unsafe try owner.whole.read(into: room, at: owner.offset)
        if let wrong = owner.shape.wrongCount?.clamped(to: owner.offset..<owner.offset + Int64(read)) {
            for place in wrong {
                let isFirst = place == owner.shape.wrongCount?.lowerBound
                unsafe room[Int(place - owner.offset)] &= isFirst ? 0xF0 : 0
            }
        }
        owner.offset += Int64(read)
        unsafe count.pointee = read
        return read > 0 ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
    } catch {
        owner.failure = error
        return FLAC__STREAM_DECODER_READ_STATUS_ABORT
    }
}

func seekFLAC(
    _: UnsafePointer<FLAC__StreamDecoder>?, offset: FLAC__uint64, pointer: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderSeekStatus {
    guard let owner = unsafe owner(pointer), offset <= UInt64(ByteCount.largest) else {
        return FLAC__STREAM_DECODER_SEEK_STATUS_ERROR
    }
    owner.offset = Int64(offset)
    return FLAC__STREAM_DECODER_SEEK_STATUS_OK
}

func tellFLAC(
    _: UnsafePointer<FLAC__StreamDecoder>?, offset: UnsafeMutablePointer<FLAC__uint64>?, pointer: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderTellStatus {
    guard let owner = unsafe owner(pointer) else { return FLAC__STREAM_DECODER_TELL_STATUS_ERROR }
    unsafe offset?.pointee = UInt64(owner.offset)
    return FLAC__STREAM_DECODER_TELL_STATUS_OK
}

func lengthFLAC(
    _: UnsafePointer<FLAC__StreamDecoder>?, length: UnsafeMutablePointer<FLAC__uint64>?, pointer: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderLengthStatus {
    guard let size = unsafe owner(pointer)?.whole.size else { return FLAC__STREAM_DECODER_LENGTH_STATUS_ERROR }
    unsafe length?.pointee = UInt64(size)
    return FLAC__STREAM_DECODER_LENGTH_STATUS_OK
}

func endsFLAC(_: UnsafePointer<FLAC__StreamDecoder>?, pointer: UnsafeMutableRawPointer?) -> FLAC__bool {
    guard let owner = unsafe owner(pointer), let size = owner.whole.size else { return 1 }
    return owner.offset >= size ? 1 : 0
}

/// Ignores errors: libFLAC passes over damaged packets, and the missing samples become silence.
func passOverErrors(
    _: UnsafePointer<FLAC__StreamDecoder>?, _: FLAC__StreamDecoderErrorStatus, _: UnsafeMutableRawPointer?
) {}

func writeFLAC(
    _: UnsafePointer<FLAC__StreamDecoder>?, frame: UnsafePointer<FLAC__Frame>?,
    planes: UnsafePointer<UnsafePointer<FLAC__int32>?>?, pointer: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderWriteStatus {
    guard let owner = unsafe owner(pointer), let header = unsafe frame?.pointee.header, let planes = unsafe planes else {
        return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
    }
    let (channelCount, bits) = (owner.shape.channelCount, owner.shape.bits)
    let (start, count) = unsafe (Int64(clamping: header.number.sample_number), Int64(header.blocksize))
    // Skip a packet of another format, or one that is not at or after the expected position: damage, or samples that were there
    // already.
    let skipped = max(0, owner.sound.pieceStart - start)
    guard header.channels == channelCount, header.bits_per_sample == bits, start < owner.shape.frameCount, skipped < count else {
        return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }
    let kept = Int(min(count, owner.shape.frameCount - start) - skipped)
    guard kept > 0 else { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
    owner.sound.pieceStart = max(start, owner.sound.pieceStart)
    owner.sound.piece = unsafe [UInt8](unsafeUninitializedCapacity: kept * channelCount * Wave64.sampleSize) { bytes, filled in
        for channel in 0..<channelCount {
            guard let plane = unsafe planes[channel] else { continue }
            for index in 0..<kept {
                let sample = unsafe plane[index + Int(skipped)] << Int32(32 - bits)
                unsafe UnsafeMutableRawBufferPointer(bytes).storeBytes(
                    of: sample.littleEndian, toByteOffset: (index * channelCount + channel) * Wave64.sampleSize, as: Int32.self)
            }
        }
        filled = kept * channelCount * Wave64.sampleSize
    }
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
}

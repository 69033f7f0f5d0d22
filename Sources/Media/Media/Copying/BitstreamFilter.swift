import CFFmpeg
import MediaTypes

/// Owner of an `AVBSFContext`: changes packets of a codec from one form to another without decoding them. One thread at a time.
@safe struct BitstreamFilter: ~Copyable {
    private let context: UnsafeMutablePointer<AVBSFContext>
    private let name: String

    /// Makes FFmpeg's filter called `filterName` for packets of `stream`.
    init(_ filterName: String, for stream: CodedStream, name: String) throws(MediaError) {
        guard let filter = unsafe av_bsf_get_by_name(filterName) else {
            throw MediaError(.unsupported, "\(name) cannot be written: FFmpeg has no filter \(filterName) here")
        }
        var allocated: UnsafeMutablePointer<AVBSFContext>?
        guard unsafe av_bsf_alloc(filter, &allocated) >= 0, let context = unsafe allocated else {
            throw .outOfMemory(writing: name)
        }
        var status = unsafe avcodec_parameters_copy(context.pointee.par_in, stream.parameters)
        unsafe context.pointee.time_base_in = stream.timeBase
        if status >= 0 { status = unsafe av_bsf_init(context) }
        guard status >= 0 else {
            unsafe av_bsf_free(&allocated)
            throw MediaError(status: status, writing: name, "the packets of \(name) cannot be changed by \(filterName)")
        }
        unsafe self.context = unsafe context
        self.name = name
    }

    deinit {
        var context: UnsafeMutablePointer<AVBSFContext>? = unsafe context
        unsafe av_bsf_free(&context)
    }

    /// Replaces the contents of a packet by what the filter makes of them. The filter must make one packet of each.
    func apply(to packet: borrowing Packet) throws(MediaError) {
        var status = unsafe av_bsf_send_packet(context, packet.pointer)
        if status >= 0 { status = unsafe av_bsf_receive_packet(context, packet.pointer) }
        guard status >= 0 else {
            throw MediaError(status: status, writing: name, "a packet for \(name) cannot be changed to the form of its container")
        }
    }
}

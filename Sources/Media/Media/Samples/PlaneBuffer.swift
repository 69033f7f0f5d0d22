/// Owner of planes of floats: one block of memory, and one pointer for each channel.
@safe package struct PlaneBuffer: ~Copyable {
    /// One plane for each channel, of ``capacity`` frames.
    package let planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>
    /// The number of frames that fit into each plane.
    package let capacity: Int
    private let block: UnsafeMutablePointer<Float>
    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>

    /// Allocates planes that hold silence.
    package init(channelCount: Int, capacity: Int) {
        unsafe block = .allocate(capacity: max(1, channelCount * capacity))
        unsafe block.initialize(repeating: 0, count: max(1, channelCount * capacity))
        unsafe pointers = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            unsafe pointers.initializeElement(at: channel, to: block + channel * capacity)
        }
        unsafe planes = unsafe UnsafeBufferPointer(pointers)
        self.capacity = capacity
    }

    deinit {
        unsafe pointers.deallocate()
        unsafe block.deallocate()
    }
}

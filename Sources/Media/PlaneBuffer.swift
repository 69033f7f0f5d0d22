/// Owned planes of floats: one block of memory, one pointer a channel.
@safe struct PlaneBuffer: ~Copyable {
    /// One plane a channel, ``capacity`` frames each.
    let planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>
    /// Frames that fit.
    let capacity: Int
    private let block: UnsafeMutablePointer<Float>
    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>

    /// Silent planes.
    init(channelCount: Int, capacity: Int) {
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

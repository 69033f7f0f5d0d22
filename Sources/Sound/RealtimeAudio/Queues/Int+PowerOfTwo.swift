extension Int {
    /// The smallest power of two that is not below this number, at least 1.
    package var roundedUpToPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}

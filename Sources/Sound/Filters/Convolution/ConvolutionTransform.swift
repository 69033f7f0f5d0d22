import Glibc

/// What `Convolver` computes with. 24 bits are enough: the sum stays below −130 dB of what the direct one is.
typealias ConvolutionNumber = Float
/// Four of them, which the processor computes at once.
typealias ConvolutionNumbers = SIMD4<ConvolutionNumber>

/// The Fourier transform by which blocks of `count` frames are convolved: it turns two blocks that follow one another into `count` complex
/// numbers, so that the product of two such spectra, transformed back, is the second block of their convolution.
///
/// The first block is taken for the real part and the second one for the imaginary part, each turned by e^(iπn / 2·count): products are
/// then convolutions of 2·count real numbers that wrap round with their sign changed (the right-angle convolution of Nussbaumer). So a transform
/// of half the length does without the further step that real numbers cost otherwise.
///
/// Spectra are in the order in which the transform leaves them, which is the one that the way back expects; nobody reads single frequencies
/// here. Real and imaginary parts are separate, four numbers in each vector.
@safe struct ConvolutionTransform: ~Copyable {
    /// The frames of a block, and the numbers of a spectrum: a power of two, at least 16.
    let count: Int
    /// The turn of each frame, real then imaginary parts, `count / 4` vectors each.
    private let twist: UnsafeMutablePointer<ConvolutionNumbers>
    /// For each step of four, w, w² and w³ of each place: vectors in the order real 1, imaginary 1, real 2 and so on. Before them, if the number of
    /// steps of two is odd, those of the step of two.
    private let turns: UnsafeMutablePointer<ConvolutionNumbers>

    init(count: Int) {
        precondition(count >= 16 && count & (count - 1) == 0, "\(count) is no power of two that can be transformed")
        self.count = count
        unsafe twist = .allocate(capacity: count / 2)
        for place in 0..<count / 4 {
            let angles = (0..<4).map { Double.pi * Double(4 * place + $0) / Double(2 * count) }
            unsafe (twist + place).initialize(to: Self.vector(angles.map { cos($0) }))
            unsafe (twist + count / 4 + place).initialize(to: Self.vector(angles.map { sin($0) }))
        }
        var made: [ConvolutionNumbers] = []
        var length = count
        while length > 4 {
            let isOdd = length.trailingZeroBitCount % 2 == 1
            let part = isOdd ? length / 2 : length / 4
            for place in stride(from: 0, to: part, by: 4) {
                for power in 1...(isOdd ? 1 : 3) {
                    let angles = (0..<4).map { 2 * Double.pi * Double(power * (place + $0)) / Double(length) }
                    made += [Self.vector(angles.map { cos($0) }), Self.vector(angles.map { -sin($0) })]
                }
            }
            length = part
        }
        unsafe turns = .allocate(capacity: max(1, made.count))
        for (place, vector) in made.enumerated() { unsafe (turns + place).initialize(to: vector) }
    }

    deinit {
        unsafe twist.deallocate()
        unsafe turns.deallocate()
    }

    private static func vector(_ numbers: [Double]) -> ConvolutionNumbers {
        ConvolutionNumbers(numbers.map { ConvolutionNumber($0) })
    }

    /// Callback: transforms the block `first` and the block `second` behind it. Each has `count / 4` vectors, and so have `real` and
    /// `imaginary`.
    @unsafe @_noLocks
    func forward(
        _ first: UnsafePointer<ConvolutionNumbers>, _ second: UnsafePointer<ConvolutionNumbers>,
        _ real: UnsafeMutablePointer<ConvolutionNumbers>, _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let vectors = count / 4
        for place in 0..<vectors {
            let (x, y) = unsafe (first[place], second[place])
            let (c, s) = unsafe (twist[place], twist[vectors &+ place])
            unsafe real[place] = x * c - y * s
            unsafe imaginary[place] = x * s + y * c
        }
        var turn = 0
        var length = count
        while length > 4 {
            if length.trailingZeroBitCount & 1 == 1 {
                unsafe halve(turns + turn, real, imaginary)
                length /= 2
                turn &+= length / 2
            } else {
                unsafe quarter(length, turns + turn, real, imaginary)
                length /= 4
                turn &+= 6 &* length / 4
            }
        }
        var place = 0
        while place < vectors {
            unsafe Self.turnAround(real + place)
            unsafe Self.turnAround(imaginary + place)
            unsafe Self.add(real + place, imaginary + place)
            place &+= 4
        }
    }

    /// Callback: transforms a spectrum back, which is lost by that, into the second block, `count` times too large.
    @unsafe @_noLocks
    func backward(
        _ real: UnsafeMutablePointer<ConvolutionNumbers>, _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>,
        to second: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let vectors = count / 4
        var place = 0
        while place < vectors {
            // Exchanged, the parts are turned the other way.
            unsafe Self.add(imaginary + place, real + place)
            unsafe Self.turnAround(real + place)
            unsafe Self.turnAround(imaginary + place)
            place &+= 4
        }
        var length = 16
        while length <= count {
            unsafe fourfold(length, turns + firstTurn(of: length), real, imaginary)
            length &*= 4
        }
        if length / 2 == count { unsafe double(turns, real, imaginary) }
        for place in 0..<vectors {
            let (c, s) = unsafe (twist[place], twist[vectors &+ place])
            unsafe second[place] = imaginary[place] * c - real[place] * s
        }
    }

    /// Where the turns of the step that divides `length` by four begin.
    @_noLocks
    private func firstTurn(of length: Int) -> Int {
        let isOdd = count.trailingZeroBitCount & 1 == 1
        // Every step of four needs 6 vectors for 16 numbers, and a fourth of its length is left for the next one.
        let before = isOdd ? count / 2 : count
        return (isOdd ? count / 4 : 0) &+ (before &- length) / 2
    }

    /// The four vectors at `rows` become columns.
    @inline(__always) @unsafe @_noLocks
    private static func turnAround(_ rows: UnsafeMutablePointer<ConvolutionNumbers>) {
        let (a, b, c, d) = unsafe (rows[0], rows[1], rows[2], rows[3])
        let (low, high) = (
            (ConvolutionNumbers(a[0], b[0], a[1], b[1]), ConvolutionNumbers(c[0], d[0], c[1], d[1])),
            (ConvolutionNumbers(a[2], b[2], a[3], b[3]), ConvolutionNumbers(c[2], d[2], c[3], d[3]))
        )
        unsafe rows[0] = ConvolutionNumbers(lowHalf: low.0.lowHalf, highHalf: low.1.lowHalf)
        unsafe rows[1] = ConvolutionNumbers(lowHalf: low.0.highHalf, highHalf: low.1.highHalf)
        unsafe rows[2] = ConvolutionNumbers(lowHalf: high.0.lowHalf, highHalf: high.1.lowHalf)
        unsafe rows[3] = ConvolutionNumbers(lowHalf: high.0.highHalf, highHalf: high.1.highHalf)
    }

    /// Four transforms of four numbers at once, without turns. With the parts exchanged, it is the way back.
    @inline(__always) @unsafe @_noLocks
    private static func add(
        _ real: UnsafeMutablePointer<ConvolutionNumbers>, _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let (ar, ai) = unsafe (real[0] + real[2], imaginary[0] + imaginary[2])
        let (br, bi) = unsafe (real[0] - real[2], imaginary[0] - imaginary[2])
        let (cr, ci) = unsafe (real[1] + real[3], imaginary[1] + imaginary[3])
        let (dr, di) = unsafe (real[1] - real[3], imaginary[1] - imaginary[3])
        unsafe real[0] = ar + cr
        unsafe imaginary[0] = ai + ci
        unsafe real[1] = br + di
        unsafe imaginary[1] = bi - dr
        unsafe real[2] = ar - cr
        unsafe imaginary[2] = ai - ci
        unsafe real[3] = br - di
        unsafe imaginary[3] = bi + dr
    }

    @unsafe @_noLocks
    private func halve(
        _ turns: UnsafePointer<ConvolutionNumbers>, _ real: UnsafeMutablePointer<ConvolutionNumbers>,
        _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let half = count / 8
        for place in 0..<half {
            let (c, s) = unsafe (turns[2 &* place], turns[2 &* place &+ 1])
            let (ar, ai) = unsafe (real[place], imaginary[place])
            let (br, bi) = unsafe (real[place &+ half], imaginary[place &+ half])
            let (dr, di) = (ar - br, ai - bi)
            unsafe real[place] = ar + br
            unsafe imaginary[place] = ai + bi
            unsafe real[place &+ half] = dr * c - di * s
            unsafe imaginary[place &+ half] = dr * s + di * c
        }
    }

    @unsafe @_noLocks
    private func double(
        _ turns: UnsafePointer<ConvolutionNumbers>, _ real: UnsafeMutablePointer<ConvolutionNumbers>,
        _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let half = count / 8
        for place in 0..<half {
            let (c, s) = unsafe (turns[2 &* place], turns[2 &* place &+ 1])
            let (ar, ai) = unsafe (real[place], imaginary[place])
            let (yr, yi) = unsafe (real[place &+ half], imaginary[place &+ half])
            let (br, bi) = (yr * c + yi * s, yi * c - yr * s)
            unsafe real[place] = ar + br
            unsafe imaginary[place] = ai + bi
            unsafe real[place &+ half] = ar - br
            unsafe imaginary[place &+ half] = ai - bi
        }
    }

    @unsafe @_noLocks
    private func quarter(
        _ length: Int, _ turns: UnsafePointer<ConvolutionNumbers>, _ real: UnsafeMutablePointer<ConvolutionNumbers>,
        _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let part = length / 16
        var start = 0
        while start < count / 4 {
            let (r0, r1) = unsafe (real + start, real + (start &+ part))
            let (r2, r3) = unsafe (real + (start &+ 2 &* part), real + (start &+ 3 &* part))
            let (i0, i1) = unsafe (imaginary + start, imaginary + (start &+ part))
            let (i2, i3) = unsafe (imaginary + (start &+ 2 &* part), imaginary + (start &+ 3 &* part))
            for place in 0..<part {
                let turn = unsafe turns + 6 &* place
                let (ar, ai) = unsafe (r0[place] + r2[place], i0[place] + i2[place])
                let (br, bi) = unsafe (r0[place] - r2[place], i0[place] - i2[place])
                let (cr, ci) = unsafe (r1[place] + r3[place], i1[place] + i3[place])
                let (dr, di) = unsafe (r1[place] - r3[place], i1[place] - i3[place])
                unsafe r0[place] = ar + cr
                unsafe i0[place] = ai + ci
                let (er, ei, fr, fi, gr, gi) = (br + di, bi - dr, ar - cr, ai - ci, br - di, bi + dr)
                unsafe r1[place] = er * turn[0] - ei * turn[1]
                unsafe i1[place] = er * turn[1] + ei * turn[0]
                unsafe r2[place] = fr * turn[2] - fi * turn[3]
                unsafe i2[place] = fr * turn[3] + fi * turn[2]
                unsafe r3[place] = gr * turn[4] - gi * turn[5]
                unsafe i3[place] = gr * turn[5] + gi * turn[4]
            }
            start &+= 4 &* part
        }
    }

    @unsafe @_noLocks
    private func fourfold(
        _ length: Int, _ turns: UnsafePointer<ConvolutionNumbers>, _ real: UnsafeMutablePointer<ConvolutionNumbers>,
        _ imaginary: UnsafeMutablePointer<ConvolutionNumbers>
    ) {
        let part = length / 16
        var start = 0
        while start < count / 4 {
            let (r0, r1) = unsafe (real + start, real + (start &+ part))
            let (r2, r3) = unsafe (real + (start &+ 2 &* part), real + (start &+ 3 &* part))
            let (i0, i1) = unsafe (imaginary + start, imaginary + (start &+ part))
            let (i2, i3) = unsafe (imaginary + (start &+ 2 &* part), imaginary + (start &+ 3 &* part))
            for place in 0..<part {
                let turn = unsafe turns + 6 &* place
                let (er, ei) = unsafe (
                    r1[place] * turn[0] + i1[place] * turn[1], i1[place] * turn[0] - r1[place] * turn[1]
                )
                let (fr, fi) = unsafe (
                    r2[place] * turn[2] + i2[place] * turn[3], i2[place] * turn[2] - r2[place] * turn[3]
                )
                let (gr, gi) = unsafe (
                    r3[place] * turn[4] + i3[place] * turn[5], i3[place] * turn[4] - r3[place] * turn[5]
                )
                let (ar, ai) = unsafe (r0[place] + fr, i0[place] + fi)
                let (br, bi) = unsafe (r0[place] - fr, i0[place] - fi)
                let (cr, ci, dr, di) = (er + gr, ei + gi, er - gr, ei - gi)
                unsafe r0[place] = ar + cr
                unsafe i0[place] = ai + ci
                unsafe r1[place] = br - di
                unsafe i1[place] = bi + dr
                unsafe r2[place] = ar - cr
                unsafe i2[place] = ai - ci
                unsafe r3[place] = br + di
                unsafe i3[place] = bi - dr
            }
            start &+= 4 &* part
        }
    }
}

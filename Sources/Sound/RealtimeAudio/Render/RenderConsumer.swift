import Synchronization

/// The output's side of a ``Renderer``: everything that its callback may do. One thread at a time may use it.
///
/// It is only an address, so that the callback counts no references. Its owner must keep the renderer too.
@safe package struct RenderConsumer: BitwiseCopyable {
    private let state: UnsafeMutablePointer<RenderState>

    init(_ state: UnsafeMutablePointer<RenderState>) { unsafe self.state = unsafe state }

    /// Fills one cycle; see ``RealtimeAudio/render(_:into:frameCount:time:)``.
    @_noLocks
    package func render(into planes: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, time: CycleTime) {
        unsafe RealtimeAudio.render(state, into: planes, frameCount: frameCount, time: time)
    }

    /// Callback: a cycle of silence in which what plays stands where it is; see ``RealtimeAudio/stand(_:time:)``.
    @_noLocks
    package func stand(time: CycleTime) { unsafe RealtimeAudio.stand(state, time: time) }

    /// Callback: whether all is silent until ``Renderer/setCut(_:)`` ends that.
    package var isCut: Bool {
        @_noLocks get { unsafe state.pointee.isCut.load(ordering: .acquiring) }
    }

    /// Silences this cycle and all later ones, at once, until ``Renderer/setCut(_:)`` ends that.
    @_noLocks
    package func cut() { unsafe state.pointee.isCut.store(true, ordering: .releasing) }
}

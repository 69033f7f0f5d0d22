package import AudioTypes
package import PlayerModel
import RealtimeAudio

/// What other threads hand to the engine.
package enum EngineInput: Sendable {
    case worker(WorkerEvent)
    case output(OutputEvent)
    case render(RenderEvent)
}

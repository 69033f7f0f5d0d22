package import AudioTypes
package import PlayerModel

/// An event that another thread hands to the engine.
package enum EngineInput: Sendable {
    case worker(WorkerEvent)
    case output(OutputEvent)
    case render(RenderEvent)
}

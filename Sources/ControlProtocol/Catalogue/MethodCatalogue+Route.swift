extension MethodCatalogue {
    static let route: [Method] = [
        Method("route.get", "Reads where the sound goes.", result: .reference("Route")) { .route(.get) },
        Method("route.outputs", "Lists the outputs.", result: .array(of: .reference("Output"))) { .route(.outputs) },
        Method("route.inputs", "Lists the inputs.", result: .array(of: .reference("Input"))) { .route(.inputs) },
        Method(
            "route.selectInput", "Chooses the input of recordings that name none.",
            .required("input", .nullableText, "The uid of an input, or null for the default input."),
            result: .reference("Route"), errors: [.inputNotFound, .mediaServicesFailed]
        ) { input in .route(.selectInput(input: input)) },
        Method(
            "route.select", "Chooses an output.",
            .required("output", .nullableText, "The uid of an output, or null for the default output."),
            result: .reference("Route"), errors: [.outputNotFound, .noRoute, .mediaServicesFailed]
        ) { output in .route(.select(output: output)) },
    ]
}

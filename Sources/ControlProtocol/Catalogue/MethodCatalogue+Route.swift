extension MethodCatalogue {
    static let route: [Method] = [
        Method("route.get", "Reads where the sound goes.", result: .reference("Route")) { .route(.get) },
        Method("route.outputs", "Lists the outputs.", result: .array(of: .reference("Output"))) { .route(.outputs) },
        Method(
            "route.select", "Chooses an output.",
            .required("output", .nullableText, "The uid of an output, or null for the default output."),
            result: .reference("Route"), errors: [.outputNotFound, .noRoute, .mediaServicesFailed]
        ) { output in .route(.select(output: output)) },
    ]
}

/** The widgets whose value consists of the fields inside. Only the engine can compile and send these. */
export const NESTS: ReadonlySet<unknown> = new Set(['group', 'repeat']);

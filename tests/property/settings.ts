/** Where property tests begin, so that a failure can be drawn again; printed by each of them. */
export const SEED = Number(process.env['CAPIZ_SEED'] ?? 20_261_121);

/** How many cases each draws; the long check asks for more. */
export const RUNS = Number(process.env['CAPIZ_RUNS'] ?? 4_000);

/** Where property tests begin, so that a failure can be drawn again; printed by each of them. */
export const SEED = Number(process.env['CAPIZ_SEED'] ?? 20_261_121);

/** Whether every case is tried, not one of each kind: `npm run check:long`, `npm run test:long`. */
export const LONG = process.env['CAPIZ_LONG'] === '1';

/** Whether one check is run by its number, which shows what it must find out: `node tests/check.mjs`. */
export const BY_NUMBER = process.env['CAPIZ_FIGURES'] !== undefined;

/** How many cases each draws. */
export const RUNS = Number(process.env['CAPIZ_RUNS'] ?? (LONG ? 20_000 : 4_000));

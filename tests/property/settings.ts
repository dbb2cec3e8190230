/** The seed of property tests, to repeat a failure; each test prints it. */
export const SEED = Number(process.env['CAPIZ_SEED'] ?? 20_261_121);

/** Whether every case is tested instead of one of each kind: `npm run check:long`, `npm run test:long`. */
export const LONG = process.env['CAPIZ_LONG'] === '1';

/** Whether a check runs by its number, with its planted faults: `node tests/check.mjs`. */
export const BY_NUMBER = process.env['CAPIZ_FIGURES'] !== undefined;

/** Number of cases for each test. */
export const RUNS = Number(process.env['CAPIZ_RUNS'] ?? (LONG ? 20_000 : 4_000));

import { appendFileSync } from 'node:fs';
import { SEED } from '#tests/property/settings.ts';

/** Reports a measurement as a JSON line: to the log, and to the file in `CAPIZ_FIGURES`, for `node tests/check.mjs`. */
export function reportFigures(
  figures: { readonly check: number } & { readonly [name: string]: unknown },
): void {
  const line = `${JSON.stringify({ ...figures, seed: SEED })}\n`;
  process.stdout.write(line);
  const file = process.env['CAPIZ_FIGURES'];
  if (file !== undefined) appendFileSync(file, line);
}

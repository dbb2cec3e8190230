import { appendFileSync } from 'node:fs';
import { SEED } from '#tests/property/settings.ts';

/**
 * What a check has measured, a JSON object on a line: for whoever reads along, and for `node tests/check.mjs`, which says
 * with `CAPIZ_FIGURES` where it is to be found.
 */
export function reportFigures(
  figures: { readonly check: number } & { readonly [name: string]: unknown },
): void {
  const line = `${JSON.stringify({ ...figures, seed: SEED })}\n`;
  process.stdout.write(line);
  const file = process.env['CAPIZ_FIGURES'];
  if (file !== undefined) appendFileSync(file, line);
}

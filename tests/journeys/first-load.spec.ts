import { gzipSync } from 'node:zlib';
import { LATER_MS } from '#src/borrower/later.ts';
import { expect, readInPage, test } from './visit.ts';
/* `most`: a screen's limit in kB of gzip (1,000 bytes): the value in docs/contributing/performance.md plus 2 %, so that larger growth is noticed. */
import screens from './first-load.json' with { type: 'json' };

const drawnBy = process.env.CAPIZ_REACT === 'preact' ? 'preact' : 'react';
const COUNTED = ['document', 'script', 'stylesheet'];

for (const [path, { files, most }] of Object.entries(screens)) {
  test(`the first load of ${path} stays within its limit`, async ({ page, visit }) => {
    const coming: Promise<{ readonly type: string; readonly bytes: number }>[] = [];
    page.on('response', (response) => {
      const type = response.request().resourceType();
      if (COUNTED.includes(type))
        coming.push(
          response.body().then((body) => ({
            type,
            bytes: gzipSync(body, { level: 9 }).length,
          })),
        );
    });
    // Prefetching never starts here, so that a slow machine counts only what the screen waits for.
    await page.addInitScript((laterMs) => {
      const { setTimeout } = window;
      const withoutLater = (run: () => void, ms?: number) => (ms === laterMs ? 0 : setTimeout(run, ms));
      Object.assign(window, { setTimeout: withoutLater });
    }, LATER_MS);
    // Code and everybody's document: the data of a borrower was never counted.
    await readInPage(page);
    await visit('repayable').open(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy');
    await page.waitForLoadState('networkidle');
    const loaded = await Promise.all(coming);
    const sumOf = (types: readonly string[]) =>
      loaded.filter(({ type }) => types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const told = COUNTED.map((type) => `${type} ${sumOf([type]).toFixed(1)}`).join(', ');
    process.stdout.write(`first load of ${path}: ${sumOf(COUNTED).toFixed(1)} kB gzip (${told})\n`);
    expect(sumOf(COUNTED)).toBeGreaterThan(60);
    expect(sumOf(COUNTED)).toBeLessThanOrEqual(most[drawnBy]);
    // The browser requests each file separately, six at a time.
    expect(loaded.length).toBeLessThanOrEqual(files);
  });
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.CAPIZ_TEST_PORT ?? 4273);

// A separate installation for this run; the workers read this file too, and find it created.
process.env.CAPIZ_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'capiz-journeys-'));

/** Journeys in a real Chromium against the built page, the real server and the simulated loan service. */
export default defineConfig({
  testDir: '.',
  globalSetup: './first-start.ts',
  outputDir: '../../dist/test-results/journeys',
  // Generous timeouts for a busy machine. They cost time only if something fails.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Accessibility snapshots are equal on all machines.
  snapshotPathTemplate: '{testDir}/reading-order/{arg}{ext}',
  // One more than the cores of the smallest machine: a journey mostly waits for other processes.
  workers: 3,
  // Tests of a file run in order: they share its server and the worker's loaded code. Long files without their own
  // server override this.
  fullyParallel: false,
  forbidOnly: true,
  // A retry separates flaky failures from real ones. tests/run.mjs lists the retried ones, and allows few.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.CAPIZ_JOURNEYS_REPORT ?? '../../dist/test-results/journeys.json' }],
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    // A layout does not depend on it, and drawing four times the pixels costs 5 % of the run.
    deviceScaleFactor: 1,
    hasTouch: true,
    // Workers are blocked by default, because they prefetch on every first visit, and Playwright cannot intercept their
    // requests; motion is reduced by default, because tests would wait for it. A borrower's complete way and payments allow
    // both; the journeys about the worker allow it too.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    launchOptions: {
      ...(process.env.CAPIZ_BROWSER === undefined ? {} : { executablePath: process.env.CAPIZ_BROWSER }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node ../../bin/start.mjs`,
    url: `http://127.0.0.1:${port}/healthz`,
    env: {
      PORT: String(port),
      CAPIZ_DEMO: '1',
      CAPIZ_REPORTS: '0',
      CAPIZ_DRAIN_SECONDS: '0',
      CAPIZ_DATA: process.env.CAPIZ_TEST_DATA,
    },
    timeout: 120_000,
    stdout: 'pipe',
    reuseExistingServer: false,
  },
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.CAPIZ_TEST_PORT ?? 4273);

// An installation of this run's own; the workers read this file too, and find it made.
process.env.CAPIZ_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'capiz-journeys-'));

/** Journeys in a real Chromium against the built page, the real server and the reference loan service. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../dist/test-results/journeys',
  // No budgets: what a machine needs that does other things as well. They cost time where something is wrong.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // What a screen reader reads of a screen is the same everywhere.
  snapshotPathTemplate: '{testDir}/reading-order/{arg}{ext}',
  // One more than the cores of the smallest machine: a journey is mostly one process that waits for another.
  workers: 3,
  // Tests of a file follow one another: they share its server and what a worker has loaded of it. Long files that have no
  // server of their own say otherwise.
  fullyParallel: false,
  forbidOnly: true,
  // A second try tells what is wrong from what happened once. tests/run.mjs names those that needed it, and bears few.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.CAPIZ_JOURNEYS_REPORT ?? '../../dist/test-results/journeys.json' }],
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    // The worker keeps what it can for later beside every first visit, and what goes through it Playwright cannot put
    // anything in the way of; what moves is waited for. Both are there in a borrower's whole way and in payments, the
    // worker in the journeys that are about it as well.
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

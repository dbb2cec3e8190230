import { defineConfig } from 'vitest/config';

/** Tests beside the code, contracts, properties and fences; journeys run in a real browser by Playwright. */
export default defineConfig({
  test: {
    include: ['renderer/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    exclude: [
      ...['**/node_modules/**', 'dist/**', 'tests/journeys/**'],
      // These measure time, and take minutes.
      ...(process.env['CAPIZ_LONG'] === '1' ? [] : ['tests/reliability/return.test.ts']),
    ],
    environment: 'node',
    // After this a test hangs: a build of the page in a test takes 7 s, and a minute on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { TZ: 'Asia/Manila' },
    // How long a test waits for something: a busy machine is slow, and a test that waits in vain fails all the same.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: 'tests/set-up-document.ts',
  },
});

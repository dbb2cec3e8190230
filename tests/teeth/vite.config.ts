import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import project from '../../vite.config.ts';

/** Runs the tests of one group, which `teeth.mjs` names, over code with one fault. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: { ...project.test, include: (process.env['CAPIZ_TEETH'] ?? '').split(',') },
});

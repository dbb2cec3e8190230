import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULT_CODES } from './fault-codes.ts';

/** Folders with code that reports faults. */
const FOLDERS = ['renderer/runtime', 'renderer/screen', 'renderer/actions', 'src/borrower'];
/** Strings of the same form that are not codes. */
const OTHERS = /^(?:image\/(?:avif|gif|jpeg|png|webp)$|text\/(?:css|html|javascript)$|application\/|capiz\/)/;

it('lists exactly the codes that the engine has', () => {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
      if (/\.test\.tsx?$|testing\.tsx?$|vite\.config|\.d\.ts$/.test(file)) continue;
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      for (const line of lines.filter((one) => !/^\s*(?:import|\/\/|\*)/.test(one)))
        for (const [, code = ''] of line.matchAll(/'([a-z]+(?:-[a-z]+)*\/[a-z-]+)'/g))
          if (!OTHERS.test(code)) found.add(code);
    }
  }
  expect([...found].sort()).toEqual([...FAULT_CODES].sort());
});

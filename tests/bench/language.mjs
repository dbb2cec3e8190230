/**
 * `npm run bench -- language`: `capiz lsp` over a project of 2,000 documents: the first problems of the open document, the
 * problems after a letter, and completion.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPrograms } from './programs.mjs';
import { figureOf, judge } from './table.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const NODES = 300;
const MOST_FIRST_MS = 3000;
const MOST_LETTER_MS = 100;
const SIZES = {
  quick: { rounds: 1, documents: 100, letters: 4 },
  usual: { rounds: 3, documents: 2000, letters: 20 },
  full: { rounds: 5, documents: 2000, letters: 60 },
};

export async function benchLanguage(size) {
  const { rounds, documents, letters } = SIZES[size];
  const programs = await buildPrograms('language');
  // Builds the command line, which is not a part of its start.
  spawnSync(process.execPath, [join(ROOT, 'bin/capiz.mjs'), 'help']);
  const folder = mkdtempSync(join(tmpdir(), 'capiz-language-'));
  try {
    programs.writeProject(ROOT, folder, documents, NODES);
    const found = [];
    for (let round = 0; round < rounds; round += 1)
      found.push(await programs.timeLanguageServer(folder, letters));
    const row = (what, values, most) => ({
      ...{ what, at: `${documents} documents`, unit: 'ms', figures: { capiz: figureOf(values) } },
      ...(most !== undefined && { budget: { page: 'capiz', ...judge(values, most) } }),
    });
    const rows = [
      row(
        'from the start to the first problems',
        found.map(({ firstMs }) => firstMs),
        MOST_FIRST_MS,
      ),
      row(
        'from a letter to its problems',
        found.flatMap(({ letterMs }) => letterMs),
        MOST_LETTER_MS,
      ),
      row(
        'completion after a letter',
        found.flatMap(({ completionMs }) => completionMs),
      ),
    ];
    return { title: 'Language server', rows, notes: ['The editor runs on the same machine.'] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

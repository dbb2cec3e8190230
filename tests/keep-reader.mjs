/**
 * `node tests/keep-reader.mjs`: stores the built borrower's page and the definitions as the client and definitions of their
 * grammar. Run it once before the grammar number is raised. `tests/journeys/readers.spec.ts` runs stored clients against the
 * current server; `tests/contract/history.test.ts` reads stored definitions.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

const READERS = 'fixtures/readers';
const HISTORY = 'fixtures/history';
const ENDING = '.json.br';

/** Folders as one compressed text: base64 by path, relative to `base`. */
function pack(base, folders) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(base, join(entry.parentPath, entry.name))),
  );
  const files = paths.sort().map((path) => [path, readFileSync(join(base, path)).toString('base64')]);
  return brotliCompressSync(JSON.stringify(Object.fromEntries(files)));
}

export function readPacked(path) {
  const files = JSON.parse(brotliDecompressSync(readFileSync(path)).toString());
  return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')]));
}

export function listKept() {
  return readdirSync(READERS)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => Number(name.slice(0, -ENDING.length)))
    .sort((a, b) => a - b);
}

export function unpack(grammar, folder) {
  for (const [path, bytes] of readPacked(join(READERS, `${grammar}${ENDING}`))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

if (import.meta.filename === process.argv[1]) {
  const [, grammar] = /GRAMMAR = (\d+)/.exec(readFileSync('renderer/plan/grammar.ts', 'utf8')) ?? [];
  writeFileSync(join(READERS, grammar + ENDING), pack('dist/borrower', ['.']));
  writeFileSync(join(HISTORY, grammar + ENDING), pack('.', ['screens', 'schemas/api']));
  process.stdout.write(`The page and the definitions of grammar ${grammar} are kept.\n`);
}

/**
 * `node tests/keep-reader.mjs`: stores the built borrower's page and the definitions as the client and definitions of their
 * grammar, and the list of what the grammar has. Run it once before the grammar number is raised. `tests/journeys/readers.spec.ts` runs
 * stored clients against the current server; `tests/contract/history.test.ts` reads stored definitions;
 * `tests/contract/released-grammar.test.ts` refuses additions to a grammar that is out.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

const READERS = 'fixtures/readers';
const HISTORY = 'fixtures/history';
const ENDING = '.json.br';
export const RELEASED = `${READERS}/released.json`;

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

/**
 * All members and words of the grammar's schemas, each with its grammar: `widgets/check.schema.json#/properties/label` → 1. The word
 * "digits" of a member is `…/accept=digits`.
 *
 * @returns {Map<string, number>}
 */
export function listPieces() {
  const pieces = new Map();
  const visit = (value, at, since) => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, `${at}/${index}`, since));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const own = value['x-since'];
    const from = typeof own === 'number' ? own : since;
    for (const word of [...(value.enum ?? []), ...(value['x-words'] ?? [])]) {
      pieces.set(`${at}=${word}`, own?.[word] ?? from);
    }
    for (const [name, part] of Object.entries(value)) {
      if (name === 'examples' || name === 'default') continue;
      const pointer = `${at}/${name}`;
      if (at.endsWith('/properties'))
        pieces.set(pointer, part['x-since']?.constructor === Number ? part['x-since'] : from);
      visit(part, pointer, from);
    }
  };
  for (const path of readdirSync('schemas', { recursive: true })) {
    if (path.endsWith('.schema.json') && !OF_TOOLS.has(path)) {
      visit(JSON.parse(readFileSync(join('schemas', path), 'utf8')), `${path}#`, 1);
    }
  }
  for (const [name, { since }] of Object.entries(
    JSON.parse(readFileSync('schemas/functions.json', 'utf8')),
  )) {
    pieces.set(`functions.json#/${name}`, since);
  }
  return pieces;
}

/** Schemas of files that no page reads, so they have no grammar. */
const OF_TOOLS = new Set(
  ['scenario', 'scripts', 'service', 'states', 'tokens'].map((name) => `${name}.schema.json`),
);

if (import.meta.filename === process.argv[1]) {
  const [, grammar] = /GRAMMAR = (\d+)/.exec(readFileSync('renderer/plan/grammar.ts', 'utf8')) ?? [];
  writeFileSync(join(READERS, grammar + ENDING), pack('dist/borrower', ['.']));
  writeFileSync(join(HISTORY, grammar + ENDING), pack('.', ['screens', 'schemas/api']));
  const pieces = [...listPieces()].filter(([, since]) => since <= Number(grammar)).map(([piece]) => piece);
  writeFileSync(
    RELEASED,
    `${JSON.stringify({ grammar: Number(grammar), pieces: pieces.sort() }, null, 1)}\n`,
  );
  process.stdout.write(`The page and the definitions of grammar ${grammar} are kept.\n`);
}

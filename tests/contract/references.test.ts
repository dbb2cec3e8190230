import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import { type Renaming, renameInProject } from '#renderer/grammar/rename.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { documentKind } from '#renderer/grammar/world.ts';
import { Lines } from '#renderer/grammar/places.ts';
import { createProjectTexts } from '#src/language-service/project-texts.ts';
import { referencesTo, usesOf } from '#src/language-service/references.ts';
import { openHere, symbolAt, symbolOf } from '#src/language-service/symbols.ts';
import { changesBetween } from '#src/shared/text-changes.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';

const FILES = readProjectFiles('.');
const PROJECT = createProjectTexts(FILES);
const textOf = (file: string): string => FILES.find(({ path }) => path === file)?.text ?? '';

/** Offsets of names in a document: of member names, and of each name in a text. */
function offsetsIn(file: string): readonly number[] {
  return [...textOf(file).matchAll(/[A-Za-z_][\w-]*(?="|[.\s)\]}?:,])/g)].map(({ index }) => index);
}

function symbolsOf(file: string) {
  return offsetsIn(file).flatMap((offset) => {
    const symbol = symbolAt(PROJECT, file, offset);
    return symbol === undefined ? [] : [{ offset, symbol }];
  });
}

const spell = (file: string, line: number, column: number): string => `${file}:${line}:${column}`;

describe('names of the product', () => {
  const documents = FILES.map(({ path }) => path).filter((path) =>
    ['screen', 'part', 'app', 'endpoint'].includes(documentKind(path)?.kind ?? ''),
  );
  const sample = documents.filter((_path, at) => process.env['CAPIZ_LONG'] === '1' || at % 12 === 0);

  it.each(sample)('are found among the references of their declaration, %s', (file) => {
    const lines = new Lines(textOf(file));
    const known = new Map<string, ReadonlySet<string>>();
    const missing = symbolsOf(file).filter(({ offset, symbol }) => {
      const key = JSON.stringify(symbol.declared);
      const places =
        known.get(key) ??
        new Set(referencesTo(PROJECT, symbol).map((one) => spell(one.file, one.line, one.column)));
      known.set(key, places);
      const { line, column } = lines.place(file, '', offset, 1);
      // The place of a text begins at its quotes.
      return !places.has(spell(file, line, column)) && !places.has(spell(file, line, column - 1));
    });
    expect(
      missing.map(({ offset, symbol }) => `${textOf(file).slice(offset, offset + 30)} ${symbol.kind}`),
    ).toEqual([]);
  });

  it('that stand in an expression are known, but for roots, functions and words', () => {
    const file = 'screens/order.screen.json';
    const paths = [...textOf(file).matchAll(/\b(?:state|params|data|session|kept|values)\.\w+/g)];
    const unknown = paths.filter(
      ({ 0: path, index }) => symbolAt(PROJECT, file, index + path.indexOf('.') + 2) === undefined,
    );
    expect(paths.length).toBeGreaterThan(30);
    expect(unknown.map(([path]) => path)).toEqual([]);
  });
});

/** The places that a renaming changes, without those in catalogues. */
function renamedPlaces(renaming: Renaming): readonly string[] {
  const renamed = renameInProject(FILES, renaming);
  if (typeof renamed === 'string') throw new Error(renamed);
  const former = new Map([...renamed.moved].map(([from, to]) => [to, from]));
  return renamed.files
    .flatMap(({ path, text }) => {
      const file = former.get(path) ?? path;
      const lines = new Lines(textOf(file));
      if (file.includes('/messages/') || text === textOf(file)) return [];
      return changesBetween(textOf(file), text).map(
        ({ from }) => `${file}:${lines.place(file, '', from, 1).line}`,
      );
    })
    .sort();
}

function referencedLines(file: string, pointer: string, part: 'key' | 'value'): readonly string[] {
  const source = FILES.find(({ path }) => path === file);
  const place = source && parseFile(source).document?.place(pointer, part);
  if (place === undefined) throw new Error(`${file} has no ${pointer}.`);
  const offset =
    textOf(file)
      .split('\n')
      .slice(0, place.line - 1)
      .join('\n').length +
    place.column +
    1;
  const symbol = symbolAt(PROJECT, file, offset);
  if (symbol === undefined) throw new Error(`There is no name at ${pointer}.`);
  return [...new Set(referencesTo(PROJECT, symbol).map((one) => `${one.file}:${one.line}`))].sort();
}

describe('references', () => {
  it.each([
    ['screen', 'screens/repay-code.screen.json'],
    ['screen', 'screens/in-app-home.screen.json'],
    ['part', 'screens/parts/pay-code.part.json'],
  ] as const)('of a %s are the places that a renaming changes, %s', (kind, file) => {
    const from = documentKind(file)?.name ?? '';
    expect(referencedLines(file, '/id', 'value')).toEqual([
      ...new Set(renamedPlaces({ kind, from, to: `${from}-2` })),
    ]);
  });

  it('of a state are the places that a renaming changes', () => {
    const file = 'screens/order.screen.json';
    const states = Object.keys((JSON.parse(textOf(file)) as { state?: object }).state ?? {});
    expect(states.length).toBeGreaterThan(0);
    for (const from of states) {
      const renamed = renamedPlaces({ kind: 'state', file, from, to: 'quiteAnother' });
      expect(referencedLines(file, `/state/${from}`, 'key')).toEqual([...new Set(renamed)]);
    }
  });
});

describe('renaming by references', () => {
  /** Names of each kind that a screen or app.json declares, the first of each document. */
  const samples = FILES.flatMap(({ path, text }) => {
    const kind = documentKind(path)?.kind;
    if (kind !== 'screen' && kind !== 'part' && kind !== 'app') return [];
    const value = JSON.parse(text) as Record<string, unknown>;
    const groups =
      kind === 'app'
        ? ['carried', 'values', 'lists']
        : ['params', 'data', 'values', 'lists', 'timers', 'overlays'];
    return groups.flatMap((group) => {
      const [name] = Object.keys((value[group] ?? {}) as object);
      return name === undefined ? [] : [{ path, pointer: `/${group}/${name}`, name }];
    });
  });
  const chosen = samples.filter((_one, at) => process.env['CAPIZ_LONG'] === '1' || at % 12 === 0);

  it.each(chosen)('keeps the project sound, $path $pointer', ({ path, pointer, name }) => {
    const here = openHere(PROJECT, path);
    const symbol = here && symbolOf(here, pointer, 'key', 0);
    if (symbol === undefined) throw new Error('There is no name.');
    const to = /^[a-z-]+$/.test(name) && name.includes('-') ? `${name}-two` : `${name}Two`;
    const fresh = /\/(?:lists|overlays)\//.test(pointer) ? `${name}-two` : to;
    const renamed = renameInProject(FILES, {
      ...{ kind: 'name', from: name, to: fresh, uses: usesOf(PROJECT, symbol) },
      ...(symbol.kind === 'param' && !path.includes('/parts/') && { inAddresses: symbol.declared }),
    });
    if (typeof renamed === 'string') throw new Error(renamed);
    const changed = renamed.files.filter(({ text }, at) => text !== FILES[at]?.text);
    expect(changed.map((one) => one.path)).toContain(symbol.declared.file);
    // A translation that lost its text would be a new problem.
    expect(checkProject(renamed.files).map(({ code }) => code)).toEqual(
      checkProject(FILES).map(({ code }) => code),
    );
  });
});

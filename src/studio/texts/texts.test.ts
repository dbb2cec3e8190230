import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { editCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { readMessages, type ShownMessage } from '#renderer/grammar/messages.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { catalogueOf, filterRows, readTranslations, rowsOf, sayOtherwise, type TextRow } from './rows.ts';
import { changesIn, readChanges, tableOf } from './table.ts';

const ROOT = join(import.meta.dirname, '../../../fixtures/bad/world');
const LANGUAGE = 'de';
const PATH = catalogueOf(LANGUAGE);

let files: readonly SourceFile[];
let messages: readonly ShownMessage[];
beforeAll(() => {
  files = readProjectFiles(ROOT);
  const read = readMessages(files);
  if ('errors' in read) throw new Error(read.errors[0]?.message);
  ({ messages } = read);
});

const catalogue = (members: object): string =>
  `${JSON.stringify({ $schema: '../../schemas/messages.schema.json', language: LANGUAGE, ...members }, null, 2)}\n`;
const withCatalogue = (text: string): readonly SourceFile[] => [
  ...files.filter(({ path }) => path !== PATH),
  { path: PATH, text },
];
const rows = (text: string): readonly TextRow[] =>
  rowsOf(messages, readTranslations(new Map([[PATH, text]]), [LANGUAGE, 'source']));
/** A text without placeholders, and its row with a catalogue. */
const plain = (): ShownMessage => {
  const found = messages.find(
    ({ source, context, uses }) => !source.includes('{') && !context && uses.length > 0,
  );
  if (found === undefined) throw new Error('The project has no plain text.');
  return found;
};
const rowOf = (text: string, { id }: ShownMessage): TextRow => {
  const found = rows(text).find(({ message }) => message.id === id);
  if (found === undefined) throw new Error(`No row of ${id}.`);
  return found;
};
const say = (text: string, message: ShownMessage, saying: Parameters<typeof sayOtherwise>[3]): string => {
  const [cell] = rowOf(text, message).cells;
  if (cell === undefined) throw new Error('No language.');
  return sayOtherwise(text, message, cell, saying);
};

describe('rowsOf and filterRows', () => {
  it('has a cell for each language except the source', () => {
    expect(rows(catalogue({ messages: {} }))).toHaveLength(messages.length);
    expect(rowOf(catalogue({ messages: {} }), plain()).cells).toEqual([
      { language: LANGUAGE, isMissing: true, isTooLong: false },
    ]);
  });
  it('does not report missing translations of a partial catalogue', () => {
    const [cell] = rowOf(catalogue({ partial: true, messages: {} }), plain()).cells;
    expect(cell?.isMissing).toBe(false);
  });
  it('reports a text that is longer than the pseudo-language, with a tolerance for short words', () => {
    const message = plain();
    const filled = (text: string) => rows(catalogue({ messages: { [message.source]: text } }));
    const long = (text: string) =>
      filterRows(filled(text), { words: '', only: 'long' }).map((row) => row.message.id);
    const fitting = Math.floor(message.source.length * 1.4) + 10;
    expect(long('w'.repeat(fitting))).toEqual([]);
    expect(long('w'.repeat(fitting + 1))).toEqual([message.id]);
  });
  it('finds rows by text in any language, by missing translations, and by document', () => {
    const message = plain();
    const all = rows(catalogue({ messages: { [message.source]: { text: 'Ein Wort', draft: true } } }));
    const ids = (filter: Partial<Parameters<typeof filterRows>[1]>) =>
      filterRows(all, { words: '', only: 'all', ...filter }).map((row) => row.message.id);
    expect(ids({ words: ' ein WORT' })).toEqual([message.id]);
    expect(ids({ words: message.source })).toContain(message.id);
    expect(ids({ only: 'drafts' })).toEqual([message.id]);
    expect(ids({ only: 'missing' })).toHaveLength(messages.length - 1);
    const [use] = message.uses;
    expect(ids({ files: new Set([use?.file ?? '']) })).toContain(message.id);
    expect(ids({ files: new Set(['screens/nowhere.screen.json']) })).toEqual([]);
  });
  it('keeps a row that is being translated, although it does not match any more', () => {
    const message = plain();
    const all = rows(catalogue({ messages: { [message.source]: 'S' } }));
    const found = filterRows(all, { words: 'zebra', only: 'missing' }, new Set([message.id]));
    expect(found.map((row) => row.message.id)).toEqual([message.id]);
  });
});

describe('sayOtherwise', () => {
  it('writes a draft first, removes the draft mark on confirmation, and removes an empty entry', () => {
    const message = plain();
    const empty = catalogue({ messages: {} });
    const drafted = say(empty, message, { text: 'Ein Wort' });
    expect(JSON.parse(drafted)).toMatchObject({
      messages: { [message.source]: { text: 'Ein Wort', draft: true } },
    });
    const sure = say(drafted, message, { isDraft: false });
    expect(JSON.parse(sure)).toMatchObject({ messages: { [message.source]: 'Ein Wort' } });
    expect(JSON.parse(say(sure, message, { text: '' }))).toMatchObject({ messages: {} });
  });
  it('writes one plural form and keeps the others', () => {
    const message = plain();
    const plural = { plural: 'days', forms: { one: 'Tag', other: 'Tage' } };
    const text = say(catalogue({ messages: { [message.source]: plural } }), message, {
      category: 'one',
      text: 'T',
    });
    expect(JSON.parse(text)).toMatchObject({
      messages: { [message.source]: { plural: 'days', forms: { one: 'T', other: 'Tage' } } },
    });
  });
});

describe('does not replace an entry that no field can show', () => {
  const entries: readonly (readonly [string, unknown])[] = [
    ['a text that is a number', 5],
    ['no text', { draft: true }],
    ['a text with forms', { text: 'A', forms: { other: 'B' } }],
    ['a text and its forms', { text: 'A', plural: 'n', forms: { other: 'B' } }],
    ['a plural form that is a number', { plural: 'n', forms: { other: 'A', one: 1 } }],
    ['an unknown member', { text: 'A', note: 'B' }],
    ['a list', ['A']],
    ['a carriage return', 'A\rB'],
    ['null', null],
  ];
  it.each(entries)('%s', (_what, written) => {
    const text = catalogue({ messages: { [plain().source]: written } });
    const [cell] = rowOf(text, plain()).cells;
    expect(JSON.parse(cell?.closed?.written ?? '')).toEqual(written);
    for (const saying of [{ text: 'x' }, { text: '' }, { isDraft: false }])
      expect(say(text, plain(), saying)).toBe(text);
  });

  it('in a catalogue that cannot be parsed', () => {
    const whole = catalogue({ messages: { [plain().source]: 'A' } });
    const text = whole.slice(0, -3);
    expect(rowOf(text, plain()).cells).toMatchObject([{ isMissing: false, closed: { pointer: '' } }]);
    expect(say(text, plain(), { text: 'x' })).toBe(text);
  });

  it('keeps `for` if only the draft mark is changed', () => {
    const text = catalogue({ messages: { [plain().source]: { text: 'A', draft: true, for: 'B' } } });
    const read = JSON.parse(say(text, plain(), { isDraft: false })) as { messages: object };
    expect(read.messages).toEqual({ [plain().source]: { text: 'A', for: 'B' } });
  });

  it('changes only the text in every translation of the project', () => {
    for (const language of ['en-PH', 'fil-PH']) {
      const text = readFileSync(catalogueOf(language), 'utf8');
      const [read] = readTranslations(new Map([[catalogueOf(language), text]]), [language]);
      const before = JSON.parse(text) as object;
      for (const [id, entry] of read?.entries ?? []) {
        expect(read?.closed(id)).toBeUndefined();
        const message = { ...entry, uses: [] };
        const cell = { language, entry, isMissing: false, isTooLong: false };
        const [category = 'other', words = ''] = Object.entries(entry.forms)[0] ?? [];
        const typed = sayOtherwise(text, message, cell, { category, text: `${words}!` });
        const back = sayOtherwise(typed, message, cell, { category, text: words });
        expect([id, JSON.parse(back)]).toEqual([id, before]);
      }
    }
  });
});

describe('a translation table', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('changes nothing if it is imported unchanged', () => {
    const back = readChanges(files, LANGUAGE, bytes(tableOf(files, LANGUAGE)));
    expect(back).toEqual({ edits: [], problems: [] });
  });
  it('shows its changes before they are applied', () => {
    const message = plain();
    const before = withCatalogue(catalogue({ messages: { [message.source]: 'Ein Wort' } }));
    const table = tableOf(before, LANGUAGE).replace('Ein Wort', 'Zwei Wörter');
    const { edits, problems } = readChanges(before, LANGUAGE, bytes(table));
    const text = before.find(({ path }) => path === PATH)?.text ?? '';
    expect([changesIn({ path: PATH, text }, edits), problems]).toEqual([
      [{ source: message.source, before: 'Ein Wort', after: 'Zwei Wörter' }],
      [],
    ]);
    expect(JSON.parse(editCatalogue(text, edits))).toMatchObject({
      messages: { [message.source]: 'Zwei Wörter' },
    });
  });
  it('is imported into the catalogue as it is now', () => {
    const message = plain();
    const before = withCatalogue(catalogue({ messages: { [message.source]: 'Ein Wort' } }));
    const table = tableOf(before, LANGUAGE).replace('Ein Wort', 'Zwei Wörter');
    const { edits } = readChanges(before, LANGUAGE, bytes(table));
    const written = catalogue({ messages: { [message.source]: 'Drei', Meanwhile: 'Inzwischen' } });
    expect(changesIn({ path: PATH, text: written }, edits)[0]?.before).toBe('Drei');
    expect(JSON.parse(editCatalogue(written, edits))).toMatchObject({
      messages: { [message.source]: 'Zwei Wörter', Meanwhile: 'Inzwischen' },
    });
  });
  it('reports an unknown text with its line', () => {
    const table = 'source,translation\r\nNobody says this,Niemand\r\n';
    expect(readChanges(files, LANGUAGE, bytes(table)).problems).toMatchObject([{ line: 2 }]);
    expect(() => readChanges(files, LANGUAGE, new Uint8Array([0xff, 0xfe, 0x41]))).toThrow('UTF-8');
  });
  it('is not available while a document has an error', () => {
    const broken = [...files, { path: 'screens/broken.screen.json', text: '{' }];
    expect(() => tableOf(broken, LANGUAGE)).toThrow('error');
  });
});

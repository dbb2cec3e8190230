import { beforeEach, describe, expect, it } from 'vitest';
import { editCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { readMessages } from '#renderer/grammar/messages.ts';
import type { Json } from '#renderer/grammar/json.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { onBothEngines, smallProject } from '#src/server/registry/testing.ts';
import { createApi } from '../api.ts';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { findOutdated } from './outdated.ts';
import { openPast } from './past.ts';
import {
  canBeRight,
  catalogueOf,
  filterRows,
  readTranslations,
  rowsOf,
  sayRight,
  type TextRow,
} from './rows.ts';
import { readChanges, tableOf } from './table.ts';

const LANGUAGES = { default: 'en', list: ['en', 'de', 'source'], fallback: { de: ['en'] } };
const DE = catalogueOf('de');
const EN = catalogueOf('en');

/**
 * A screen with one text, and its translations. `en`, the default language, has only texts that differ from the
 * definition.
 */
interface Said {
  readonly text: string;
  readonly en?: Json;
  readonly de?: Json;
}

function filesOf({ text, en = {}, de = {} }: Said): readonly SourceFile[] {
  const shelf = { body: [{ type: 'section', title: 'Title', body: [{ type: 'text', text }] }] };
  const options = { app: { languages: LANGUAGES }, messages: { en, de } };
  return [...smallProject(shelf, options)].map(([path, bytes]) => ({
    path,
    text: path === EN ? bytes.toString('utf8').replace('{', '{ "partial": true,') : bytes.toString('utf8'),
  }));
}

onBothEngines('translations that may be out of date', ({ database }) => {
  let registry: TestRegistry;
  let ana: Ask;
  beforeEach(async () => {
    let now = Date.parse('2026-03-06T09:00:00+08:00');
    registry = await openTestRegistry(() => (now += 60_000), database());
    ana = await registry.askAs('ana');
  });
  const goLive = (said: Said) =>
    registry.goLive(ana, new Map(filesOf(said).map(({ path, text }) => [path, Buffer.from(text)])));

  /** The rows of the studio's table of texts for a draft with these texts. */
  async function look(said: Said) {
    const api = createApi(ana);
    const { release = '' } = (await api.readLive()) ?? {};
    const base = await api.readFiles(release);
    const files = filesOf(said);
    const read = readMessages(files);
    if ('errors' in read) throw new Error(read.errors[0]?.message);
    const translations = readTranslations(
      new Map(files.map((file) => [file.path, file.text])),
      LANGUAGES.list,
    );
    const outdated = await findOutdated({
      ...{ messages: read.messages, translations, standard: 'en', past: openPast(ana, base.files) },
      documents: new Map(files.map((file) => [file.path, file])),
    });
    const rows = rowsOf(read.messages, translations, outdated);
    const marked = filterRows(rows, { words: '', only: 'outdated' });
    return { files, read, outdated, rows, marked };
  }
  /** Outdated texts with the wording of their translation. */
  async function marksOf(said: Said): Promise<readonly string[]> {
    const { marked } = await look(said);
    return marked.map(({ message, cells }) => {
      const of = cells.flatMap(({ language, outdated }) =>
        outdated ? [`${language} ${outdated.writtenFor}`] : [],
      );
      return `${message.source}: ${of.join(', ')}`;
    });
  }

  describe('a text that was changed in its definition', () => {
    const before = { text: 'Pay now', de: { 'Pay now': 'Jetzt zahlen', Title: 'Titel' } };
    const after = { ...before, text: 'Pay today' };

    it('suggests the translation of the earlier text at the same location, in the draft and after publishing', async () => {
      await goLive(before);
      expect(await marksOf(before)).toEqual([]);
      expect(await marksOf(after)).toEqual(['Pay today: de Pay now']);
      await goLive(after);
      expect(await marksOf(after)).toEqual(['Pay today: de Pay now']);
      // The translation is still suggested after other changes were published.
      await goLive({ ...after, en: { Title: 'A title' } });
      expect(await marksOf({ ...after, text: 'Pay at once' })).toEqual(['Pay at once: de Pay now']);
    });
    it('is not outdated after it was translated, or if it never had another wording', async () => {
      await goLive(before);
      expect(await marksOf({ ...after, de: { ...before.de, 'Pay today': 'Heute zahlen' } })).toEqual([]);
      await goLive({ text: 'New', de: {} });
      expect(await marksOf({ text: 'New', de: { Title: 'Titel' } })).toEqual([]);
    });
    it('takes over a confirmed translation and removes it from the old id', async () => {
      await goLive(before);
      const { files, marked } = await look(after);
      const row = marked[0] as TextRow;
      const cell = row.cells.find(({ language }) => language === 'de');
      if (cell?.outdated === undefined) throw new Error('Nothing is marked.');
      expect(canBeRight(row.message, cell.outdated)).toBe(true);
      expect(canBeRight({ ...row.message, source: 'Pay {amount}' }, cell.outdated)).toBe(false);
      const text = files.find(({ path }) => path === DE)?.text ?? '';
      const right = sayRight(text, row.message, cell, { said: 'Pay today', isShown: () => false });
      expect((JSON.parse(right) as Json)['messages']).toEqual({
        'Pay today': 'Jetzt zahlen',
        Title: 'Titel',
      });
      const shared = sayRight(text, row.message, cell, { said: 'Pay today', isShown: () => true });
      expect((JSON.parse(shared) as Json)['messages']).toMatchObject({ 'Pay now': 'Jetzt zahlen' });
      expect(await marksOf({ ...after, de: (JSON.parse(right) as { messages: Json }).messages })).toEqual([]);
    });
  });

  describe('a text that was changed only in the catalogue of the default language', () => {
    const before = { text: 'Pay now', de: { 'Pay now': 'Jetzt zahlen' } };
    const after = { ...before, en: { 'Pay now': 'Pay today' } };

    it('has an outdated translation, in the draft and after publishing, until it is translated again', async () => {
      await goLive(before);
      expect(await marksOf(after)).toEqual(['Pay now: de Pay now']);
      await goLive(after);
      await goLive({ ...after, de: { ...before.de, Title: 'Titel' } });
      expect(await marksOf(after)).toEqual(['Pay now: de Pay now']);
      const anew = { ...after, de: { 'Pay now': 'Heute zahlen' } };
      expect(await marksOf(anew)).toEqual([]);
      await goLive(anew);
      expect(await marksOf(anew)).toEqual([]);
      // The last change of the translation counts.
      expect(await marksOf({ ...anew, en: { 'Pay now': 'Pay soon' } })).toEqual(['Pay now: de Pay today']);
      expect(await marksOf({ ...anew, en: {} })).toEqual(['Pay now: de Pay today']);
    });
    it('is not outdated after a confirmation, until it changes again', async () => {
      await goLive(before);
      await goLive(after);
      const { files, marked } = await look(after);
      const row = marked[0] as TextRow;
      const cell = row.cells.find(({ language }) => language === 'de');
      const text = files.find(({ path }) => path === DE)?.text ?? '';
      if (cell === undefined) throw new Error('Nothing is marked.');
      const right = sayRight(text, row.message, cell, { said: 'Pay today', isShown: () => true });
      const { messages } = JSON.parse(right) as { messages: Json };
      expect(messages).toEqual({ 'Pay now': { text: 'Jetzt zahlen', for: 'Pay today' } });
      expect(await marksOf({ ...after, de: messages })).toEqual([]);
      await goLive({ ...after, de: messages });
      expect(await marksOf({ ...after, de: messages })).toEqual([]);
      const again = { ...after, en: { 'Pay now': 'Pay soon' }, de: messages };
      expect(await marksOf(again)).toEqual(['Pay now: de Pay today']);
    });
  });

  describe('a translator’s table', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const moved = { text: 'Pay today', de: { 'Pay now': 'Jetzt zahlen' } };
    const otherwise = { text: 'Pay now', en: { 'Pay now': 'Pay today' }, de: moved.de };

    it.each([
      ['of an earlier text', moved, 'Pay today,,,Jetzt zahlen,,yes,Pay now,', 'Pay today', 'Jetzt zahlen'],
      [
        'of a changed text',
        otherwise,
        'Pay now,,,Jetzt zahlen,,yes,Pay now,',
        'Pay now',
        { text: 'Jetzt zahlen', for: 'Pay today' },
      ],
    ])(
      'marks an outdated translation %s; an unchanged row changes nothing, and a removed mark confirms it',
      async (_title, said, line, source, written) => {
        await goLive({ text: 'Pay now', de: moved.de });
        const { files, outdated } = await look(said);
        const table = tableOf(files, 'de', outdated.get('de'));
        const before = files.find(({ path }) => path === DE)?.text ?? '';
        const imported = (edits: Parameters<typeof editCatalogue>[1]): unknown =>
          JSON.parse(editCatalogue(before, edits));
        expect(table).toContain('draft,may be out of date,written for,');
        expect(table).toContain(line);
        expect(readChanges(files, 'de', bytes(table))).toEqual({ edits: [], problems: [] });
        const back = readChanges(files, 'de', bytes(table.replace(line, line.replace(',yes,', ',,'))));
        expect(back.problems).toEqual([]);
        expect((imported(back.edits) as { messages: Json }).messages[source]).toEqual(written);
        // A changed translation is accepted, whether or not its row still has the mark.
        const anew = readChanges(files, 'de', bytes(table.replace(line, line.replace('Jetzt', 'Heute'))));
        expect((imported(anew.edits) as { messages: Json }).messages[source]).toBe('Heute zahlen');
        const wrong = readChanges(files, 'de', bytes(table.replace(line, line.replace(',yes,', ',maybe,'))));
        expect(wrong.problems[0]?.message).toContain('yes or no');
      },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { PSEUDO_LANGUAGE } from '#src/shared/pseudo-language.ts';
import { nodeOf } from '../model/nodes.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import type { Change } from '../properties/write.ts';
import { SCREEN_TITLE } from '../stage/scene.ts';
import { catalogueOf } from '../texts/rows.ts';
import { LIBRARY_FIXTURES } from '../testing.ts';
import { sceneOf, statesOfScreen } from '../model/version.ts';
import { readWords, wordsOf } from './words.ts';
import { writingOf } from './writing.ts';

const FILE = 'screens/shelf.screen.json';
const PLACE = { file: FILE, pointer: '/body/0' };

function open(node: object): Workspace {
  return openWorkspace({
    base: library(
      { body: [{ type: 'text', id: 'words', ...node }] },
      {
        app: { languages: { default: 'en', list: ['en', 'de', 'source'] } },
        messages: { de: { Silence: 'Ruhe', Noise: '' }, en: {} },
      },
    ),
  });
}

/**
 * The rendered text in a language, with the language of the catalogue that contains it, or `the node`. Undefined if
 * the text cannot be edited inline.
 */
function find(text: unknown, language: string, said: { [id: string]: string } = {}) {
  const view = open({ text }).snapshot();
  const [first] = wordsOf(view, PLACE, { language, said });
  return first && [first.drawn, first.language ?? 'the node'];
}

describe('wordsOf', () => {
  it('finds a text of the node in the default language, and of the catalogue in another one', () => {
    expect(find('Silence', 'en')).toEqual(['Silence', 'the node']);
    expect(find('Silence', 'source')).toEqual(['Silence', 'the node']);
    expect(find('Silence', 'de', { Silence: 'Ruhe' })).toEqual(['Ruhe', 'de']);
    // An edit adds the missing translation to the catalogue, and does not change the source.
    expect(find('Noise', 'de')).toEqual(['Noise', 'de']);
  });

  it('leaves out expressions, templates, escapes, and texts that are not translated', () => {
    expect(find('Silence of ${params.query}', 'en')).toBeUndefined();
    expect(find('$${silence}', 'en')).toBeUndefined();
    expect(find({ choose: ['Silence'] }, 'en')).toBeUndefined();
    expect(find('Silence', PSEUDO_LANGUAGE)).toBeUndefined();
  });

  it('finds nothing while the document does not parse', () => {
    const workspace = open({ text: 'Silence' });
    const text = workspace.snapshot().texts.get(FILE) ?? '';
    workspace.edit({ label: 'Half a word', changes: { [FILE]: text.replace('"Silence"', '"Sile') } });
    expect(wordsOf(workspace.snapshot(), PLACE, { language: 'en', said: {} })).toEqual([]);
  });
});

describe('inline editing', () => {
  function begin(language: string, at?: string) {
    const workspace = open({ text: 'Silence' });
    const change: Change = (label, edit, { file }, gesture) => {
      const { text } = edit({ path: file, text: workspace.snapshot().texts.get(file) ?? '' });
      workspace.edit({ label, changes: { [file]: text }, ...(gesture !== undefined && { gesture }) });
    };
    const { good: compiled, goodFiles: files } = workspace.snapshot();
    const version = compiled && { compiled, files };
    const [state] = version ? statesOfScreen(version, LIBRARY_FIXTURES, 'shelf') : [];
    const scene =
      version &&
      state &&
      sceneOf(version, LIBRARY_FIXTURES, state, {
        language,
        theme: 'light',
        textScale: 1,
        reader: undefined,
      });
    const writing = () => writingOf({ workspace, view: workspace.snapshot(), scene, mayEdit: true, change });
    const [node] = Object.keys(compiled?.screens['shelf']?.origins ?? {});
    const [words] = writing().of({ node: at ?? node ?? '', screen: 'shelf' });
    if (words === undefined) throw new Error('Nothing can be written there.');
    const read = () => readWords(workspace.snapshot(), words);
    const says = () => nodeOf(workspace.snapshot(), PLACE)?.values['text'];
    return { workspace, writing, words, read, says };
  }

  it('makes one undo step, which `takeBack` removes completely', () => {
    const { workspace, writing, words, read, says } = begin('en');
    writing().write(words, 'Q', 'one');
    writing().write(words, 'Quiet', 'one');
    expect(says()).toBe('Quiet');
    expect(workspace.steps().done.map(({ label }) => label)).toEqual(['Text of “Q”']);
    // Another session is another step.
    writing().write(words, 'Hush', 'two');
    writing().takeBack('two');
    expect(read()).toBe('Quiet');
    // A session without edits changes nothing.
    writing().takeBack('three');
    expect(read()).toBe('Quiet');
    expect(workspace.undo()).toEqual([FILE]);
    expect(says()).toBe('Silence');
  });

  it('allows an incomplete expression, and removes an optional property with an empty text', () => {
    const { writing, words, read } = begin('en');
    writing().write(words, 'Quiet ${', 'one');
    expect(read()).toBe('Quiet ${');
    writing().write(words, '', 'one');
    expect(read()).toBe('');
  });

  it('writes to the catalogue in another language, and keeps the text of the node', () => {
    const { workspace, writing, words, read, says } = begin('de');
    writing().write(words, 'Stille', 'one');
    expect([read(), says()]).toEqual(['Stille', 'Silence']);
    expect(JSON.parse(workspace.snapshot().texts.get(catalogueOf('de')) ?? '')).toMatchObject({
      messages: { Silence: 'Stille', Noise: '' },
    });
    writing().takeBack('one');
    expect(read()).toBe('Ruhe');
  });

  it('edits the title of the screen', () => {
    const { workspace, writing, words, read } = begin('en', SCREEN_TITLE);
    const [before, title] = [read(), () => JSON.parse(workspace.snapshot().texts.get(FILE) ?? '') as object];
    writing().write(words, 'The', 'one');
    writing().write(words, 'The shelf', 'one');
    expect(read()).toBe('The shelf');
    expect(title()).toMatchObject({ title: 'The shelf' });
    expect(workspace.steps().done.map(({ label }) => label)).toEqual(['Title of Screen shelf']);
    writing().takeBack('one');
    expect(read()).toBe(before);
    const german = begin('de', SCREEN_TITLE);
    german.writing().write(german.words, 'Das Regal', 'one');
    expect([german.read(), german.words.language]).toEqual(['Das Regal', 'de']);
  });
});

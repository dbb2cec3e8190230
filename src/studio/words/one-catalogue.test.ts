import { describe, expect, it } from 'vitest';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { library } from '#renderer/grammar/testing.ts';
import { messageId } from '#renderer/plan/message.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { catalogueOf } from '../texts/rows.ts';
import { itemAt, outlineOf } from '../model/outline.ts';
import { documentOf } from '../model/nodes.ts';
import { writeProperty } from '../properties/write.ts';
import { keepApart, screensSaying } from './one-catalogue.ts';
import { translate, wordsOf } from './words.ts';

const HALL = 'screens/hall.screen.json';
const PLACE = { file: HALL, pointer: '/body/0' };
const DE = catalogueOf('de');

function roomOf(id: string) {
  const body = [{ type: 'text', id: 'words', text: 'Silence' }];
  return { $schema: '../schemas/screen.schema.json', grammar: GRAMMAR, id, title: id, body };
}

/** Two screens with the same text in three languages. */
function open() {
  const base = library(
    {},
    {
      screens: { hall: roomOf('hall'), attic: roomOf('attic') },
      app: { languages: { default: 'en', list: ['en', 'de', 'nl', 'source'] } },
      messages: { de: { Silence: 'Ruhe' }, nl: { Silence: { text: 'Stilte', draft: true } }, en: {} },
    },
  );
  return { workspace: openWorkspace({ base }), live: base.find(({ path }) => path === DE)?.text };
}

/** The text of a screen in a language. */
function said(workspace: Workspace, screen: string, language: string): unknown {
  const { good, problems } = workspace.snapshot();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { messages, body } = good?.screens[screen]?.plan ?? {};
  const context = JSON.stringify(body).includes('on hall') ? 'on hall' : undefined;
  return messages?.[language]?.[messageId('Silence', context)];
}

function find(workspace: Workspace) {
  const messages = workspace.snapshot().good?.screens['hall']?.plan.messages['de'] ?? {};
  const [words] = wordsOf(workspace.snapshot(), PLACE, { language: 'de', said: messages });
  if (words === undefined) throw new Error('It says nothing.');
  return words;
}

describe('screensSaying and keepApart', () => {
  it('find all screens with a translation, until one text gets a context', () => {
    const { workspace, live } = open();
    expect(screensSaying(workspace.snapshot(), find(workspace))).toEqual(['attic', 'hall']);
    const changes = keepApart(workspace.snapshot(), 'hall', find(workspace), live);
    workspace.edit({ label: 'Here only', changes });
    expect(find(workspace)).toMatchObject({
      source: 'Silence',
      context: 'on hall',
      drawn: 'Ruhe',
      language: 'de',
    });
    expect(screensSaying(workspace.snapshot(), find(workspace))).toEqual(['hall']);
    workspace.edit(translate(workspace.snapshot().texts, find(workspace), 'Pst!'));
    expect(['hall', 'attic'].map((room) => said(workspace, room, 'de'))).toEqual(['Pst!', 'Ruhe']);
    // Translations in other languages are copied, drafts as drafts.
    expect(['hall', 'attic'].map((room) => said(workspace, room, 'nl'))).toEqual(['Stilte', 'Stilte']);
    const dutch = JSON.parse(workspace.snapshot().texts.get(catalogueOf('nl')) ?? '') as { contexts: object };
    expect(dutch.contexts).toEqual({ 'on hall': { Silence: { text: 'Stilte', draft: true } } });
  });

  it('move unpublished changes to the copy and reset the shared translation, in one undo step', () => {
    const { workspace, live } = open();
    workspace.edit(translate(workspace.snapshot().texts, find(workspace), 'Pst!'));
    const changes = keepApart(workspace.snapshot(), 'hall', find(workspace), live);
    workspace.edit({ label: 'Here only', changes });
    expect(['hall', 'attic'].map((room) => said(workspace, room, 'de'))).toEqual(['Pst!', 'Ruhe']);
    workspace.undo();
    expect(['hall', 'attic'].map((room) => said(workspace, room, 'de'))).toEqual(['Pst!', 'Pst!']);
  });

  it('keep the context when the text itself is edited', () => {
    const { workspace, live } = open();
    workspace.edit({ label: 'x', changes: keepApart(workspace.snapshot(), 'hall', find(workspace), live) });
    const item = itemAt(outlineOf(HALL, documentOf(workspace.snapshot(), HALL)), '/body/0');
    if (item === undefined) throw new Error('There is no such line.');
    const { property } = find(workspace);
    writeProperty(
      (label, edit, { file }) => {
        const { text, pointer } = edit({ path: file, text: workspace.snapshot().texts.get(file) ?? '' });
        expect(pointer).toBe('/body/0');
        workspace.edit({ label, changes: { [file]: text } });
      },
      item,
      property,
      'Hush',
    );
    expect(workspace.snapshot().texts.get(HALL)).toMatch(
      /"choose": \[\s*"Hush"\s*\],\s*"context": "on hall"/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { library } from '#renderer/grammar/testing.ts';
import { makeOwn, makeShared, relatedParts } from './here-only.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const SIGN = 'screens/parts/sign.part.json';
const WALL = 'screens/parts/wall.part.json';
const WORDS = '/body/0';

const use = (part: string) => ({ type: 'part', part, id: part });

function screenOf(id: string, body: readonly object[]) {
  return { $schema: '../schemas/screen.schema.json', grammar: GRAMMAR, id, title: id, body };
}

/** Screens with a shared part: `hall` and `stair` nested in a wall, `attic` directly, `cellar` twice. */
function open(): { workspace: Workspace; live: string } {
  const screens = {
    hall: screenOf('hall', [use('wall')]),
    stair: screenOf('stair', [use('wall')]),
    attic: screenOf('attic', [use('sign')]),
    cellar: screenOf('cellar', [use('sign'), { type: 'section', body: [{ ...use('sign'), id: 'other' }] }]),
  };
  const parts = {
    sign: { body: [{ type: 'text', id: 'words', text: 'Silence' }] },
    wall: { body: [{ type: 'text', text: 'A wall' }, use('sign')] },
  };
  const base = library({}, { screens, parts });
  return { workspace: openWorkspace({ base }), live: base.find(({ path }) => path === SIGN)?.text ?? '' };
}

function say({ workspace, words }: { workspace: Workspace; words: string }): void {
  const text = workspace.snapshot().texts.get(SIGN) ?? '';
  workspace.edit({ label: words, changes: { [SIGN]: text.replace('Silence', words) } });
}

/** The text of each screen. */
function said(workspace: Workspace): { readonly [screen: string]: string } {
  const { good, problems } = workspace.snapshot();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return Object.fromEntries(
    ['hall', 'stair', 'attic', 'cellar'].map((screen) => {
      const texts = JSON.stringify(good?.screens[screen]?.plan.body).match(/Silence|Hush/g) ?? [];
      return [screen, texts.join(' ')];
    }),
  );
}

function choose(workspace: Workspace, screen: string, live?: string) {
  const own = makeOwn(workspace.snapshot(), screen, { file: SIGN, pointer: WORDS }, live);
  if (own !== undefined) workspace.edit({ label: 'Here only', changes: own.changes });
  return own?.place;
}

describe('makeOwn', () => {
  it('replaces all uses of the shared part on the screen by a copy', () => {
    const { workspace } = open();
    const place = choose(workspace, 'cellar');
    expect(place).toEqual({ file: 'screens/parts/sign-cellar.part.json', pointer: WORDS });
    say({ workspace, words: 'Hush' });
    expect(said(workspace)).toEqual({
      hall: 'Hush',
      stair: 'Hush',
      attic: 'Hush',
      cellar: 'Silence Silence',
    });
  });

  it('moves unpublished changes to the copy and resets the shared part, in one undo step', () => {
    const { workspace, live } = open();
    say({ workspace, words: 'Hush' });
    choose(workspace, 'attic', live);
    const alone = { hall: 'Silence', stair: 'Silence', attic: 'Hush', cellar: 'Silence Silence' };
    expect(said(workspace)).toEqual(alone);
    expect(JSON.parse(workspace.snapshot().texts.get(SIGN) ?? '')).toEqual(JSON.parse(live));
    workspace.undo();
    expect(said(workspace)).toEqual({ hall: 'Hush', stair: 'Hush', attic: 'Hush', cellar: 'Hush Hush' });
    workspace.redo();
    expect(said(workspace)).toEqual(alone);
  });

  it('copies the shared parts between the screen and the part', () => {
    const { workspace, live } = open();
    say({ workspace, words: 'Hush' });
    choose(workspace, 'hall', live);
    expect(said(workspace)).toEqual({
      hall: 'Hush',
      stair: 'Silence',
      attic: 'Silence',
      cellar: 'Silence Silence',
    });
    const { texts } = workspace.snapshot();
    expect(texts.get('screens/hall.screen.json')).toContain('"part": "wall-hall"');
    expect(texts.get('screens/parts/wall-hall.part.json')).toContain('"part": "sign-hall"');
    expect(texts.get(WALL)).toContain('"part": "sign"');
  });

  it('chooses an unused name, also for a second copy', () => {
    const { workspace } = open();
    choose(workspace, 'attic');
    workspace.undo();
    const taken = workspace.snapshot().texts.get(SIGN)?.replace('"id": "sign"', '"id": "sign-attic"') ?? '';
    workspace.edit({ label: 'Taken', changes: { 'screens/parts/sign-attic.part.json': taken } });
    expect(choose(workspace, 'attic')?.file).toBe('screens/parts/sign-attic-2.part.json');
    said(workspace);
  });

  it('does nothing while a needed document cannot be parsed', () => {
    const { workspace } = open();
    workspace.edit({ label: 'Broken', changes: { 'screens/attic.screen.json': '{' } });
    expect(choose(workspace, 'attic')).toBeUndefined();
  });
});

it('finds the shared part of a copy, and the copy that a screen can have had of a shared part', () => {
  const { workspace } = open();
  const copy = 'screens/parts/sign-attic.part.json';
  expect(relatedParts(workspace.snapshot(), 'attic', SIGN)).toEqual({ copy });
  expect(relatedParts(workspace.snapshot(), 'attic', WALL)).toEqual({});
  expect(relatedParts(workspace.snapshot(), 'attic', 'screens/attic.screen.json')).toEqual({});
  choose(workspace, 'attic');
  expect(relatedParts(workspace.snapshot(), 'attic', copy)).toEqual({ original: SIGN });
});

describe('makeShared', () => {
  it('gives the screen the shared part again and removes the copy, and tells what differs', () => {
    const { workspace, live } = open();
    const before = workspace.snapshot().texts;
    const place = choose(workspace, 'cellar', live);
    if (place === undefined) throw new Error('There is no copy.');
    const own = workspace.snapshot().texts.get(place.file) ?? '';
    workspace.edit({ label: 'Hush', changes: { [place.file]: own.replace('Silence', 'Hush') } });
    expect(said(workspace)['cellar']).toBe('Hush Hush');
    const back = makeShared(workspace.snapshot(), 'cellar', place);
    if (back === undefined) throw new Error('There is no way back.');
    expect([back.copy.text.includes('Hush'), back.shared.text.includes('Silence')]).toEqual([true, true]);
    expect(back.place).toEqual({ file: SIGN, pointer: WORDS });
    workspace.edit({ label: 'Everywhere', changes: back.changes });
    expect(said(workspace)['cellar']).toBe('Silence Silence');
    expect([...workspace.snapshot().texts]).toEqual([...before]);
  });

  it('offers no way back from a part that several screens use, or that is no copy', () => {
    const { workspace } = open();
    expect(makeShared(workspace.snapshot(), 'hall', { file: SIGN, pointer: WORDS })).toBeUndefined();
    expect(makeShared(workspace.snapshot(), 'hall', { file: WALL, pointer: '' })).toBeUndefined();
  });
});

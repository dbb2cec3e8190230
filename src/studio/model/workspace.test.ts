import { beforeEach, describe, expect, it } from 'vitest';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { library } from '#renderer/grammar/testing.ts';
import { LIBRARY_FIXTURES } from '../testing.ts';
import { sceneOf, statesOfScreen } from './version.ts';
import { openWorkspace, type Workspace, type WorkspaceView } from './workspace.ts';

const ROOMS = Array.from({ length: 8 }, (_, at) => `room-${at}`);
const fileOf = (screen: string): string => `screens/${screen}.screen.json`;
const SIGN = 'screens/parts/sign.part.json';

function roomOf(id: string, body: readonly object[] = [{ type: 'part', part: 'sign', id: 'sign' }]): object {
  return { $schema: '../schemas/screen.schema.json', grammar: GRAMMAR, id, title: id, body };
}

/** A project of many screens with one shared part; `more` replaces some screens. */
function rooms(more: { readonly [id: string]: object } = {}) {
  const screens = Object.fromEntries(ROOMS.map((id) => [id, roomOf(id)]));
  return library(
    { body: [{ type: 'text', id: 'words', text: 'Silence' }] },
    {
      screens: { ...screens, ...more } as { [id: string]: { [name: string]: unknown } },
      parts: { sign: { body: [{ type: 'text', id: 'words', text: 'Silence' }] } },
    },
  );
}

const BROKEN = { type: 'text', id: 'words', text: '${nobody.knows}' };

/** Background steps, run by the test. */
const waiting = new Set<() => 'more' | 'done'>();
let told: WorkspaceView[];

function open(base = rooms()): Workspace {
  const workspace = openWorkspace({
    base,
    inPauses(step) {
      waiting.add(step);
      return () => waiting.delete(step);
    },
  });
  workspace.subscribe(() => told.push(workspace.snapshot()));
  return workspace;
}

/** Runs all background steps, or this number of them. */
function pause(steps = Infinity): void {
  for (const step of waiting) {
    let left = steps;
    while (left > 0 && step() === 'more') left -= 1;
    if (left > 0) waiting.delete(step);
  }
}

const replace = (workspace: Workspace, path: string, from: string, to: string) =>
  workspace.edit({
    label: to,
    changes: { [path]: (workspace.snapshot().texts.get(path) ?? '').replace(from, to) },
  });

const errorsIn = ({ problems }: WorkspaceView): readonly string[] =>
  problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : []));

beforeEach(() => {
  waiting.clear();
  told = [];
});

it('refuses an edit that would change a locked document, and returns its path', () => {
  const [contract, screen] = ['schemas/api/book.endpoint.json', 'screens/shelf.screen.json'];
  const isLocked = (path: string): boolean => path === contract;
  const workspace = openWorkspace({
    base: [
      { path: contract, text: '{}' },
      { path: screen, text: '{}' },
    ],
    isLocked,
  });
  const all = (text: string) =>
    workspace.edit({ label: 'All', changes: { [contract]: text, [screen]: '{ }' } });
  expect(all('{ }')).toEqual([contract]);
  expect(workspace.snapshot().texts.get(screen)).toBe('{}');
  expect(all('{}')).toEqual([]);
  expect(workspace.snapshot().texts.get(screen)).toBe('{ }');
});

describe('opening a project with many screens', () => {
  it('compiles the first screen at once, and the others in the background', () => {
    const workspace = open();
    const first = workspace.snapshot();
    expect(Object.keys(first.good?.screens ?? {})).toEqual(['book']);
    expect([first.isGood, first.isWhole]).toEqual([true, false]);
    pause();
    const whole = workspace.snapshot();
    expect(Object.keys(whole.good?.screens ?? {})).toEqual(['book', ...ROOMS, 'shelf']);
    expect([whole.isGood, whole.isWhole]).toEqual([true, true]);
    expect(told).toEqual([whole]);
    expect(whole.good?.screens).toEqual(openWorkspace({ base: rooms() }).snapshot().good?.screens);
  });

  it('reports problems of other screens later, and keeps the rendered screen', () => {
    const workspace = open(rooms({ 'room-3': roomOf('room-3', [BROKEN]) }));
    expect(errorsIn(workspace.snapshot())).toEqual([]);
    pause();
    const whole = workspace.snapshot();
    expect(errorsIn(whole)).toEqual([fileOf('room-3')]);
    expect([whole.isGood, whole.isWhole]).toEqual([false, true]);
    expect(whole.good?.screens['book']).toBeDefined();
  });

  it('compiles the screen that the person looks at before the others', () => {
    const workspace = open();
    workspace.attend('room-5');
    expect(workspace.snapshot().good?.screens['room-5']).toBeDefined();
    expect(workspace.snapshot().isWhole).toBe(false);
    pause();
    expect(workspace.snapshot().isWhole).toBe(true);
  });

  it('accepts an edit before all screens are compiled, and compiles them with it', () => {
    const workspace = open();
    pause(3);
    replace(workspace, fileOf('room-7'), '"part": "sign"', '"part": "nobody"');
    replace(workspace, fileOf('book'), 'About this book', 'About it');
    expect(waiting.size).toBe(1);
    expect(JSON.stringify(workspace.snapshot().good?.plans.get('book'))).toContain('About it');
    pause();
    expect(errorsIn(workspace.snapshot())).toEqual([fileOf('room-7')]);
    workspace.undo();
    workspace.undo();
    expect(errorsIn(workspace.snapshot())).toEqual([]);
    expect(JSON.stringify(workspace.snapshot().good?.plans.get('book'))).toContain('About this book');
  });

  it('does not render a screen again when the others are compiled', () => {
    const workspace = open();
    const drawn = () => {
      const { good, goodFiles } = workspace.snapshot();
      if (good === undefined) throw new Error('Nothing can be drawn.');
      const version = { files: goodFiles, compiled: good };
      const [state] = statesOfScreen(version, LIBRARY_FIXTURES, 'book');
      if (state === undefined) throw new Error('The screen has no state.');
      return sceneOf(version, LIBRARY_FIXTURES, state, { language: 'en', theme: 'light', textScale: 1 });
    };
    const first = drawn();
    expect(first?.planOf('room-1')).toBeUndefined();
    pause();
    expect(drawn()).toBe(first);
    expect(first?.planOf('room-1')?.id).toBe('room-1');
    replace(workspace, fileOf('book'), 'About this book', 'About it');
    expect(drawn()).not.toBe(first);
  });
});

describe('an edit of a compiled project', () => {
  it('compiles everything at once if the edit concerns one screen', () => {
    const workspace = open();
    pause();
    replace(workspace, fileOf('shelf'), 'Silence', '${nobody.knows}');
    expect(waiting.size).toBe(0);
    expect(workspace.snapshot().isWhole).toBe(true);
    expect(errorsIn(workspace.snapshot())).toEqual([fileOf('shelf')]);
  });

  it('is compiled first for the screen that the person looks at if it concerns a shared part', () => {
    const workspace = open();
    workspace.attend('room-2');
    pause();
    replace(workspace, SIGN, 'Silence', 'Whisper');
    const words = (screen: string): string => JSON.stringify(workspace.snapshot().good?.plans.get(screen));
    expect(words('room-2')).toContain('Whisper');
    expect(words('room-6')).toContain('Silence');
    expect(workspace.snapshot().isWhole).toBe(false);
    pause();
    expect(words('room-6')).toContain('Whisper');
    expect(workspace.snapshot().isWhole).toBe(true);
  });

  it('keeps problems of other screens until they are compiled again', () => {
    const workspace = open();
    pause();
    replace(workspace, fileOf('room-4'), '"part": "sign"', '"part": "nobody"');
    expect(errorsIn(workspace.snapshot())).toEqual([fileOf('room-4')]);
    replace(workspace, SIGN, 'Silence', 'Whisper');
    expect(workspace.snapshot().isWhole).toBe(false);
    expect(errorsIn(workspace.snapshot())).toEqual([fileOf('room-4')]);
    pause();
    expect(errorsIn(workspace.snapshot())).toEqual([fileOf('room-4')]);
    expect(workspace.snapshot().isGood).toBe(false);
  });

  it('keeps the last good version when the background finds an error in another screen', () => {
    const workspace = open(
      rooms({
        'room-1': { ...roomOf('room-1'), body: [{ type: 'text', id: 'branch', text: '${session.branch}' }] },
      }),
    );
    pause();
    const before = workspace.snapshot().good;
    replace(workspace, 'screens/app.json', '"branch"', '"house"');
    expect(workspace.snapshot().isGood).toBe(true);
    pause();
    expect(errorsIn(workspace.snapshot())).toEqual([fileOf('room-1')]);
    expect(workspace.snapshot().good).toBe(before);
  });
});

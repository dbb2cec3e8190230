import { describe, expect, it } from 'vitest';
import { compileProject, serialize } from './compile.ts';
import { ProjectMemory } from './project-memory.ts';
import { library } from './testing.ts';
import type { SourceFile } from './world.ts';

const screen = {
  body: [
    { type: 'text', id: 'name', text: '${data.shelf.name}' },
    { type: 'image', id: 'cover', src: 'asset:cover', alt: 'Cover' },
    { type: 'part', part: 'sign', id: 'sign' },
    { type: 'text', id: 'branch', text: '${session.branch}' },
  ],
  bar: [
    {
      type: 'button',
      id: 'go',
      text: 'Open',
      on: { tap: [{ do: 'go', to: 'book', with: { isbn: '1' } }] },
    },
  ],
};
const FILES: readonly SourceFile[] = [
  ...library(screen, {
    parts: { sign: { body: [{ type: 'text', id: 'words', text: 'Silence' }] } },
    messages: { fil: { Silence: 'Tahimik' } },
    app: { languages: { default: 'en', list: ['en', 'fil'] } },
  }),
  { path: 'screens/assets/cover.png', text: '' },
];

/** What another document says that a screen is made of. */
const CHANGES: readonly (readonly [what: string, path: string, from: string, to: string])[] = [
  ['itself', 'screens/shelf.screen.json', '"Open"', '"Read"'],
  ['what another screen must be given', 'screens/book.screen.json', '"isbn": {', '"shelfmark": {'],
  ['the type of a session parameter', 'screens/app.json', '"default": "main"', '"default": "far"'],
  ['a reply', 'schemas/api/shelf.endpoint.json', '"name": {', '"title": {'],
  ['a part', 'screens/parts/sign.part.json', 'Silence', 'Whisper'],
  ['an address that another screen has', 'screens/book.screen.json', '"/book"', '"/shelf"'],
  ['a translation', 'screens/messages/fil.json', 'Tahimik', 'Marahan'],
  ['which pictures there are', 'screens/assets/cover.png', '', ''],
];

const told = ({ app, plans, problems }: ReturnType<typeof compileProject>): string =>
  serialize({ app, plans: Object.fromEntries(plans), problems });

it('begins with a project without errors', () => {
  expect(compileProject(FILES).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

describe('a project that is compiled again with a memory', () => {
  it.each(CHANGES)('heeds %s', (_what, path, from, to) => {
    const memory = new ProjectMemory();
    const before = told(compileProject(FILES, memory));
    const changed =
      from === ''
        ? FILES.filter((file) => file.path !== path)
        : FILES.map((file) => (file.path === path ? { path, text: file.text.replace(from, to) } : file));
    const after = told(compileProject(changed, memory));
    expect(after).not.toBe(before);
    expect(after).toBe(told(compileProject(changed)));
    expect(told(compileProject(FILES, memory))).toBe(before);
  });

  it('makes no plan anew but that of the screen that changed', () => {
    const memory = new ProjectMemory();
    const first = compileProject(FILES, memory);
    const second = compileProject(
      FILES.map((file) =>
        file.path === 'screens/shelf.screen.json'
          ? { ...file, text: file.text.replace('Open', 'Read') }
          : file,
      ),
      memory,
    );
    expect(second.plans.get('book')).toBe(first.plans.get('book'));
    expect(second.plans.get('shelf')).not.toBe(first.plans.get('shelf'));
  });
});

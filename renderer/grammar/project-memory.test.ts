import { describe, expect, it } from 'vitest';
import { compileProject, Compiling, serialize } from './compile.ts';
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

describe('a project that is compiled a screen at a time', () => {
  const saying = (text: string, from: string, to: string): readonly SourceFile[] =>
    FILES.map((file) =>
      file.path === `screens/${text}.screen.json` ? { ...file, text: file.text.replace(from, to) } : file,
    );

  it('becomes what it is at once', () => {
    const compiling = new Compiling(FILES, new ProjectMemory());
    expect(compiling.left).toBe(2);
    const alone = compiling.alone('shelf');
    expect(compiling.left).toBe(2);
    while (compiling.left > 0) compiling.step();
    const whole = compiling.whole();
    expect(told(whole)).toBe(told(compileProject(FILES)));
    expect(alone?.plans.get('shelf')).toBe(whole.plans.get('shelf'));
    expect(alone?.app).toBe(whole.app);
  });

  it('has one screen whatever is wrong with another, and that wrong at the end', () => {
    const files = saying('book', 'About this book', '${nobody.knows}');
    const compiling = new Compiling(files, new ProjectMemory());
    expect(compiling.alone('shelf')?.plans.has('shelf')).toBe(true);
    expect(compiling.alone('book')?.plans.size).toBe(0);
    expect(compiling.alone('nowhere')).toBeUndefined();
    expect(told(compiling.whole())).toBe(told(compileProject(files)));
  });

  it('goes on with what was made before', () => {
    const memory = new ProjectMemory();
    const begun = new Compiling(FILES, memory);
    begun.step();
    const after = new Compiling(saying('shelf', 'Open', 'Read'), memory);
    expect(after.left).toBe(1);
    expect(told(after.whole())).toBe(told(compileProject(saying('shelf', 'Open', 'Read'))));
  });
});

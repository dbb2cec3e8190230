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

/** Changes of documents that a screen depends on, its own included. */
const CHANGES: readonly (readonly [what: string, path: string, from: string, to: string])[] = [
  ['itself', 'screens/shelf.screen.json', '"Open"', '"Read"'],
  ['the parameters of another screen', 'screens/book.screen.json', '"isbn": {', '"shelfmark": {'],
  ['the type of a session parameter', 'screens/app.json', '"default": "main"', '"default": "far"'],
  ['a reply', 'schemas/api/shelf.endpoint.json', '"name": {', '"title": {'],
  ['a part', 'screens/parts/sign.part.json', 'Silence', 'Whisper'],
  ['the address of another screen', 'screens/book.screen.json', '"/book"', '"/shelf"'],
  ['a translation', 'screens/messages/fil.json', 'Tahimik', 'Marahan'],
  ['the list of images', 'screens/assets/cover.png', '', ''],
];

const told = ({ app, plans, problems }: ReturnType<typeof compileProject>): string =>
  serialize({ app, plans: Object.fromEntries(plans), problems });

it('begins with a project without errors', () => {
  expect(compileProject(FILES).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

describe('recompiling a project with a memory', () => {
  it.each(CHANGES)('detects a change of %s', (_what, path, from, to) => {
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

  it('compiles only the changed screen again', () => {
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

/** Edits of one project, each with the codes of all problems after it. */
const EDITS: readonly (readonly [path: string, from: string, to: string, codes: string])[] = [
  [
    'screens/shelf.screen.json',
    '"Open"',
    '"Open", "enabledWhen": "session.gone == 1"',
    'expression/unknown-member',
  ],
  ['screens/shelf.screen.json', 'session.gone == 1', "session.branch == 'main'", ''],
  ['screens/messages/fil.json', '"Tahimik"', '{ "plural": "count" }', 'messages/plural'],
  ['screens/shelf.screen.json', '"Open"', '"Tidak"', 'messages/plural text/language'],
  ['screens/messages/fil.json', '{ "plural": "count" }', '"silakan"', 'text/language'],
  ['screens/parts/sign.part.json', 'Silence', 'Hush', 'messages/unused text/language'],
  ['screens/messages/fil.json', '"Silence": "silakan"', '"Hush": "Tahimik"', 'text/language'],
  ['screens/shelf.screen.json', '"Tidak"', '"Open"', ''],
  ['screens/app.json', '"fil"', '"fil-PH"', 'messages/language'],
  ['screens/app.json', '"fil-PH"', '"fil"', ''],
  [
    'screens/parts/sign.part.json',
    '"Hush"',
    '"Hush", "visibleWhen": "params.gone"',
    'expression/unknown-member',
  ],
  ['screens/parts/sign.part.json', 'params.gone', "device.language != 'en'", ''],
  ['screens/shelf.screen.json', '"type": "text"', '"type": "texts"', 'widget/unknown-type'],
  ['screens/shelf.screen.json', '"type": "texts"', '"type": "text"', ''],
];

describe('editing a project repeatedly', () => {
  it('reports the same problems after each edit as without a memory', () => {
    const memory = new ProjectMemory();
    let files = FILES;
    for (const [path, from, to, codes] of EDITS) {
      files = files.map((file) => (file.path === path ? { path, text: file.text.replace(from, to) } : file));
      const after = compileProject(files, memory);
      const found = new Set(after.problems.map(({ code }) => code));
      expect([...found].sort().join(' '), `${from} → ${to}`).toBe(codes);
      expect(told(after)).toBe(told(compileProject(files.map((file) => ({ ...file })))));
    }
  });
});

describe('compiling a project one screen at a time', () => {
  const saying = (text: string, from: string, to: string): readonly SourceFile[] =>
    FILES.map((file) =>
      file.path === `screens/${text}.screen.json` ? { ...file, text: file.text.replace(from, to) } : file,
    );

  it('gives the same result as compiling it at once', () => {
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

  it('has one screen before the others are compiled, and reports an error of another screen at the end', () => {
    const files = saying('book', 'About this book', '${nobody.knows}');
    const compiling = new Compiling(files, new ProjectMemory());
    expect(compiling.alone('shelf')?.plans.has('shelf')).toBe(true);
    expect(compiling.alone('book')?.plans.size).toBe(0);
    expect(compiling.alone('nowhere')).toBeUndefined();
    expect(told(compiling.whole())).toBe(told(compileProject(files)));
  });

  it('reports the error of a part with the first screen that has it', () => {
    const broken = FILES.map((file) =>
      file.path === 'screens/parts/sign.part.json'
        ? { ...file, text: file.text.replace('Silence', '${nobody.knows}') }
        : file,
    );
    const compiling = new Compiling(broken, new ProjectMemory());
    const shelf = compiling.alone('shelf');
    expect([shelf?.plans.size, shelf?.problems.map(({ file, code }) => `${file} ${code}`)]).toEqual([
      0,
      ['screens/parts/sign.part.json expression/unknown-name'],
    ]);
    expect(compiling.alone('book')?.plans.size).toBe(1);
  });

  it('reuses earlier results', () => {
    const memory = new ProjectMemory();
    const begun = new Compiling(FILES, memory);
    begun.step();
    const after = new Compiling(saying('shelf', 'Open', 'Read'), memory);
    expect(after.left).toBe(1);
    expect(told(after.whole())).toBe(told(compileProject(saying('shelf', 'Open', 'Read'))));
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeSidebar } from './sidebar.ts';
import { writePages } from './write-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'capiz-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EXAMPLE = 'fixtures/examples/list';
const FILES = {
  'docs/README.md':
    '# Documentation\n\n[forms](guide/forms.md), [lists](guide/lists.md), [rules](../RULES.md)\n',
  'docs/guide/forms.md':
    '# Forms of `Capiz`\n\n[a page](lists.md#more) [home](../README.md) [self](#here) [web](https://example.com)\n',
  'docs/guide/lists.md': `# Lists\n\n\`\`\`json ${EXAMPLE}/screens/books.screen.json /body\n"body": []\n\`\`\`\n\nMore.\n`,
  'docs/guide/theme.md': `# Named\n\nFirst.\n\nThe whole is in [\`${EXAMPLE}\`](../../${EXAMPLE}/README.md):\nrun it.\n\nLast.\n`,
  'docs/guide/rules.md':
    '# Sources\n\n[schema](../../schemas/a.json) [test](../../tests/a.test.ts) `[code](lists.md)` [gone](gone.md)\n\n```text\n[code](lists.md)\n```\n\n<img src="../start/images/repay.png" alt="A">\n',
  'docs/start/images/repay.png': '',
  'RULES.md': '# Rules\n\n[example](fixtures/examples) [widget](fixtures/widgets/a)\n',
  'schemas/a.json': '{}',
  'tests/a.test.ts': '',
  'fixtures/widgets/a/valid.json': '{}',
  [`${EXAMPLE}/README.md`]: '# List\n\nA list.\n',
  [`${EXAMPLE}/screens/books.screen.json`]: '{ "routes": ["/books"] }\n',
  [`${EXAMPLE}/fixtures/scenarios/usual.json`]: '{ "opens": ["books"] }\n',
  [`${EXAMPLE}/fixtures/states/books.json`]:
    '{ "states": [{ "name": "content", "params": { "shelf": "4", "row": "<2>" } }] }\n',
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const site = writePages(folder);
const LIVE = '<LiveExample address="list/books?shelf=4&amp;row=%3C2%3E" />';

describe('the pages of the site', () => {
  it('are the pages of docs, the examples, and what these pages link', () => {
    expect([...site.pages.keys()].sort()).toEqual([
      'examples/index.md',
      'examples/list.md',
      'guide/forms.md',
      'guide/lists.md',
      'guide/rules.md',
      'guide/theme.md',
      'index.md',
      'project/RULES.md',
      'project/fixtures/widgets/a/index.md',
    ]);
  });

  it('link each other by their addresses on the site', () => {
    expect(site.pages.get('index.md')).toContain(
      '[forms](/guide/forms.md), [lists](/guide/lists.md), [rules](/project/RULES.md)',
    );
    expect(site.pages.get('guide/forms.md')).toContain(
      '[a page](/guide/lists.md#more) [home](/index.md) [self](#here) [web](https://example.com)',
    );
    expect(site.pages.get('project/RULES.md')).toContain(
      '[example](/examples/index.md) [widget](/project/fixtures/widgets/a/index.md)',
    );
  });

  it('link files as they are, and show links to program sources as text', () => {
    const page = site.pages.get('guide/rules.md');
    expect(page).toContain('[schema](/files/schemas/a.json) test ');
    expect(page).toContain('<img src="/files/docs/start/images/repay.png" alt="A">');
    expect(Object.fromEntries(site.files)).toEqual({
      'files/schemas/a.json': 'schemas/a.json',
      'files/docs/start/images/repay.png': 'docs/start/images/repay.png',
      'files/fixtures/widgets/a/valid.json': 'fixtures/widgets/a/valid.json',
    });
  });

  it('leave code as it is, and a dead link for VitePress to refuse', () => {
    const page = site.pages.get('guide/rules.md');
    expect(page).toContain('`[code](lists.md)` [gone](gone.md)');
    expect(page).toContain('```text\n[code](lists.md)\n```');
  });

  it('show an example below the block that quotes it, or below the paragraph that names it', () => {
    expect(site.pages.get('guide/lists.md')).toMatch(
      /"body": \[\]\n```\n\n<LiveExample [^>]* \/>\n\nMore\.\n$/,
    );
    expect(site.pages.get('guide/lists.md')).toContain(LIVE);
    expect(site.pages.get('guide/theme.md')).toMatch(/:\nrun it\.\n\n<LiveExample [^>]* \/>\n\nLast\.\n$/);
  });

  it('of an example show it with all its files, the screen first', () => {
    const page = site.pages.get('examples/list.md') ?? '';
    expect(page).toContain(LIVE);
    expect(page.match(/^## .*$/gm)).toEqual([
      '## `screens/books.screen.json`',
      '## `fixtures/scenarios/usual.json`',
      '## `fixtures/states/books.json`',
    ]);
  });

  it('are in the sidebar by folder, in the order of the first page', () => {
    const sidebar = writeSidebar(site.pages);
    expect(sidebar.map(({ text }) => text)).toEqual(['Guide', 'Examples', 'Project']);
    expect(sidebar[0]?.items).toEqual([
      { text: 'Forms of Capiz', link: '/guide/forms' },
      { text: 'Lists', link: '/guide/lists' },
      { text: 'Sources', link: '/guide/rules' },
      { text: 'Named', link: '/guide/theme' },
    ]);
    expect(sidebar[1]?.items?.map(({ text }) => text)).toEqual(['Examples', 'List']);
  });
});

describe('the site of this project', () => {
  const own = writePages(ROOT);

  it('has every page of docs in the sidebar', () => {
    const links = JSON.stringify(writeSidebar(own.pages));
    const missing = [...own.pages.keys()].filter(
      (path) =>
        /^(?:start|guide|reference|operating|contributing)\//.test(path) &&
        !links.includes(`"/${path.replace(/(?:index)?\.md$/, '')}"`),
    );
    expect(missing).toEqual([]);
  });

  it('shows every example in the guide', () => {
    const guide = [...own.pages]
      .filter(([path]) => path.startsWith('guide/'))
      .map(([, text]) => text)
      .join('\n');
    expect(own.examples.filter((name) => !guide.includes(`<LiveExample address="${name}/`))).toEqual([]);
  });
});

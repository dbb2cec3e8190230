/** The pages of docs/reference and docs/guide, and the example projects, bundled as text. */
const TEXTS: { readonly [path: string]: string } = import.meta.glob(
  [
    '../../../docs/reference/{README,actions,documents,functions,values}.md',
    '../../../docs/reference/widgets/*.md',
    '../../../docs/guide/*.md',
    '../../../fixtures/examples/*/README.md',
    '../../../fixtures/examples/*/{screens,schemas,fixtures}/**/*.json',
    '!**/fixtures/snapshots/**',
  ],
  { eager: true, query: '?raw', import: 'default' },
);
const DEPTH = '../../../'.length;

/** A page that the tool `reference` answers with. */
export interface Page {
  /** `widget/button`, `action/request`, `document/screen`, `function/money`, `value/types`, `guide/forms`, `example/list`. */
  readonly name: string;
  /** One line for the list of names. */
  readonly about: string;
  readonly text: string;
}

let made: readonly Page[] | undefined;

/** All pages, in the order of their groups. */
export function listPages(): readonly Page[] {
  return (made ??= [...widgetPages(), ...sectionPages(), ...guidePages(), ...examplePages()]);
}

function textOf(path: string): string {
  return TEXTS[`../../../${path}`] ?? '';
}

function pathsIn(folder: string): readonly string[] {
  return Object.keys(TEXTS)
    .map((path) => path.slice(DEPTH))
    .filter((path) => path.startsWith(folder));
}

function widgetPages(): readonly Page[] {
  const pages = pathsIn('docs/reference/widgets/').map((path) => {
    const text = plain(textOf(path));
    return { name: `widget/${stemOf(path)}`, about: firstParagraph(text), text };
  });
  const common = sectionsOf(textOf('docs/reference/README.md'), '##').filter(({ title }) =>
    title.startsWith('Members of every'),
  );
  return [
    ...pages,
    ...common.map(({ title, text }) => ({ name: 'widget/every', about: title, text: plain(text) })),
  ];
}

const SECTIONS: readonly (readonly [group: string, file: string, mark: string, level: '##' | '###'])[] = [
  ['action', 'actions', '', '##'],
  ['document', 'documents', '', '##'],
  ['value', 'values', '', '##'],
  ['operator', 'functions', '## Operators', '###'],
  ['function', 'functions', '## Functions', '###'],
];

/** A page for each section of the pages that describe many things. */
function sectionPages(): readonly Page[] {
  return SECTIONS.flatMap(([group, file, mark, level]) => {
    const whole = textOf(`docs/reference/${file}.md`);
    const part = mark === '' ? whole : (whole.split(`\n${mark}\n`)[1]?.split('\n## ')[0] ?? '');
    return sectionsOf(part, level).map(({ title, text }) => {
      const body = plain(text);
      return { name: `${group}/${nameOf(title)}`, about: firstParagraph(body) || title, text: body };
    });
  });
}

function guidePages(): readonly Page[] {
  return pathsIn('docs/guide/').map((path) => {
    const text = plain(textOf(path));
    return { name: `guide/${stemOf(path)}`, about: /^# (.*)$/m.exec(text)?.[1] ?? '', text };
  });
}

/** An example is its README and all its documents, so that it can be copied. */
function examplePages(): readonly Page[] {
  return pathsIn('fixtures/examples/')
    .filter((path) => path.endsWith('/README.md'))
    .map((path) => {
      const folder = path.slice(0, -'README.md'.length);
      const name = folder.split('/').at(-2) ?? '';
      const about = firstParagraph(textOf(path));
      const documents = pathsIn(folder)
        .filter((one) => one.endsWith('.json'))
        .map((one) => `${one.slice(folder.length)}\n${compact(textOf(one))}`);
      return { name: `example/${name}`, about, text: [about, ...documents].join('\n\n') };
    });
}

function compact(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

function sectionsOf(text: string, level: string): readonly { title: string; text: string }[] {
  return `\n${text}`
    .split(`\n${level} `)
    .slice(1)
    .map((part) => ({ title: part.split('\n')[0] ?? '', text: `${level} ${part}` }));
}

/** A page without links and anchors, which an assistant cannot follow; code blocks stay. */
function plain(text: string): string {
  return text
    .split(/^(```[\s\S]*?^```)$/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part
            .replaceAll(/<a id="[^"]*"><\/a>/g, '')
            .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
            .replaceAll(/^(?:Schema: .*|This page is made of .*)\n+/gm, ''),
    )
    .join('')
    .trim();
}

function firstParagraph(text: string): string {
  const paragraph = text
    .split(/\n{2,}/)
    .find((one) => !/^(?:#|\||```)/.test(one.trim()) && one.trim() !== '');
  return (paragraph ?? '').replaceAll('\n', ' ').replace(/ \(`schemas\/.*$/, '');
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.md$/, '');
}

function nameOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

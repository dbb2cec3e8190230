import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import * as v from 'valibot';

/*
 * The pages of the site, made from the Markdown of the project. On GitHub a link names a file; on the site it names a
 * page, or the file as it is.
 */

const HOME = 'docs/README.md';
const EXAMPLES = 'fixtures/examples';
/** The numbered rules of the language. */
const GRAMMAR = 'renderer/grammar/SPEC.md';
const EXAMPLE_PAGE = /^fixtures\/examples\/([\w-]+)\/README\.md$/;
/** Below this address are files as they are: definitions, schemas, images. */
const FILES = 'files';
/** The site has no program sources: a link to one is shown as text. */
const PROGRAMS = /^(?:bin|src|tests)\//;
const TEXT_ONLY = 'text-only:';

export interface Site {
  /** Markdown by path below the site's root: `guide/forms.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files as they are: address below the site's root → path in the project. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of the examples that run in pages. */
  readonly examples: readonly string[];
}

/** Part of a page: a code block with its fences, or the text between two of them. */
interface Piece {
  readonly isCode: boolean;
  readonly text: string;
}

/** @param root - Folder of the project. */
export function writePages(root: string): Site {
  const examples = readdirSync(join(root, EXAMPLES)).sort();
  const pages = new Map<string, string>();
  const files = new Map<string, string>();
  const waiting = listPages(root);
  /** Sources that have a page or get one. */
  const known = new Set(waiting);
  const follow = (path: string): string => {
    if (path.endsWith('.md') || statSync(join(root, path)).isDirectory()) {
      if (!known.has(path)) waiting.push(path);
      known.add(path);
      return `/${addressOf(path)}`;
    }
    if (PROGRAMS.test(path)) return TEXT_ONLY;
    files.set(`${FILES}/${path}`, path);
    return `/${FILES}/${path}`;
  };
  for (const path of waiting) {
    const isPage = path.endsWith('.md');
    const text = isPage ? readFileSync(join(root, path), 'utf8') : listFolder(root, path);
    const folder = isPage ? posix.dirname(path) : path;
    const linked = rewriteLinks(text, folder, (target) =>
      existsSync(join(root, target)) ? follow(target) : undefined,
    );
    const example = EXAMPLE_PAGE.exec(path)?.[1];
    const shown =
      example === undefined ? addLive(root, linked, examples) : writeExample(root, example, linked);
    pages.set(addressOf(path), shown);
  }
  return { pages, files, examples };
}

/** Pages of `docs`, pages of the examples, and the page that lists these. */
function listPages(root: string): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const examples = readdirSync(join(root, EXAMPLES)).map((name) => `${EXAMPLES}/${name}/README.md`);
  return [HOME, ...[...docs, ...examples].filter((path) => path !== HOME).sort(), EXAMPLES];
}

/** The page of a file or folder of the project. */
export function addressOf(path: string): string {
  const example = EXAMPLE_PAGE.exec(path)?.[1];
  if (example !== undefined) return `examples/${example}.md`;
  if (path === EXAMPLES) return 'examples/index.md';
  if (path === GRAMMAR) return 'reference/rules.md';
  if (!path.endsWith('.md')) return `project/${path}/index.md`;
  const inside = path.startsWith('docs/') ? path.slice('docs/'.length) : `project/${path}`;
  return basename(inside) === 'README.md' ? join(dirname(inside), 'index.md') : inside;
}

/** The page of a folder: the files in it. */
function listFolder(root: string, path: string): string {
  const names = readdirSync(join(root, path)).sort();
  const items = names.map((name) => {
    const isFolder = statSync(join(root, path, name)).isDirectory();
    const page = isFolder && existsSync(join(root, path, name, 'README.md')) ? `${name}/README.md` : name;
    return `- [${name}](${page})`;
  });
  const title = path === EXAMPLES ? 'Examples' : `\`${path}\``;
  return `${path === EXAMPLES ? '' : '---\nsearch: false\n---\n\n'}# ${title}\n\n${items.join('\n')}\n`;
}

/** Splits a page at its code blocks. */
export function splitCode(text: string): readonly Piece[] {
  return text
    .split(/(^ *(`{3,})[\s\S]*?^ *\2 *$\n?)/m)
    .flatMap((piece, at) => (at % 3 === 2 ? [] : [{ isCode: at % 3 === 1, text: piece }]))
    .filter((piece) => piece.text !== '');
}

/**
 * Links and images of a page, outside of code.
 * @param folder - Folder of the page in the project.
 * @param follow - The address of a file of the project; undefined: there is none, and the link stays as it is.
 */
function rewriteLinks(text: string, folder: string, follow: (target: string) => string | undefined): string {
  const rewrite = (whole: string, link: string): string => {
    if (/^(?:[a-z]+:|\/|#)/.test(link)) return whole;
    const [path = '', anchor] = link.split('#');
    const address = follow(posix.normalize(posix.join(folder, path)).replace(/\/$/, ''));
    if (address === undefined) return whole;
    return whole.replace(link, anchor === undefined ? address : `${address}#${anchor}`);
  };
  return splitCode(text)
    .map(({ isCode, text: piece }) => {
      if (isCode) return piece;
      // Inline code is an alternative of its own, so that a link in it is not found.
      return piece.replaceAll(
        /(`+)[^\n]*?[^`]\1(?!`)|\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g,
        (whole, _code: string | undefined, link: string | undefined, source: string | undefined) => {
          const target = link ?? source;
          return target === undefined ? whole : rewrite(whole, target);
        },
      );
    })
    .join('')
    .replaceAll(/\[([^\]]*)\]\(text-only:[^)]*\)/g, '$1');
}

/** A block that is quoted from an example. */
const QUOTE = /^( *)(`{3,})json fixtures\/examples\/([\w-]+)\/[^]*?^ *\2 *$\n?/gm;
/** A paragraph that names the folder of an example. */
const MENTION = /^.*`fixtures\/examples\/([\w-]+)`(?:.*\n)+?(?=\n|$(?![^]))/gm;

/** Adds the running screen of each example after the first block that is quoted from it, else after the paragraph that names it. */
function addLive(root: string, text: string, examples: readonly string[]): string {
  const shown = new Set<string>();
  const show = (block: string, name: string): string => {
    if (shown.has(name) || !examples.includes(name)) return block;
    shown.add(name);
    return `${block}\n${writeLive(root, name)}`;
  };
  return text
    .replaceAll(QUOTE, (block: string, _indentation, _fence, name: string) => show(block, name))
    .replaceAll(MENTION, (block: string, name: string) => show(block, name));
}

const SCENARIO = v.pipe(v.string(), v.parseJson(), v.object({ opens: v.array(v.string()) }));
const SCREEN = v.pipe(v.string(), v.parseJson(), v.object({ routes: v.array(v.string()) }));
const STATES = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    states: v.array(v.object({ name: v.string(), params: v.optional(v.record(v.string(), v.string())) })),
  }),
);

/** The running screen: the first one that the example's scenario opens, with the parameters of its state `content`. */
function writeLive(root: string, name: string): string {
  const fileOf = (path: string) => join(root, EXAMPLES, name, path);
  const read = (path: string) => readFileSync(fileOf(path), 'utf8');
  const [screen] = v.parse(SCENARIO, read('fixtures/scenarios/usual.json')).opens;
  const [route] = v.parse(SCREEN, read(`screens/${screen}.screen.json`)).routes;
  const file = `fixtures/states/${screen}.json`;
  const { states } = existsSync(fileOf(file)) ? v.parse(STATES, read(file)) : { states: [] };
  const params = states.find((state) => state.name === 'content')?.params;
  const query =
    params === undefined ? '' : `?${new URLSearchParams(params).toString().replaceAll('&', '&amp;')}`;
  return `<LiveExample address="${name}${route}${query}" />\n`;
}

/** The page of an example: what it shows, the running screen, all its files. */
function writeExample(root: string, name: string, text: string): string {
  const folder = `${EXAMPLES}/${name}`;
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1));
  const blocks = files.map(
    (file) =>
      `## \`${file}\`\n\n\`\`\`json\n${readFileSync(join(root, folder, file), 'utf8').trimEnd()}\n\`\`\`\n`,
  );
  return `${text.trimEnd()}\n\n${writeLive(root, name)}\n${blocks.join('\n')}`;
}

/** Screens first: they are what the example is about. */
function orderOf(file: string): number {
  if (file.endsWith('.screen.json')) return 0;
  return file.startsWith('screens/') ? 1 : 2;
}

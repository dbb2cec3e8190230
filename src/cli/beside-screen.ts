import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapePattern } from '#renderer/plan/escape-pattern.ts';

/** Files that refer to a screen by its name and are not definitions, so that a rename can update them. */
export interface BesideScreen {
  readonly changes: readonly BesideChange[];
  /** `file:line` where the name appears alone: it may mean the screen or something else with the same name. */
  readonly mentions: readonly string[];
}

export interface BesideChange {
  readonly path: string;
  /** The previous path, if the file was renamed. */
  readonly from?: string;
  readonly text: string;
}

interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** The project's documents, code and tests. Built, installed and frozen files are excluded. */
const WRITTEN = /\.(?:md|mdx|[cm]?[jt]sx?)$/;
/** Refers to definitions by their file names. */
const SURVIVORS = 'fixtures/survivors.json';
const OTHERS = new Set(['node_modules', 'dist', 'fixtures']);

/** Finds the states, scripts, snapshots and scenarios of a screen, and references in tests and documents. */
export function findBesideScreen(root: string, { from, to }: Renamed): BesideScreen {
  const fixtures = [
    ...['fixtures/states', 'fixtures/scripts'].map((folder) => ({ folder, end: '.json' })),
    ...foldersIn(root, 'fixtures/snapshots').map((folder) => ({ folder, end: '.txt' })),
  ].flatMap(({ folder, end }) =>
    filesIn(root, folder, end).map((path): BesideChange => {
      const text = read(root, path);
      const isOwn = path === `${folder}/${from}${end}`;
      const renamed = end === '.txt' ? inSnapshot(text, { from, to }, isOwn) : text;
      return isOwn ? { path: `${folder}/${to}${end}`, from: path, text: renamed } : { path, text: renamed };
    }),
  );
  const scenarios = filesIn(root, 'fixtures/scenarios', '.json').map((path) => ({
    path,
    text: read(root, path).replace(/"opens"\s*:\s*\[[^\]]*\]/, (list) =>
      list.replaceAll(JSON.stringify(from), JSON.stringify(to)),
    ),
  }));
  const survivors = existsSync(join(root, SURVIVORS))
    ? [{ path: SURVIVORS, text: inWriting(read(root, SURVIVORS), { from, to }) }]
    : [];
  const writings = writingsIn(root, '').map((path) => ({
    path,
    text: inWriting(read(root, path), { from, to }),
  }));
  return {
    changes: [...fixtures, ...scenarios, ...survivors, ...writings].filter(
      ({ path, from: former, text }: BesideChange) => former !== undefined || text !== read(root, path),
    ),
    mentions: writings.flatMap(({ path, text }) => mentionsIn(text, from).map((line) => `${path}:${line}`)),
  };
}

export function makeBesideChange(root: string, { path, from, text }: BesideChange): void {
  if (from !== undefined) renameSync(join(root, from), join(root, path));
  if (from === undefined || read(root, path) !== text) writeFileSync(join(root, path), text);
}

/** Writes what `capiz test -u` would write. */
function inSnapshot(text: string, renamed: Renamed, isOwn: boolean): string {
  const { to } = renamed;
  const from = escapePattern(renamed.from);
  const told = text.replaceAll(new RegExp(`^(\\s*on the screen )${from}$`, 'gm'), `$1${to}`);
  return isOwn ? told.replace(new RegExp(`^# ${from}(?= )`), `# ${to}`) : told;
}

/** Unambiguous references: the screen's file and its neighbours, a link to it, its address in the gallery. */
function inWriting(text: string, renamed: Renamed): string {
  const { to } = renamed;
  const from = escapePattern(renamed.from);
  const files = `(?:${from}\\.screen\\.json|(?:states|scripts)/${from}\\.json|snapshots/[\\w-]+/${from}\\.txt)`;
  const rename = (found: string): string => found.replaceAll(new RegExp(`${from}(?![\\w-])`, 'g'), to);
  return text
    .replaceAll(new RegExp(`\\[${from}\\]\\((?=[^)\\s]*${from}\\.screen\\.json\\))`, 'g'), rename)
    .replaceAll(new RegExp(`(?<![\\w-])${files}|/gallery/${from}(?![\\w-])`, 'g'), rename);
}

/** Line numbers where the name is quoted or is a table cell. */
function mentionsIn(text: string, screen: string): readonly number[] {
  const name = escapePattern(screen);
  const alone = new RegExp(`(['"\`])${name}\\1|\\|(?:[^|]*, )? *${name} *(?:,[^|]*)?\\|`);
  return text.split('\n').flatMap((line, index) => (alone.test(line) ? [index + 1] : []));
}

function writingsIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || OTHERS.has(entry.name)) return [];
    if (entry.isDirectory()) return writingsIn(root, path);
    return entry.isFile() && WRITTEN.test(entry.name) ? [path] : [];
  });
}

function foldersIn(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
}

function filesIn(root: string, folder: string, end: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
}

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

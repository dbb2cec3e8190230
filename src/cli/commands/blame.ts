import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { type Command, type ExitCode, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { connectRegistry, SERVER_HELP, SERVER_OPTIONS, shorten, writeTime } from '../registry-client.ts';

const JSON_VERSION = 1;

interface Version {
  readonly release: string;
  readonly content: string | null;
  readonly actor: string;
  readonly at: number;
  readonly reason: string;
}

export const blameCommand: Command = {
  name: 'blame',
  usage: '<document> [--json]',
  summary: 'Says of every value of a document who published it',
  examples: ['capiz blame screens/order.screen.json'],
  details: `Prints the document that is live; before each value stands who brought it to borrowers, and when.

  --json                 print {"version":1,"lines":[{"text","release"?,"actor"?,"at"?}]} instead of words
${SERVER_HELP}

Exit: 0, or 2 could not run.`,
  async run(args, { folder, out }): Promise<ExitCode> {
    const { values, rest } = readOptions(args, { ...SERVER_OPTIONS, json: { type: 'boolean' } });
    const [path] = rest;
    if (path === undefined) throw new UsageError('name the document');
    const client = connectRegistry(values, folder);
    const { versions } = await client.get<{ versions: readonly Version[] }>(
      `/history?limit=200&path=${encodeURIComponent(path)}`,
    );
    const texts: { version: Version; text: string }[] = [];
    for (const version of versions) {
      if (version.content === null) break;
      const { base64 } = await client.get<{ base64: string }>(`/contents/${version.content}`);
      texts.push({ version, text: Buffer.from(base64, 'base64').toString('utf8') });
    }
    if (texts.length === 0) throw new UsageError(`${path} is not live`);
    if (values.json !== true) out(writeBlame(texts));
    else {
      const lines = readBlame(texts).map(({ text, version }) => ({ text, ...(version && aboutOf(version)) }));
      out(`${JSON.stringify({ version: JSON_VERSION, lines }, null, 2)}\n`);
    }
    return 0;
  },
};

type Brought = Omit<Version, 'content'>;
type Texts = readonly { readonly version: Brought; readonly text: string }[];

function aboutOf({ release, actor, at }: Brought): Pick<Brought, 'release' | 'actor' | 'at'> {
  return { release, actor, at };
}

/** The newest text; before each line who brought the value that begins there. */
export function writeBlame(texts: Texts): string {
  const lines = readBlame(texts).map(({ text, version }) => ({
    text,
    said: version === undefined ? '' : describe(version),
  }));
  const width = Math.max(0, ...lines.map(({ said }) => said.length));
  return lines.map(({ text, said }) => `${said.padEnd(width)} │ ${text}\n`).join('');
}

/** The newest text line by line, and who brought the value that begins there. */
function readBlame(
  texts: Texts,
): readonly { readonly text: string; readonly version: Brought | undefined }[] {
  const trees = texts.map(({ text }) => parseTree(text));
  const [newest] = texts;
  const [root] = trees;
  if (newest === undefined || root === undefined) return [];
  const byLine = new Map<number, Brought>();
  const lineStarts = startsOf(newest.text);
  for (const { node, path } of scalarsOf(root)) {
    // The value is as old as the oldest version from which on it has stood there unchanged.
    let origin = newest.version;
    for (const [at, tree] of trees.entries()) {
      const found = tree === undefined ? undefined : findNodeAtLocation(tree, [...path]);
      if (found === undefined || found.value !== node.value) break;
      origin = texts[at]?.version ?? origin;
    }
    const line = lineOf(lineStarts, node.offset);
    const known = byLine.get(line);
    if (known === undefined || known.at < origin.at) byLine.set(line, origin);
  }
  return newest.text
    .replace(/\n$/, '')
    .split('\n')
    .map((text, line) => ({ text, version: byLine.get(line) }));
}

function describe({ release, actor, at }: Brought): string {
  return `${shorten(release)} ${writeTime(at)} ${actor}`;
}

type Path = readonly (string | number)[];

function* scalarsOf(node: Node, path: Path = []): Generator<{ readonly node: Node; readonly path: Path }> {
  const children = node.children ?? [];
  if (node.type === 'array') {
    for (const [at, child] of children.entries()) yield* scalarsOf(child, [...path, at]);
  } else if (node.type === 'object') {
    for (const { children: pair = [] } of children) {
      const [name, value] = pair;
      if (name !== undefined && value !== undefined) yield* scalarsOf(value, [...path, String(name.value)]);
    }
  } else yield { node, path };
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let line = 0;
  while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= offset) line += 1;
  return line;
}

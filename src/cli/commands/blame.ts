import * as v from 'valibot';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import { type ExitCode, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { connectRegistry, SERVER_OPTIONS, ServerRefusal, shorten, writeTime } from '../registry-client.ts';

/** The content of a document, and the author of the value at each pointer. */
const BLAME = v.object({
  content: v.string(),
  values: v.array(v.object({ pointer: v.string(), release: v.string(), actor: v.string(), at: v.number() })),
});
type Values = v.InferOutput<typeof BLAME>['values'];
type Brought = Omit<Values[number], 'pointer'>;
const CONTENT = v.object({ base64: v.string() });

export const blameCommand = defineCommand({
  name: 'blame',
  usage: '<document> [--json]',
  summary: 'Shows who published each value of a document',
  examples: ['npx capiz blame screens/order.screen.json'],
  details: 'Prints the live document, with who published each value and when.',
  options: {
    '--json': 'print {"version":1,"lines":[{"text","release"?,"actor"?,"at"?}]} instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0, or 2 could not run.',
  async run({ values, rest }, terminal): Promise<ExitCode> {
    const [path] = rest;
    if (path === undefined) throw new UsageError('name the document');
    const client = connectRegistry(values, terminal.folder);
    const query = `path=${encodeURIComponent(path)}`;
    const answer = await client.get(`/blame?${query}`, BLAME).catch((error: unknown) => {
      if (error instanceof ServerRefusal && error.code === 'unknown')
        throw new UsageError(`${path} is not live`);
      throw error;
    });
    const { base64 } = await client.get(`/contents/${answer.content}`, CONTENT);
    const lines = readLines(Buffer.from(base64, 'base64').toString('utf8'), answer.values);
    const described = lines.map(({ text, by }) => ({ text, ...by }));
    printResult(terminal, values, { lines: described }, writeLines(lines));
    return 0;
  },
});

interface Line {
  readonly text: string;
  readonly by: Brought | undefined;
}

/** Prefixes each line with the author of the value that begins there. */
function writeLines(lines: readonly Line[]): string {
  const said = lines.map(({ by }) =>
    by === undefined ? '' : `${shorten(by.release)} ${writeTime(by.at)} ${by.actor}`,
  );
  const width = Math.max(0, ...said.map(({ length }) => length));
  return lines.map(({ text }, at) => `${(said[at] ?? '').padEnd(width)} │ ${text}\n`).join('');
}

/** Pairs each line with the author of the newest value that begins there. */
function readLines(text: string, values: Values): readonly Line[] {
  const root = parseTree(text);
  const byLine = new Map<number, Brought>();
  for (const { pointer, ...brought } of values) {
    const place = splitPointer(pointer);
    const offset = root === undefined ? undefined : findPlace(root, place)?.offset;
    if (offset === undefined) continue;
    const line = text.slice(0, offset).split('\n').length - 1;
    const known = byLine.get(line);
    if (known === undefined || known.at < brought.at) byLine.set(line, brought);
  }
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((one, line) => ({ text: one, by: byLine.get(line) }));
}

function findPlace(root: Node, names: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const name of names)
    node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
  return node;
}

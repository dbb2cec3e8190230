import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Renaming, renameInProject } from '#renderer/grammar/rename.ts';
import { findBesideScreen, makeBesideChange } from '../beside-screen.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';

export const renameCommand = defineCommand({
  name: 'rename',
  usage: '<screen|part|state|field|reply|request> <from> <to> [--dry-run] [--json] [--root <folder>]',
  summary: 'Renames a screen, a part, a state, a field or a member of a call everywhere',
  examples: [
    'npx capiz rename screen repay-code pay-by-code',
    'npx capiz rename part pay-code code-to-pay',
    'npx capiz rename state screens/order.screen.json#asked wasAsked',
    'npx capiz rename field screens/order.screen.json#rate.stars score --dry-run',
    'npx capiz rename reply order-details#recProducts[].title name',
    'npx capiz rename request order-details#productId product',
  ],
  details: `A state is <file>#<state>, a field <file>#<form>.<field>, with its groups and repeating groups before
its name; a reply's or a request's member is <endpoint>#<path>. Declarations, paths in expressions, placeholders and
their translations change; comments and spacing stay. A new name that would cause an error is refused.

The service reports its errors under the name of a field, so it must use the new name too. The route of a screen does not
change. The service's own name of a member stays: it becomes the "wire" of the member, so recorded replies still fit.

With a screen, its states, scripts and snapshots are renamed, and the paths and gallery addresses in tests and documents.
Where only the name occurs, which may mean something else, the location is printed.`,
  options: {
    '--dry-run': 'change nothing, and list the files that would change',
    '--json': 'print {"version":1,"changed":[paths],"moved":{from:to},"mentions":[places]}',
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 renamed, 2 could not run.',
  run({ values, rest }, terminal) {
    const { root, files } = openProject(terminal, values.root);
    const renaming = readRenaming(rest);
    const renamed = renameInProject(files, renaming);
    if (typeof renamed === 'string') throw new UsageError(renamed);
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const changed = renamed.files.filter(({ path, text }) => texts.get(path) !== text);
    const isDry = values['dry-run'] === true;
    const { changes, mentions } =
      renaming.kind === 'screen' ? findBesideScreen(root, renaming) : { changes: [], mentions: [] };
    if (!isDry) {
      for (const [from, to] of renamed.moved) renameSync(join(root, from), join(root, to));
      for (const { path, text } of changed) writeFileSync(join(root, path), text);
      for (const change of changes) makeBesideChange(root, change);
    }
    const beside = changes.flatMap(({ path, from }) => (from === undefined ? [] : [[from, path] as const]));
    const moved = new Map([...renamed.moved, ...beside]);
    const paths = [...changed.map(({ path }) => path), ...changes.map(({ path }) => path)];
    const former = new Map([...moved].map(([from, to]) => [to, from]));
    const lines = paths.map((path) => (former.has(path) ? `${former.get(path)} → ${path}\n` : `${path}\n`));
    const report = { changed: paths, moved: Object.fromEntries(moved), mentions };
    printResult(terminal, values, report, lines.join(''));
    sayMentions(terminal, mentions);
    terminal.err(
      isDry ? 'nothing was changed\n' : `renamed ${renaming.from}; git restore and git clean bring it back\n`,
    );
    return 0;
  },
});

const MOST_TOLD = 20;

function sayMentions(terminal: Terminal, mentions: readonly string[]): void {
  if (mentions.length === 0) return;
  terminal.err('the name stands here too, and may mean the screen:\n');
  for (const place of mentions.slice(0, MOST_TOLD)) terminal.err(`  ${place}\n`);
  if (mentions.length > MOST_TOLD)
    terminal.err(`  and ${mentions.length - MOST_TOLD} more; --json has all\n`);
}

function readRenaming([kind, from, to, ...more]: readonly string[]): Renaming {
  if (kind === undefined || from === undefined || to === undefined || more.length > 0)
    throw new UsageError('name a kind, the old name and the new name; see --help');
  if (kind === 'screen' || kind === 'part') return { kind, from, to };
  const [, of, path] = /^(.+?)#([^#]+)$/.exec(from) ?? [];
  if (of !== undefined && path !== undefined) {
    if (kind === 'reply' || kind === 'request') return { kind, endpoint: of, from: path, to };
    const names = path.split('.');
    const [form, ...groups] = names.slice(0, -1);
    const name = names.at(-1) ?? '';
    if (kind === 'state' && form === undefined) return { kind, file: of, from: name, to };
    if (kind === 'field' && form !== undefined) return { kind, file: of, form, groups, from: name, to };
  }
  const form = Object.hasOwn(SPELLED, kind) ? SPELLED[kind] : undefined;
  throw new UsageError(
    form === undefined
      ? `"${kind}" cannot be renamed; a screen, a part, a state, a field, a reply and a request can`
      : `a ${kind} is ${form}, not "${from}"`,
  );
}

/** How a name of each kind is written on the command line. */
const SPELLED: { readonly [kind: string]: string } = {
  state: '<file>#<state>',
  field: '<file>#<form>.<field>',
  reply: '<endpoint>#<path>',
  request: '<endpoint>#<member>',
};

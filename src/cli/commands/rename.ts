import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Renaming, renameInProject } from '#renderer/grammar/rename.ts';
import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { openProject } from '../project.ts';

const VERSION = 1;

export const renameCommand: Command = {
  name: 'rename',
  usage: '<screen|part|state|field|reply|request> <from> <to> [--dry-run] [--json] [--root <folder>]',
  summary: 'Gives a screen, a part, a state, a field or a member of a call another name everywhere',
  examples: [
    'capiz rename screen repay-code pay-by-code',
    'capiz rename part pay-code code-to-pay',
    'capiz rename state screens/order.screen.json#asked wasAsked',
    'capiz rename field screens/order.screen.json#rate.stars score --dry-run',
    'capiz rename reply order-details#recProducts[].title name',
    'capiz rename request order-details#productId product',
  ],
  details: `A state is <file>#<state>, a field <file>#<form>.<field>, with the groups and repeating groups it stands in before
its name; a reply's or a request's member is <endpoint>#<path>. Declarations, paths in expressions, placeholders and
their translations change; comments and spacing stay. What would leave an error behind is refused.

A field's name is also what errors of a service land on, and a route does not change with its screen. What a service
calls a member stays: it becomes the member's "wire", so that recorded replies fit as before.

  --dry-run        change nothing, and name the files that would be
  --json           print {"version":1,"changed":[paths],"moved":{from:to}}
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 renamed, 2 could not run.`,
  run(args, terminal) {
    const { values, rest } = readOptions(args, {
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      root: { type: 'string' },
    });
    const { root, files } = openProject(terminal, values.root);
    const renaming = readRenaming(rest);
    const renamed = renameInProject(files, renaming);
    if (typeof renamed === 'string') throw new UsageError(renamed);
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const { moved } = renamed;
    const former = new Map([...moved].map(([from, to]) => [to, from]));
    const changed = renamed.files.filter(({ path, text }) => texts.get(path) !== text);
    const isDry = values['dry-run'] === true;
    const beside = renaming.kind === 'screen' ? besideScreen(root, renaming) : [];
    if (!isDry) {
      for (const [from, to] of moved) renameSync(join(root, from), join(root, to));
      for (const { path, text } of changed) writeFileSync(join(root, path), text);
      for (const change of beside) change.make();
    }
    const paths = [...changed.map(({ path }) => path), ...beside.map(({ path }) => path)];
    if (values.json === true) {
      const report = { version: VERSION, changed: paths, moved: Object.fromEntries(moved) };
      terminal.out(`${JSON.stringify(report, null, 2)}\n`);
    } else {
      for (const path of paths) {
        const from = former.get(path);
        terminal.out(from === undefined ? `${path}\n` : `${from} → ${path}\n`);
      }
    }
    terminal.err(
      isDry ? 'nothing was changed\n' : `renamed ${renaming.from}; git restore and git clean bring it back\n`,
    );
    return 0;
  },
};

function readRenaming([kind, from, to, ...more]: readonly string[]): Renaming {
  if (kind === undefined || from === undefined || to === undefined || more.length > 0)
    throw new UsageError('say what is renamed, from what and to what; --help shows how');
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

/** How what is renamed is said. */
const SPELLED: { readonly [kind: string]: string } = {
  state: '<file>#<state>',
  field: '<file>#<form>.<field>',
  reply: '<endpoint>#<path>',
  request: '<endpoint>#<member>',
};

interface Beside {
  readonly path: string;
  make(): void;
}

/** What knows a screen by its name beside the definitions: its states, and scenarios that open it. */
function besideScreen(root: string, { from, to }: { readonly from: string; readonly to: string }): Beside[] {
  const changes: Beside[] = [];
  const states = `fixtures/states/${from}.json`;
  const target = `fixtures/states/${to}.json`;
  if (existsSync(join(root, states))) {
    const make = (): void => {
      mkdirSync(dirname(join(root, target)), { recursive: true });
      renameSync(join(root, states), join(root, target));
    };
    changes.push({ path: target, make });
  }
  const folder = join(root, 'fixtures/scenarios');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (!name.endsWith('.json')) continue;
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(/"opens"\s*:\s*\[[^\]]*\]/, (list) =>
      list.replaceAll(JSON.stringify(from), JSON.stringify(to)),
    );
    if (changed === text) continue;
    changes.push({ path: `fixtures/scenarios/${name}`, make: () => writeFileSync(path, changed) });
  }
  return changes;
}

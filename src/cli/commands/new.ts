import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from '#src/shared/message-of.ts';
import { type ExitCode, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { beginDocument, DOCUMENT_KINDS } from '../new/documents.ts';
import { beginEnginePiece, isEngine } from '../new/engine-piece.ts';
import { refuseWhatIsThere, writeNewFiles } from '../new/files.ts';
import { type PieceKind, readPieceName } from '../new/names.ts';
import { beginOwnPiece } from '../new/own-piece.ts';
import { printResult } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';

const KINDS = [...DOCUMENT_KINDS, 'widget', 'action'];

export const newCommand = defineCommand({
  name: 'new',
  usage:
    '<screen|part|fixture|endpoint|scenario|widget|action> <name> [--post] [--dry-run] [--json] [--root <folder>]',
  summary: 'Creates a screen, a part, the states of a screen, an endpoint, a scenario, a widget or an action',
  examples: [
    'npx capiz new screen statement',
    'npx capiz new part summary --dry-run',
    'npx capiz new fixture statement',
    'npx capiz new endpoint hardship-list',
    'npx capiz new endpoint hardship-send --post',
    'npx capiz new scenario hardship',
    'npx capiz new widget gauge',
    'npx capiz new action ring',
  ],
  details: `The new files pass npx capiz check. No existing file is overwritten. The states that every screen has (skeleton, errors,
offline, …) need no entry; a fixture adds states that only this screen has. A screen comes with the file of its states and,
if the project has snapshots, with its first snapshots: the text of each state in its language.

An endpoint is a contract and the reply that answers it in tests, the gallery and the demonstration. A scenario defines how
a service answers one borrower: by what was sent, and by what it remembers. A scenario with the name of a screen opens it.

A widget or an action comes with a schema, a component or a function, a test that passes, and its entries in the lists: in
Capiz's own folder those of the grammar and the engine, with valid and invalid fixtures and all generated files; in any
other project widgets/ or actions/ and capiz.config.mjs.`,
  options: {
    '--post': 'for an endpoint: a tap sends it; it is not read as data',
    '--dry-run': 'write nothing, and list the files',
    '--json': 'print {"version":1,"files":[paths],"changed":[paths]}; the changed ones existed before',
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 written, 2 could not run.',
  async run({ values, rest }, terminal): Promise<ExitCode> {
    const [kind = '', name = '', ...more] = rest;
    if (!KINDS.includes(kind) || name === '' || more.length > 0)
      throw new UsageError(`name a kind and a name: npx capiz new ${KINDS.join('|')} <name>`);
    const isPost = values.post === true;
    if (isPost && kind !== 'endpoint') throw new UsageError('--post is only for an endpoint');
    const isDry = values['dry-run'] === true;
    const given = values.root === undefined ? undefined : resolve(terminal.folder, values.root);
    const piece = kind === 'widget' || kind === 'action' ? kind : undefined;
    // The engine's folder can contain no product.
    const { root, files } =
      piece !== undefined && given !== undefined && isEngine(given)
        ? { root: given, files: [] }
        : openProject(terminal, given);
    const added =
      piece === undefined ? beginDocument(kind, name, files, isPost) : beginPiece(root, piece, name);
    refuseWhatIsThere(root, added);
    if (!isDry) {
      writeNewFiles(root, added);
      if (piece !== undefined && isEngine(root)) generate(root);
    }
    const drawn = isDry || kind !== 'screen' ? NOTHING : await drawFirst(root, name);
    const begun = [...added.filter(({ isEdit }) => isEdit !== true).map(({ path }) => path), ...drawn.paths];
    const changed = added.filter(({ isEdit }) => isEdit === true).map(({ path }) => path);
    const lines = [...begun, ...changed.map((path) => `${path} (changed)`)].map((line) => `${line}\n`);
    printResult(terminal, values, { files: begun, changed }, lines.join(''));
    if (drawn.why !== undefined) terminal.err(`no snapshot: ${drawn.why}\n`);
    const next = piece === undefined ? nextOf(kind, name, drawn) : nextOfPiece(piece, name, isEngine(root));
    terminal.err(isDry ? 'nothing was written\n' : `next: ${next}\n`);
    return 0;
  },
});

function beginPiece(root: string, kind: PieceKind, given: string) {
  const name = readPieceName(kind, given);
  return isEngine(root) ? beginEnginePiece(root, kind, name) : beginOwnPiece(root, kind, name);
}

/** The first snapshot of a screen, or the reason why there is none. */
interface FirstSnapshot {
  readonly paths: readonly string[];
  readonly why?: string;
}
const NOTHING: FirstSnapshot = { paths: [] };

async function drawFirst(root: string, screen: string): Promise<FirstSnapshot> {
  const { writeFirstSnapshot } = await import('../new/first-snapshot.ts');
  try {
    return { paths: await writeFirstSnapshot(root, screen) };
  } catch (error) {
    return { paths: [], why: messageOf(error) };
  }
}

/** The next step after a new document. */
function nextOf(kind: string, name: string, { paths }: FirstSnapshot): string {
  if (paths.length > 0) return `npx capiz check, then npx capiz test -u ${name} once it says what it should`;
  switch (kind) {
    case 'endpoint':
      return `npx capiz check; then read it in the "data" of a screen as "${name}", or send it with the action "request"`;
    case 'scenario':
      return 'npx capiz check; then say in its "replies" what each endpoint answers';
  }
  return kind === 'part'
    ? 'npx capiz check; then use it in a screen'
    : `npx capiz check, then npx capiz test ${name}`;
}

/** The next step after a new widget or action. */
function nextOfPiece(kind: PieceKind, name: string, isOfEngine: boolean): string {
  if (!isOfEngine) return 'npx capiz check and npx vitest run; then use it in a screen';
  const recipe = kind === 'widget' ? 'a-widget' : 'an-action';
  return (
    `npx vitest run renderer/${kind}s/${name} passes; go on with step 2 of ` +
    `docs/contributing/add-a-piece.md#${recipe}: its properties, and its x-since`
  );
}

/** Generates types, tables and validators from the schemas, as `npm run generate` does. */
function generate(root: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['schemas/generate.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new UsageError(`the files are written, but npm run generate fails:\n${stderr}`);
}

import * as v from 'valibot';
import { applyEdits } from '../apply-edits.ts';
import { isRefused, refuse, type Result } from '../answer.ts';
import { sayProblems } from '../say-problems.ts';
import { defineTool, PATH, POINTER } from '../tool.ts';
import type { Workspace } from '../workspace.ts';

const VALUE = v.pipe(v.unknown(), v.description('Any JSON value.'));

const EDIT = v.variant('op', [
  v.pipe(
    v.strictObject({ op: v.literal('write'), path: PATH, value: VALUE }),
    v.description('Creates a document, or replaces a whole one. "value" is the document as JSON.'),
  ),
  v.pipe(
    v.strictObject({ op: v.literal('add'), path: PATH, pointer: POINTER, value: VALUE }),
    v.description('Adds a member, or inserts an item before an index; "-" as the index appends.'),
  ),
  v.strictObject({ op: v.literal('replace'), path: PATH, pointer: POINTER, value: VALUE }),
  v.strictObject({ op: v.literal('remove'), path: PATH, pointer: POINTER }),
  v.pipe(
    v.strictObject({ op: v.literal('move'), path: PATH, from: POINTER, pointer: POINTER }),
    v.description('Moves a value within its document.'),
  ),
  v.pipe(v.strictObject({ op: v.literal('delete'), path: PATH }), v.description('Deletes a whole document.')),
]);

export const editTool = defineTool({
  name: 'edit',
  title: 'Edit documents',
  description:
    'Makes many edits of many documents in one call, in order, as JSON Patch does: write (a whole document), add, replace, remove, move, delete. All or none are made. Documents are formatted. The answer has the problems of the check: correct all errors.',
  writes: true,
  input: v.strictObject({
    edits: v.pipe(v.array(EDIT), v.minLength(1), v.maxLength(100)),
  }),
  async run({ edits }, workspace) {
    const wrong = edits.find(({ path }) => !workspace.mayWrite(path));
    if (wrong !== undefined)
      return refuse(
        'path',
        `${wrong.path} cannot be written.`,
        `Use one of these paths: ${workspace.writable}`,
      );
    const files = new Map((await workspace.readFiles()).map((file) => [file.path, file.text]));
    const made = applyEdits(edits, (path) => files.get(path));
    if (isRefused(made)) return made;
    const written = await workspace.write(made.changes);
    if (isRefused(written)) return written;
    return reportWritten(written.paths, workspace);
  },
});

/** The paths that changed, and the problems of the project afterwards. */
export async function reportWritten(paths: readonly string[], workspace: Workspace): Promise<Result> {
  const files = await workspace.readFiles();
  const { problems } = workspace.inspect(files);
  const about = new Set(paths);
  const said = sayProblems(problems, (path) => about.has(path));
  const changed = paths.length === 0 ? 'Nothing changed.' : `Changed ${paths.join(', ')}.`;
  return { text: `${changed}\n${said.text}`, data: { changed: paths, ...said.data } };
}

import * as v from 'valibot';
import { applyEdits } from '../apply-edits.ts';
import { isRefused, refuse, type Result } from '../answer.ts';
import { sayProblems } from '../say-problems.ts';
import { defineTool, NAME, PATH, POINTER } from '../tool.ts';
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
    'Makes many edits of many documents in one call, in order, as JSON Patch does: write (a whole document), add, replace, remove, move, delete. All or none are made. Documents are formatted. The answer has the problems of the check: correct all errors. With test the screens are also tested in the same call, if there is no error.',
  writes: true,
  input: v.strictObject({
    edits: v.pipe(v.array(EDIT), v.minLength(1), v.maxLength(100)),
    test: v.exactOptional(
      v.pipe(v.array(NAME), v.maxLength(5), v.description('Ids of screens to test after the edits.')),
      [],
    ),
  }),
  async run({ edits, test }, workspace) {
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
    return reportWritten(written.paths, workspace, test);
  },
});

const READY =
  'The whole project has no problem, and these states and scripts pass. If the texts above are as wished, propose: no further check, test or diff is needed. Outcomes of endpoints that nothing reaches need a state only if the screen has words of its own for them.';

/**
 * The paths that changed, and the problems of the project afterwards.
 *
 * @param test - Ids of screens to test if there is no error.
 */
export async function reportWritten(
  paths: readonly string[],
  workspace: Workspace,
  test: readonly string[] = [],
): Promise<Result> {
  const files = await workspace.readFiles();
  const { problems } = workspace.inspect(files);
  const about = new Set(paths);
  const said = sayProblems(problems, (path) => about.has(path));
  const changed = paths.length === 0 ? 'Nothing changed.' : `Changed ${paths.join(', ')}.`;
  const done = { text: `${changed}\n${said.text}`, data: { changed: paths, ...said.data } };
  const { renderer } = workspace;
  if (test.length === 0 || renderer === undefined) return done;
  if (problems.some(({ severity }) => severity === 'error'))
    return { ...done, text: `${done.text}\nNot tested: correct the errors first.` };
  const tested = await renderer.test({ screens: test, name: undefined, accept: false });
  // The edits are made; what went wrong afterwards must not look as if they were refused.
  if (isRefused(tested)) {
    const { why, next } = tested.refused;
    return { text: `${done.text}\nNot tested: ${why} ${next}`, data: { ...done.data, notTested: why } };
  }
  const isReady = problems.length === 0 && tested.data['isClean'] === true;
  const next = isReady ? `\n${READY}` : '';
  return { text: `${done.text}\n${tested.text}${next}`, data: { ...done.data, tested: tested.data } };
}

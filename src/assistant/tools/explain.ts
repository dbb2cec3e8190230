import * as v from 'valibot';
import { explainPlace } from '#renderer/grammar/explain.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { describePlace } from '../describe-place.ts';
import { refuse, type Result } from '../answer.ts';
import { defineTool, NAME, PATH, POINTER } from '../tool.ts';
import { definitionsOf, type Workspace } from '../workspace.ts';

export const explainTool = defineTool({
  name: 'explain',
  title: 'Explain',
  description:
    'Explains a problem code (why it is a problem, a bad and a good example); or a place in a document: its type, when it is visible, what it reads, writes and calls.',
  input: v.strictObject({
    code: v.exactOptional(v.pipe(NAME, v.description('A problem code: request/not-critical.'))),
    path: v.exactOptional(PATH),
    pointer: v.exactOptional(POINTER, ''),
  }),
  run({ code, path, pointer }, workspace) {
    if (code !== undefined) return explainCode(code, workspace);
    if (path !== undefined) return explainAt({ path, pointer }, workspace);
    return refuse('invalid', 'Nothing was named.', 'Name a code, or a path with a pointer.');
  },
});

function explainCode(code: string, { codes }: Workspace): Result {
  const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (entry === undefined)
    return refuse(
      'unknown',
      `There is no code "${code}".`,
      didYouMean(code, Object.keys(codes)) ?? 'check reports the codes of the problems.',
    );
  const { severity, title, why, bad, good } = entry;
  return {
    text: `${code} (${severity})\n${title}.\n${why}\nbad: ${bad}\ngood: ${good}`,
    data: { code, ...entry },
  };
}

async function explainAt(
  { path, pointer }: { readonly path: string; readonly pointer: string },
  workspace: Workspace,
): Promise<Result> {
  const files = definitionsOf(await workspace.readFiles());
  const file = files.find((one) => one.path === path);
  const document = file && parseFile(file).document;
  if (document === undefined)
    return refuse('unknown', `There is no readable document ${path}.`, 'overview lists the documents.');
  if (valueAt(document.value, pointer) === undefined)
    return refuse('unknown', `${path} has nothing at ${pointer}.`, 'Read the document for its pointers.');
  const { line, column } = document.place(pointer);
  // Inside the quotes of a text.
  const found = explainPlace(files, path, line, column + 1) ?? explainPlace(files, path, line, column);
  if (found === undefined)
    return refuse(
      'nothing',
      `There is nothing with a type at ${pointer}.`,
      'Use the pointer of a node, an action, a condition or a value with an expression.',
    );
  return { text: describePlace(found, path, makeColours(false)), data: { ...found } };
}

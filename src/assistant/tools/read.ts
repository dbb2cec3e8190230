import * as v from 'valibot';
import { parseFile } from '#renderer/grammar/parse.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { refuse } from '../answer.ts';
import { defineTool, PATH, POINTER } from '../tool.ts';

/** Characters in one answer. */
const LONGEST = 100_000;

export const readTool = defineTool({
  name: 'read',
  title: 'Read documents',
  description:
    'The text of documents: screens, parts, contracts, catalogues, app.json, and fixtures. Several at once; with a pointer only the value there.',
  input: v.strictObject({
    paths: v.pipe(v.array(PATH), v.minLength(1), v.maxLength(30)),
    pointer: v.exactOptional(POINTER),
  }),
  async run({ paths, pointer = '' }, workspace) {
    const files = new Map((await workspace.readFiles()).map((file) => [file.path, file]));
    const documents: { path: string; text: string }[] = [];
    for (const path of paths) {
      const file = files.get(path);
      if (file === undefined || isAsset(path))
        return refuse(
          'unknown',
          isAsset(path) ? `${path} is an image, which is not text.` : `There is no document ${path}.`,
          didYouMean(path, files.keys()) ?? 'overview lists the documents.',
        );
      const text = pointer === '' ? file.text : textAt(file, pointer);
      if (text === undefined)
        return refuse('unknown', `${path} has nothing at ${pointer}.`, 'Read the whole document.');
      documents.push({ path, text });
    }
    const length = documents.reduce((sum, { text }) => sum + text.length, 0);
    if (length > LONGEST)
      return refuse(
        'too-large',
        `These documents have ${length} characters; the limit is ${LONGEST}.`,
        'Read fewer, or a part with pointer.',
      );
    workspace.noteRead(paths);
    return {
      text: documents.map(({ path, text }) => `${path}${pointer}\n${text}`).join('\n'),
      data: { documents },
    };
  },
});

function textAt(file: { readonly path: string; readonly text: string }, pointer: string): string | undefined {
  const value = valueAt(parseFile(file).document?.value, pointer);
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

import * as v from 'valibot';
import { searchDocument } from '#renderer/grammar/search.ts';
import { defineTool, PATH } from '../tool.ts';

const SHOWN = 60;
const LONGEST = 120;

export const searchTool = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Searches all names and values of the documents, ignores upper and lower case, and lists each match with its pointer.',
  input: v.strictObject({
    words: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    exact: v.exactOptional(
      v.pipe(v.boolean(), v.description('true: only whole names and values that equal the words.')),
      false,
    ),
    paths: v.exactOptional(v.pipe(v.array(PATH), v.maxLength(30))),
  }),
  async run({ words, exact, paths }, workspace) {
    const files = (await workspace.readFiles()).filter(({ path }) => paths?.includes(path) ?? true);
    const matches = files.flatMap((file) => searchDocument(file, words, { isExact: exact }));
    const shown = matches.slice(0, SHOWN).map(({ file, pointer, part, text }) => ({
      path: file,
      pointer,
      part,
      text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    }));
    const left = matches.length - shown.length;
    return {
      text: [
        `${matches.length} found.`,
        ...shown.map(({ path, pointer, text }) => `${path} ${pointer}: ${text}`),
        ...(left > 0 ? [`… and ${left} more.`] : []),
      ].join('\n'),
      data: { matches: shown, found: matches.length },
    };
  },
});

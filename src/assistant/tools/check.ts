import * as v from 'valibot';
import { sayProblems } from '../say-problems.ts';
import { defineTool, PATH } from '../tool.ts';

export const checkTool = defineTool({
  name: 'check',
  title: 'Check',
  description:
    'Checks all documents together and reports errors and warnings with pointers, and how to correct them. With paths: warnings only of these documents.',
  input: v.strictObject({ paths: v.exactOptional(v.pipe(v.array(PATH), v.maxLength(100))) }),
  async run({ paths }, workspace) {
    const { problems, acknowledged } = workspace.inspect(await workspace.readFiles());
    const said = sayProblems(problems, (path) => paths?.includes(path) ?? true);
    return {
      text: said.text,
      data: { ...said.data, acknowledged: acknowledged.length },
    };
  },
});

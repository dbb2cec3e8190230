import * as v from 'valibot';
import { isRefused } from '../answer.ts';
import { defineTool } from '../tool.ts';
import { reportWritten } from './edit.ts';

export const undoTool = defineTool({
  name: 'undo',
  title: 'Undo',
  description: 'Takes back the last edits that were made through this server, the newest first.',
  writes: true,
  input: v.strictObject({
    steps: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 1),
  }),
  async run({ steps }, workspace) {
    const written = await workspace.undo(steps);
    return isRefused(written) ? written : reportWritten(written.paths, workspace);
  },
});

import * as v from 'valibot';
import { refuse } from '../answer.ts';
import { defineTool, NAME } from '../tool.ts';

export const testTool = defineTool({
  name: 'test',
  title: 'Test',
  description:
    'Renders states and plays scripts, and compares them with the stored snapshots. Writes the snapshot of a new state; with accept it accepts all differences: only after you have read them.',
  writes: true,
  renders: true,
  input: v.strictObject({
    screens: v.exactOptional(v.pipe(v.array(NAME), v.maxLength(30)), []),
    name: v.exactOptional(v.pipe(NAME, v.description('Only states and scripts whose name contains this.'))),
    accept: v.exactOptional(v.boolean(), false),
  }),
  async run({ screens, name, accept }, { renderer }) {
    return (
      (await renderer?.test({ screens, name, accept })) ??
      refuse('no-renderer', 'States are not rendered here.', 'Look at the draft in the studio.')
    );
  },
});

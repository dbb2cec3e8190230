import * as v from 'valibot';
import { refuse } from '../answer.ts';
import { defineTool, NAME } from '../tool.ts';

export const testTool = defineTool({
  name: 'test',
  title: 'Test',
  description:
    'Renders states and plays scripts, and compares them with the stored snapshots. Writes the snapshot of a new state and answers with it: read it, it is what a borrower reads and what scripts send. With accept it accepts all differences: only after you have read them. With screens it also says what no state and no script reaches.',
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

import * as v from 'valibot';
import { refuse } from '../answer.ts';
import { defineTool, NAME } from '../tool.ts';

export const coverageTool = defineTool({
  name: 'coverage',
  title: 'Coverage',
  description:
    'Which nodes, conditions, outcomes of actions and endpoints of the screens no state and no script reaches.',
  renders: true,
  input: v.strictObject({ screens: v.exactOptional(v.pipe(v.array(NAME), v.maxLength(30)), []) }),
  async run({ screens }, { renderer }) {
    return (
      (await renderer?.cover(screens)) ??
      refuse('no-renderer', 'States are not rendered here.', 'Look at the draft in the studio.')
    );
  },
});

import * as v from 'valibot';
import { refuse } from '../answer.ts';
import { defineTool, NAME } from '../tool.ts';

export const renderTool = defineTool({
  name: 'render',
  title: 'Render states',
  description:
    'What a borrower reads in the states of a screen, as a tree of roles, words and states, as a screen reader announces it; or with png a screenshot of one state. Without states: all states of the screen; equal trees are written once.',
  renders: true,
  input: v.strictObject({
    screen: NAME,
    states: v.exactOptional(v.pipe(v.array(NAME), v.maxLength(30)), []),
    language: v.exactOptional(NAME),
    png: v.exactOptional(v.boolean(), false),
  }),
  async run({ screen, states, language, png }, { renderer }) {
    if (png && states.length !== 1)
      return refuse('invalid', 'A screenshot is of one state.', 'Name one state.');
    return (
      (await renderer?.render({ screen, states, language, png })) ??
      refuse('no-renderer', 'States are not rendered here.', 'Look at the draft in the studio.')
    );
  },
});

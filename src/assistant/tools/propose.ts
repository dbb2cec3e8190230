import * as v from 'valibot';
import { TITLE } from '#src/shared/operation-schemas.ts';
import { refuse } from '../answer.ts';
import { sayProblems } from '../say-problems.ts';
import { defineTool, PATH } from '../tool.ts';

export const proposeTool = defineTool({
  name: 'propose',
  title: 'Propose a draft',
  description:
    'Gives the edits to people as a draft in the studio, under the name of the token’s owner, marked as written with an assistant. People review, approve and publish it; this server cannot.',
  writes: true,
  input: v.strictObject({
    title: v.pipe(TITLE, v.description('What the draft changes, for the reviewer.')),
    paths: v.exactOptional(
      v.pipe(
        v.array(PATH),
        v.maxLength(100),
        v.description('Further documents that belong to it; the edited ones always do.'),
      ),
      [],
    ),
  }),
  async run({ title, paths }, workspace) {
    const { problems } = workspace.inspect(await workspace.readFiles());
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
      return refuse(
        'errors',
        sayProblems(errors, () => true).text,
        'Correct all errors, then propose again.',
      );
    return workspace.propose({ title, paths });
  },
});

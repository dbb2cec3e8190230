import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HELP, type HelpName, TOUR } from '#src/studio/tour/help.ts';

/*
 * docs/start/studio.md quotes the tour and the help of the studio. After a change of src/studio/tour/help.ts:
 * `npx vitest run tests/contract/studio-tour.test.ts -u`.
 */

const PAGE = 'docs/start/studio.md';
const SECTION = /(<!-- The tour[^>]*-->\n)[^]*(<!-- End of the tour -->)/;

it('the page of the studio quotes the tour and the help as the studio shows them', async () => {
  const page = readFileSync(join(import.meta.dirname, '../..', PAGE), 'utf8');
  expect(page).toMatch(SECTION);
  const lines = Object.entries(HELP).map(([name, { title, about }]) => {
    const step = TOUR.findIndex(({ place }) => place === (name as HelpName));
    const task = TOUR[step] === undefined ? '' : `\n  *Step ${step + 1}: ${TOUR[step].task}*`;
    return `- **${title}.** ${about}${task}`;
  });
  await expect(page.replace(SECTION, `$1\n${lines.join('\n')}\n\n$2`)).toMatchFileSnapshot(`../../${PAGE}`);
});

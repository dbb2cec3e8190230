import { expect, it } from 'vitest';
import { writeLetter } from '#src/server/mail/letter.ts';
import { STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import { writeAddress } from '#src/studio/routes/address.ts';

const ORIGIN = 'https://screens.lender.example';
const RELEASE = 'a'.repeat(64);
const facts = {
  ...({ actor: 'ben', words: 'Words', standing: 'next', changed: [], screens: [] } as const),
  release: { hash: RELEASE, actor: 'ana', reason: 'Words', needs: [], draft: 'd 1' },
};

it.each([
  ['approval.waiting', { view: 'releases', release: RELEASE }],
  ['release.approved', { view: 'releases', release: RELEASE }],
  ['release.changes-asked', { view: 'screens', draft: 'd 1' }],
] as const)('the e-mail about %s links to a page of the studio', (event, address) => {
  const { body } = writeLetter({ event, ...facts }, { origin: ORIGIN });
  expect(body).toContain(`:\n${ORIGIN}${STUDIO_ADDRESS}${writeAddress(address)}\n`);
});

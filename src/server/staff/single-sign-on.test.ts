import { expect, it } from 'vitest';
import { onBothEngines } from '../registry/testing.ts';
import { disableStaff, invitePerson } from './accounts.ts';
import { createSingleSignOn, findFederated } from './single-sign-on.ts';
import { givenStaff } from './testing.ts';

onBothEngines('people of single sign-on', ({ database }) => {
  const ANA = { subject: 'https://idp.example 7', email: 'ana@example.com' };

  it('are known by an invited address first, and by their subject from then on', async () => {
    await expect(findFederated(database(), ANA, 1)).rejects.toMatchObject({ code: 'forbidden' });
    await invitePerson(database(), { name: 'ana@example.com', role: 'editor', actor: 'x', at: 0 });
    await expect(findFederated(database(), { subject: ANA.subject }, 1)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await findFederated(database(), ANA, 1)).toBe('ana@example.com');
    expect(await findFederated(database(), { ...ANA, email: 'ana@married.example' }, 2)).toBe(
      'ana@example.com',
    );
    // Whoever gets her address later is not she.
    const heir = { subject: 'https://idp.example 8', email: 'ana@example.com' };
    await expect(findFederated(database(), heir, 3)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('stay out while they are disabled, and never come as a machine', async () => {
    await invitePerson(database(), { name: 'ana@example.com', role: 'editor', actor: 'x', at: 0 });
    await findFederated(database(), ANA, 1);
    await disableStaff(database(), { name: 'ana@example.com', actor: 'x', at: 2 });
    await expect(findFederated(database(), ANA, 3)).rejects.toThrow('disabled');
    await givenStaff(database(), 'robot@example.com', 'admin', 'service');
    const robot = { subject: 'https://idp.example 9', email: 'robot@example.com' };
    await expect(findFederated(database(), robot, 4)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

it('a browser that nobody sent to the provider does not come back from it', async () => {
  const issuer = new URL('http://127.0.0.1:1');
  const single = createSingleSignOn({ issuer, clientId: 'c', clientSecret: 's', name: 'the bank' });
  await expect(single.end(new URL('http://x.example/?code=1&state=2'), '')).rejects.toThrow('Nobody went');
  await expect(single.begin('http://x.example/')).rejects.toBeInstanceOf(Error);
});

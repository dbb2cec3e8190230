import { expect, it } from 'vitest';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { Database } from './database.ts';
import { readCompiled } from './compiled.ts';
import { RegistryRefusal } from './failures.ts';
import { checkPlans, listReaders, noteReader } from './readers.ts';
import { makeRelease, publish } from './releases.ts';
import { rollBack } from './roll-back.ts';
import { approve } from './second-person.ts';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { by, hire, onBothEngines, screenWithText, smallProject } from './testing.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 10 * DAY;

/** A form in steps, which grammar 2 introduced. */
const IN_STEPS = {
  body: [
    {
      ...{ type: 'form', id: 'loan' },
      body: [
        {
          ...{ type: 'steps', next: 'Next', back: 'Back' },
          body: [
            { type: 'section', title: 'Name', body: [{ type: 'text-field', name: 'name', label: 'Name' }] },
          ],
        },
        { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'loan' }] } },
      ],
    },
  ],
};

async function make(database: Database, body: ScreenText): Promise<string> {
  return (await makeRelease(database, { bytes: smallProject(body), ...by('ana', NOW) })).hash;
}

async function tryToPublish(database: Database, release: string, at: number): Promise<string> {
  try {
    await publish(database, { release, ...by('ana', at) });
    return 'live';
  } catch (error) {
    if (!(error instanceof RegistryRefusal)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

onBothEngines('pages in use', ({ database }) => {
  it('prevent only a release that they would refuse, until a day after the last of them was served', async () => {
    const first = await make(database(), screenWithText('One'));
    expect(await tryToPublish(database(), first, NOW)).toBe('live');
    await noteReader(database(), NOW, 1);
    await noteReader(database(), NOW);
    expect(await listReaders(database().queries, NOW + 1)).toEqual([GRAMMAR, 1]);

    const steps = await make(database(), IN_STEPS);
    const { plans } = await readCompiled(database().queries, steps);
    expect(await checkPlans(database().queries, plans, NOW + 1)).toEqual([
      { grammar: GRAMMAR, screens: {} },
      { grammar: 1, screens: { shelf: { verdict: 'refuses', nodes: [] } } },
    ]);
    expect(await tryToPublish(database(), steps, NOW + DAY - 1)).toMatch(
      /^readers: .*pages of grammar 1 would refuse shelf/,
    );
    const words = await make(database(), screenWithText('Two'));
    expect(await tryToPublish(database(), words, NOW + 1)).toBe('live');

    const again = await make(database(), { ...IN_STEPS, description: 'Once more.' });
    await hire(database(), 'ben');
    await approve(database(), { release: again, ...by('ben', NOW + DAY) });
    expect(await tryToPublish(database(), again, NOW + DAY)).toBe('live');
    // A rollback restores the previous release, which older pages can show.
    await noteReader(database(), NOW + DAY, 1);
    expect(await rollBack(database(), by('ana', NOW + DAY + 1))).toBe(words);
  });

  it('are stored once per grammar, for any number of servers', async () => {
    await Promise.all([1, 2, 3].map((at) => noteReader(database(), NOW + at)));
    expect(await listReaders(database().queries, NOW + DAY)).toEqual([GRAMMAR]);
    expect(await database().queries.selectFrom('readers').selectAll().execute()).toHaveLength(1);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { act, say } from '../actions/testing.ts';
import { makePlan, node, settle } from '../live/testing.ts';

/* Each test is a page of its own, to which what judges forms has not come yet. */

async function page() {
  vi.resetModules();
  const later = { isHere: true, isLost: false, held: Promise.resolve() };
  vi.doMock('./lazy-forms.ts', async (importOriginal) => {
    const original = await importOriginal<typeof import('./lazy-forms.ts')>();
    return {
      ...original,
      judgingNow: () => (later.isHere ? original.judgingNow() : undefined),
      async fetchJudging() {
        await later.held;
        if (later.isLost) throw new Error('The chunk is gone.');
        later.isHere = true;
        return original.fetchJudging();
      },
    };
  });
  const { allNodes, fakeWorld, open } = await import('../live/testing.ts');
  const { actions } = await import('../actions/index.ts');
  const { createForms } = await import('./forms.ts');
  let release = () => {};
  later.isHere = false;
  later.held = new Promise<void>((done) => {
    release = done;
  });
  const live = open(fakeWorld(), PLAN, { actions, createForms });
  const find = (id: string) => {
    const found = [...allNodes([...live.body, ...live.bar])].find(({ instance }) => instance === id);
    if (found === undefined) throw new Error(`There is no ${id}.`);
    return found;
  };
  return {
    live,
    later,
    release,
    snapshot: (id: string) => find(id).snapshot(),
    write: (text: string) => live.write(find('words'), text),
    tap: () => live.emit(find('send'), 'tap'),
    said: () => live.surface.snapshot().toasts.map(({ text }) => text),
  };
}

afterEach(() => {
  vi.doUnmock('./lazy-forms.ts');
  vi.resetModules();
});

const PLAN = makePlan({
  body: [
    node('form', 'review', {
      on: { submit: [say('sent')] },
      slots: {
        body: [
          node('text-field', 'words', {
            props: { name: 'words' },
            lists: { rules: [{ props: { rule: 'required', message: 'Enter it' } }] },
          }),
        ],
      },
    }),
  ],
  bar: [
    node('button', 'send', {
      on: { tap: [{ ...act('submit', { form: 'review' }), catch: [{ run: [say('not sent')] }] }] },
    }),
  ],
});

describe('what judges forms comes when one is sent', () => {
  it('a tap waits for it: its node is busy, another is ignored, and it is sent once', async () => {
    const { release, snapshot, write, tap, said } = await page();
    expect(snapshot('words').isRequired).toBe(true);
    write('Good');
    tap();
    tap();
    await settle();
    expect(snapshot('send').busy).toBe(true);
    expect(said()).toEqual([]);
    release();
    await expect.poll(() => said()).toEqual(['sent']);
    expect(snapshot('send').busy).toBe(false);
  });

  it('what is wrong is found then, and nothing is sent', async () => {
    const { release, snapshot, tap, said } = await page();
    tap();
    release();
    await expect.poll(() => said()).toEqual(['not sent']);
    expect(snapshot('words').problem).toBe('Enter it');
  });

  it('where it cannot be fetched the tap fails, what was typed stays, and the next tries again', async () => {
    const { later, release, snapshot, write, tap, said } = await page();
    write('Good');
    later.isLost = true;
    release();
    tap();
    await expect.poll(() => said()).toEqual(['not sent']);
    expect(snapshot('send').busy).toBe(false);
    expect(snapshot('words')).toMatchObject({ value: 'Good' });
    later.isLost = false;
    tap();
    await expect.poll(() => said()).toEqual(['not sent', 'sent']);
  });

  it('who leaves before it is here has sent nothing', async () => {
    const { later, release, live, write, tap, said } = await page();
    write('Good');
    tap();
    live.close();
    release();
    await expect.poll(() => later.isHere).toBe(true);
    await settle();
    expect(said()).toEqual([]);
  });

  it('what a service found wrong waits for it too', async () => {
    const { release, live, snapshot } = await page();
    live.engine.forms.blame({ words: 'Taken' }, [{ form: 'review', run: undefined }]);
    expect(snapshot('words').problem).toBeUndefined();
    release();
    await expect.poll(() => snapshot('words').problem).toBe('Taken');
  });
});

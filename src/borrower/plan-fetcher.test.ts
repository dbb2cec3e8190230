import { afterEach, describe, expect, it, vi } from 'vitest';
import { releaseAddress } from '#src/shared/release.ts';
import { createOfflineDocuments } from './offline-documents.ts';
import { readDocument } from './stored-release.ts';
import { createPlanSource } from './plan-source.ts';
import { isOlder, PlanGone, PlanRefused } from './release.ts';
import { MemoryCaches, serveWord } from './testing.ts';

/* Checks 7 and 8 of tests/checks.mjs in an open page: the source of a plan when its own cannot be fetched, and its
   integrity. */

const one = serveWord('One');
const two = serveWord('Two');
const wordOf = (plan: { readonly messages: object } | undefined) => JSON.stringify(plan?.messages);
const text = (body: string, status = 200) => Promise.resolve(new Response(body, { status }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Answer = (address: string, genuine: () => Promise<Response>) => Promise<Response>;

/** A page at /order with the second release; the first one is bundled. */
async function openPage(answer: Answer, more: { readonly language?: string } = {}) {
  const document = readDocument(await two.open());
  const bundled = readDocument(await one.open())?.name;
  if (document === undefined || bundled === undefined) throw new Error('There is no page.');
  const asked: string[] = [];
  const kept: string[] = [];
  const get = (async (address: string) => {
    asked.push(address);
    return await answer(address, async () => {
      const found = await two.get(address);
      return found.ok ? found : one.get(address);
    });
  }) as typeof fetch;
  const plans = createPlanSource({ ...document, bundled, ...more }, get, (why) => kept.push(why));
  return { plans, asked, kept, document, bundled };
}

const isPlan = (address: string) => address.startsWith('/capiz/plans/');

/** Faults of a plan's response, from check 7 of tests/checks.mjs. */
const FAULTS: { readonly [title: string]: Answer } = {
  'there is no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  'the answer hangs': () => new Promise(() => undefined),
  'it is refused with 403': () => text('Forbidden', 403),
  'the server fails with 500': () => text('Internal server error', 500),
  'the answer is empty': () => text(''),
  'the answer is a page of a captive portal': () => text('<html>Sign in</html>'),
  'the answer is cut off': async (_, genuine) => text((await (await genuine()).text()).slice(0, 90)),
  'a byte differs': async (_, genuine) => text((await (await genuine()).text()).replace('"id"', '"iD"')),
  'it has a later grammar': async (_, genuine) =>
    text((await (await genuine()).text()).replace('"grammar":1', '"grammar":99')),
  'it is the plan of another screen': async () => {
    const { screens, first } = readDocument(await two.open('/order')) ?? {};
    return first === undefined || screens === undefined
      ? text('')
      : two.get(`/capiz/plans/${screens['order']}.json`);
  },
};

describe.each(Object.entries(FAULTS))('a page whose response fails because %s', (title, fault) => {
  async function load(answer: Answer) {
    if (title.includes('hangs')) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const page = await openPage((address, genuine) => {
      const reply = answer(address, genuine);
      return reply;
    });
    const plan = page.plans.load('repay');
    plan.catch(() => undefined);
    for (let step = 0; title.includes('hangs') && step < 20; step += 1) {
      await new Promise((done) => {
        setImmediate(done);
      });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    return { ...page, plan };
  }
  // A real fetch is aborted by its signal.
  const abortable: Answer = (address, genuine) => {
    const reply = fault(address, genuine);
    return title.includes('hangs')
      ? new Promise((_, fail) => {
          setTimeout(() => fail(new DOMException('late', 'AbortError')), 4_000);
        })
      : reply;
  };

  it('takes the screen from the whole release if the response is a plan', async () => {
    const { plan, plans, kept, document } = await load((address, genuine) =>
      isPlan(address) ? abortable(address, genuine) : genuine(),
    );
    expect(wordOf(await plan)).toContain('Two');
    expect(plans.release().name).toBe(document.name);
    expect(kept).toEqual([]);
  });

  it('takes every screen from the bundled release if the response is the whole release', async () => {
    const { plan, plans, kept, bundled, document } = await load((address, genuine) =>
      address === releaseAddress(bundledName) ? genuine() : abortable(address, genuine),
    );
    expect(wordOf(await plan)).toContain('One');
    expect(document.name).not.toBe(bundled);
    // Both screens are of the same release.
    for (const screen of ['order', 'not-found']) expect(wordOf(plans.ready(screen))).toContain('One');
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatch(/^bundled /);
  });

  it('renders no screen if every response fails', async () => {
    const { plan, plans, document } = await load(abortable);
    await expect(plan).rejects.toBeInstanceOf(Error);
    expect(plans.ready('repay')).toBeUndefined();
    expect(plans.release().name).toBe(document.name);
    expect(wordOf(plans.ready('order'))).toContain('Two');
  });
});

const bundledName = readDocument(await one.open())?.name ?? '';

describe('a page', () => {
  it.each([404, 410])('does not use a stored release if the server responds with %i', async (status) => {
    const { plans, asked } = await openPage(() => text('', status));
    await expect(plans.load('repay')).rejects.toBeInstanceOf(PlanGone);
    expect(asked).toHaveLength(1);
  });

  it('prefers the release that the service worker stored to the bundled release', async () => {
    const storage = new MemoryCaches();
    const three = serveWord('Three');
    const documents = createOfflineDocuments({
      storage: storage as unknown as CacheStorage,
      get: (address) => three.get(address as string),
      files: [],
      now: () => 1,
    });
    await documents.keep(await three.open(), new Headers());
    vi.stubGlobal('caches', storage);
    const { plans, kept } = await openPage(() => text('', 500));
    expect(wordOf(await plans.load('repay'))).toContain('Three');
    expect(kept[0]).toMatch(/^good /);
  });

  it('uses no release of another language', async () => {
    const { plans } = await openPage((address, genuine) => (isPlan(address) ? text('', 500) : genuine()), {
      language: 'other',
    });
    // The document's own release has a name that includes the language: only the bundled release could have
    // another language.
    const found = await plans.load('repay').catch(() => undefined);
    expect(wordOf(found)).not.toContain('One');
  });

  it('prefetches everything once, and then sends no requests', async () => {
    const { plans, asked, document, bundled } = await openPage((_, genuine) => genuine());
    const plan = plans.ready('order');
    if (plan === undefined) throw new Error('The first screen is at hand.');
    plans.prefetch(plan, () => undefined);
    await expect.poll(() => asked.length).toBe(2);
    expect(wordOf(await plans.load('repay'))).toContain('Two');
    expect(asked).toEqual([releaseAddress(document.name), releaseAddress(bundled)]);
  });

  it('refuses an unreadable plan', async () => {
    const { plans } = await openPage((address) =>
      isPlan(address) ? text('{}') : text('', address.includes('releases') ? 500 : 200),
    );
    await expect(plans.load('repay')).rejects.toBeInstanceOf(PlanRefused);
  });
});

describe('the version check of a device', () => {
  function memory(): Storage {
    const values = new Map<string, string>();
    const storage: Pick<Storage, 'getItem' | 'setItem'> = {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
    };
    return storage as Storage;
  }

  it('recognises a document that is older than an earlier one', async () => {
    const document = readDocument(await one.open());
    if (document === undefined) throw new Error('There is no page.');
    const storage = memory();
    const versions = [5, 7, 6, 7, 9, 8];
    const older = versions.map((version) => isOlder({ ...document, version }, storage));
    expect(older).toEqual([false, false, true, false, false, true]);
  });

  it('without storage, or with damaged storage, accepts the document', async () => {
    const document = readDocument(await one.open());
    if (document === undefined) throw new Error('There is no page.');
    expect(isOlder(document, undefined)).toBe(false);
    const storage = memory();
    storage.setItem('capiz-seen', '{"odd":1}');
    expect(isOlder(document, storage)).toBe(false);
  });
});

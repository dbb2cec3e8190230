import { describe, expect, it } from 'vitest';
import type { ReleaseDocument } from '#src/shared/release.ts';
import { serving, createTestApp, testAppPlan, testPlan } from '../testing.ts';
import { makeRelease } from './release.ts';

const LIST = ['en-PH', 'fil-PH', 'source'];
const messages = { 'fil-PH': { Shelf: 'Istante' }, 'en-PH': {} };
const languages = { default: 'en-PH', list: LIST };
const release = makeRelease(
  { ...testAppPlan(), languages, messages: { 'fil-PH': { Back: 'Bumalik' } } },
  new Map(['order', 'repay', 'not-found'].map((id) => [id, { ...testPlan(id), messages }])),
);
const { app } = createTestApp({ releases: serving(release) });

async function open(address: string, cookie?: string) {
  const answer = await app.request(address, { headers: cookie === undefined ? {} : { cookie } });
  const html = await answer.text();
  const data = /id="capiz-release"[^>]*>(.*?)<\/script>/.exec(html)?.[1];
  return {
    document: JSON.parse(data ?? '') as ReleaseDocument,
    tag: /<html lang="([^"]*)"/.exec(html)?.[1],
    headers: answer.headers,
  };
}

describe('the language of an address document', () => {
  it.each([
    ['/order', undefined, 'en-PH'],
    ['/order?lang=fil-PH', undefined, 'fil-PH'],
    ['/order?lang=fil', undefined, 'fil-PH'],
    ['/order?lang=source', undefined, 'source'],
    ['/order?lang=tlh', undefined, 'en-PH'],
    ['/order', 'a=b; capiz-lang=fil-PH; c=d', 'fil-PH'],
    ['/order?lang=en-PH', 'capiz-lang=fil-PH', 'en-PH'],
    ['/order?lang=tlh', 'capiz-lang=fil-PH', 'fil-PH'],
    ['/order', 'capiz-lang="><script>', 'en-PH'],
    ['/order', 'capiz-lang=constructor', 'en-PH'],
  ])('`lang` %s with the cookie %s gives %s', async (address, cookie, expected) => {
    const { document, tag } = await open(address, cookie);
    expect(document.language).toBe(expected);
    expect(tag).toBe(expected === 'source' ? 'en' : expected);
  });

  it('9.6 reading 115: a known language in the address is stored until 31 Dec 9999, and no other language is stored', async () => {
    const { headers } = await open('/order?lang=fil-PH');
    expect(headers.getSetCookie()).toEqual([
      'capiz-lang=fil-PH; Path=/; Expires=Fri, 31 Dec 9999 23:59:59 GMT; SameSite=Lax; HttpOnly',
      expect.stringMatching(/^capiz-page=/),
    ]);
    expect(headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect((await open('/order', 'capiz-lang=fil-PH')).headers.get('set-cookie')).not.toContain('capiz-lang');
    expect((await open('/order?lang=tlh')).headers.get('set-cookie')).not.toContain('capiz-lang');
  });
});

describe('a document has the messages of one language only', () => {
  it('the plans of a document have no message in another language', async () => {
    const filipino = (await open('/order?lang=fil-PH')).document;
    expect(filipino.first?.plan.messages).toEqual({ 'fil-PH': { Shelf: 'Istante' } });
    expect(filipino.app.plan.messages).toEqual({ 'fil-PH': { Back: 'Bumalik' } });
    expect((await open('/order')).document.first?.plan.messages).toEqual({});
  });

  it('a plan that is equal in two languages is one file', async () => {
    const [english, source, filipino] = await Promise.all(
      ['en-PH', 'source', 'fil-PH'].map(async (lang) => (await open(`/order?lang=${lang}`)).document.screens),
    );
    expect(english?.['repay']).toBe(source?.['repay']);
    expect(english?.['repay']).not.toBe(filipino?.['repay']);
    for (const name of [english, filipino].map((screens) => screens?.['repay'])) {
      expect((await app.request(`/capiz/plans/${name}.json`)).status).toBe(200);
    }
  });
});

it('texts of the configuration are translated into the language of the document', async () => {
  const app = {
    ...testAppPlan(),
    languages,
    config: { desk: { hours: 'Every day', code: 'Every', chairs: 4 } },
    messages: { 'fil-PH': { 'Every day': 'Araw-araw' }, 'en-PH': {} },
  };
  const order = { ...testPlan('order'), title: ['get', 'config', 'desk', 'hours'] } as const;
  const made = makeRelease(app, new Map([['order', order]]));
  const said = (language: string) =>
    made.plans.get(made.languages.get(language)?.screens['order'] ?? '')?.config;
  expect(said('fil-PH')).toEqual({ desk: { hours: 'Araw-araw', code: 'Every', chairs: 4 } });
  expect(said('en-PH')).toEqual(app.config);
  expect(said('source')).toEqual(app.config);
});

import { describe, expect, it } from 'vitest';
import { opensForPerson } from './may-read.ts';

const CHROME: Readonly<Record<string, string>> = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'none',
};
const IOS_15 = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
};
const FACEBOOK = `${IOS_15['User-Agent']} [FBAN/FBIOS;FBAV/443.0.0.23.60;FBBV/543;FBDV/iPhone12,1]`;

const opens = (headers: Readonly<Record<string, string>>, method = 'GET') =>
  opensForPerson(new Request('http://page.example/order?sessionId=7', { method, headers }));
const without = (name: string) =>
  Object.fromEntries(Object.entries(CHROME).filter(([other]) => other !== name));

describe('a request opens a page for a person', () => {
  it.each([
    ['Chrome', CHROME],
    ['a web view of iOS 15, which sends no Sec-Fetch headers', IOS_15],
    [
      'a link from another site',
      { ...CHROME, 'Sec-Fetch-Site': 'cross-site', Referer: 'https://a.example/' },
    ],
    ['a web view of Facebook', { ...IOS_15, 'User-Agent': FACEBOOK }],
    [
      'a phone of Cubot',
      { ...CHROME, 'User-Agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 20) Chrome/131.0' },
    ],
    ['a reload', { ...CHROME, 'Cache-Control': 'max-age=0' }],
  ])('%s', (_, headers) => {
    expect(opens(headers)).toBe(true);
  });
});

describe('a request gets everybody’s document', () => {
  it.each(['HEAD', 'POST', 'OPTIONS'])('%s', (method) => {
    expect(opens(CHROME, method)).toBe(false);
  });

  it.each([
    ['a service worker', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'same-origin' }],
    ['a call', { 'Sec-Fetch-Mode': 'cors' }],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }],
    ['an old frame', { 'Sec-Fetch-Dest': 'frame' }],
    ['an embedded page', { 'Sec-Fetch-Dest': 'embed' }],
    ['an object', { 'Sec-Fetch-Dest': 'object' }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
    ['a prerendered page', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['an older prefetch', { Purpose: 'prefetch' }],
    ['a prefetch of Firefox', { 'X-Moz': 'prefetch' }],
    ['a preview of Safari', { 'X-Purpose': 'preview' }],
    ['a request for any type', { Accept: '*/*' }],
    ['a request for JSON', { Accept: 'application/json' }],
    ['an empty user agent', { 'User-Agent': '' }],
  ])('%s', (_, headers) => {
    expect(opens({ ...CHROME, ...headers })).toBe(false);
  });

  it.each(['Accept', 'User-Agent'])('without %s', (name) => {
    expect(opens(without(name))).toBe(false);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/131.0 Mobile (compatible; AdsBot-Google-Mobile)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.32',
  ])('%s', (agent) => {
    expect(opens({ ...CHROME, 'User-Agent': agent })).toBe(false);
    expect(opens({ ...IOS_15, 'User-Agent': agent })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { library } from '../testing.ts';

type Json = { readonly [name: string]: unknown };

/** Problems of the library's app.json with some members replaced. */
function problemsOf(change: Json): string[] {
  const files = library({ body: [] }).map((file) =>
    file.path === 'screens/app.json'
      ? { ...file, text: JSON.stringify({ ...(JSON.parse(file.text) as Json), ...change }) }
      : file,
  );
  return checkProject(files)
    .filter(({ file }) => file === 'screens/app.json')
    .map(({ code, pointer }) => `${code} ${pointer}`);
}

const languages = (...list: string[]) => ({ languages: { default: list[0], list } });
const hosts = (host: string) => ({
  hosts: { leave: ['help.example.com'], frame: ['rules.example.com', host], image: ['covers.example'] },
});

describe('N26: app.json names only time zones, languages, currencies and hosts that exist', () => {
  it.each(['Asia/Manilla', '+08:00', 'GMT+8', '', 'Manila'])('refuses the time zone %j', (timeZone) => {
    expect(problemsOf({ timeZone })).toEqual(['app/time-zone /timeZone']);
  });

  it.each(['Asia/Manila', 'Europe/Kyiv', 'UTC', 'Etc/GMT-8', 'Asia/Calcutta'])(
    'accepts the time zone %j',
    (timeZone) => {
      expect(problemsOf({ timeZone })).toEqual([]);
    },
  );

  it('refuses an invalid language tag, and warns about unknown codes', () => {
    expect(problemsOf(languages('en-Philippines', 'source'))).toEqual(['app/language-tag /languages/list/0']);
    expect(problemsOf(languages('en', 'jp', 'zz-PH', 'en-XX', 'source', 'und'))).toEqual([
      'app/language-code /languages/list/1',
      'app/language-code /languages/list/2',
      'app/language-code /languages/list/3',
      'app/language-code /languages/list/5',
    ]);
    expect(problemsOf(languages('en-PH', 'fil-PH', 'ceb', 'hil', 'zh-Hant', 'source'))).toEqual([]);
  });

  it.each(['1', '-', '−', '€1', '\u200b'])('refuses the currency sign %j', (sign) => {
    expect(problemsOf({ currency: { sign, decimals: 2 } })).toEqual(['app/currency-sign /currency/sign']);
  });

  it.each(['₱', 'PHP ', 'Rs.', 'kr', ''])('accepts the currency sign %j', (sign) => {
    expect(problemsOf({ currency: { sign, decimals: 2 } })).toEqual([]);
  });

  it.each([
    'help.example:0',
    'help.example:70000',
    'help..example',
    '-help.example',
    'help-.example',
    '12.34',
    '1.2.3.256',
    'help.1',
    `${'a'.repeat(64)}.example`,
  ])('refuses the host %j', (host) => {
    expect(problemsOf(hosts(host))).toHaveLength(1);
  });

  it.each([
    'https://help.example',
    'HELP.example:8443',
    'localhost:3000',
    '127.0.0.1',
    'xn--bcher-kva.example',
  ])('accepts the host %j', (host) => {
    expect(problemsOf(hosts(host))).toEqual([]);
  });

  it('refuses names of the session that app.json does not declare', () => {
    expect(problemsOf({ signedIn: ['raederId'], sessionQuery: ['cardId', 'branhc'] })).toEqual([
      'param/unknown-session /signedIn/0',
      'param/unknown-session /sessionQuery/1',
    ]);
  });
});

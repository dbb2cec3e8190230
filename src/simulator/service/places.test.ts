import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makePlaces } from '#tests/places.ts';
import { callEndpoint, createTestApp } from '#src/server/testing.ts';
import { readPlaces } from './places.ts';

const HEADER = '10-digit PSGC,Name,Geographic Level';
const SAMPLE = readFileSync('fixtures/places/sample.csv', 'utf8');
const read = (...lines: readonly string[]) => readPlaces([HEADER, ...lines].join('\n'));
const names = (places: readonly { readonly name: string }[]) => places.map(({ name }) => name);

describe('reading 40: a list of places in the official columns', () => {
  it('a place belongs to the nearest place of the list that contains it, whatever the order of the list', () => {
    const places = read(
      '0102801001,Adams (Pob.),Bgy',
      '102801000,Adams,Mun',
      '0102800000,Ilocos Norte,Prov',
      '0100000000,Region I,Reg',
      '0130600000,A city in no province,City',
    );
    expect(names(places.inside(undefined, 'barangay'))).toEqual(['Region I']);
    expect(names(places.inside('0100000000', 'city'))).toEqual(['A city in no province', 'Ilocos Norte']);
    expect(places.inside('0102800000', 'city')).toMatchObject([{ name: 'Adams', hasPlaces: false }]);
    expect(places.inside('0102800000', 'barangay')).toMatchObject([{ name: 'Adams', hasPlaces: true }]);
    expect(names(places.inside('0102801000', 'barangay'))).toEqual(['Adams (Pob.)']);
    expect(places.inside('0102801000', 'city')).toEqual([]);
    expect(places.inside('9', 'city')).toEqual([]);
  });

  it('a picked value is unique: places with the same name include the containing place', () => {
    const places = read(
      '0100000000,Region I,Reg',
      '0102800000,North,Prov',
      '0102801000,San Jose,Mun',
      '0102900000,South,Prov',
      '0102901000,San Jose,Mun',
      '0102902000,Tagudin,Mun',
    );
    const values = places.find('s', undefined, 'city').map(({ value }) => value);
    expect(values).toContain('San Jose, North');
    expect(values).toContain('San Jose, South');
    expect(places.find('tagudin', undefined, 'city')).toEqual([
      { code: '0102902000', name: 'Tagudin', value: 'Tagudin', within: 'South, Region I', hasPlaces: false },
    ]);
    expect(places.inside('0100000000', 'city').every(({ value }) => value === undefined)).toBe(true);
  });

  it('finds every word, ignoring case and accents, inside the open place', () => {
    const places = readPlaces(SAMPLE);
    expect(names(places.find('PARANAQUE', undefined, 'city'))).toEqual(['City of Parañaque']);
    expect(names(places.find('cebu city', undefined, 'city'))[0]).toBe('City of Cebu');
    expect(places.find('paranaque', '0700000000', 'city')).toEqual([]);
    expect(names(places.find('apas', '0730600000', 'barangay'))).toEqual(['Apas']);
    expect(places.find('apas', undefined, 'city')).toEqual([]);
  });

  it.each([
    ['no columns', 'Code,Name\n1,A'],
    ['an invalid code', `${HEADER}\n12345678901,A,Reg`],
    ['no name', `${HEADER}\n0100000000,,Reg`],
  ])('refuses a list with %s', (_, text) => {
    expect(() => readPlaces(text)).toThrow(/places/);
  });

  it('the sample has the codes of the official list: ten digits, each inside the region of its prefix', () => {
    const [, columns = '', ...lines] = SAMPLE.trim().split('\n');
    expect(columns).toBe(HEADER);
    const levels = new Map(
      lines.map((line) => {
        const [code = '', , level = ''] = line.split(',');
        return [code, level] as const;
      }),
    );
    expect(levels.size).toBe(lines.length);
    const zeros: Readonly<Record<string, number>> = { Reg: 8, Prov: 5, City: 3, Mun: 3, Bgy: 0 };
    for (const [code, level] of levels) {
      expect(code).toMatch(/^\d{10}$/);
      expect(code.endsWith('0'.repeat(zeros[level] ?? 10))).toBe(true);
      expect(levels.get(`${code.slice(0, 2)}00000000`)).toBe('Reg');
    }
  });

  it('the first line of the sample says that it is a sample', () => {
    expect(SAMPLE.split('\n')[0]).toMatch(/A SAMPLE .* to be replaced by the owner/);
  });

  it('42,000 places: each can be reached and found, and no response has more than can be rendered', () => {
    const places = readPlaces(makePlaces(42_000));
    expect(places.size).toBe(42_000);
    let reached = 0;
    const walk = (parent: string | undefined) => {
      for (const { code, hasPlaces } of places.inside(parent, 'barangay')) {
        reached += 1;
        if (hasPlaces) walk(code);
      }
    };
    walk(undefined);
    expect(reached).toBe(42_000);
    for (const words of ['a', 'ba', 'babo', 'bacada']) {
      expect(places.find(words, undefined, 'barangay').length).toBeLessThanOrEqual(50);
    }
  });
});

describe('the service that answers for places', () => {
  it('is this server for the endpoint cities, with any loan service', async () => {
    const upstream = { upstream: new URL('https://loans.test') };
    for (const options of [{}, { loanService: upstream }]) {
      const answer = await callEndpoint(createTestApp(options).app, 'cities', { search: 'toledo' });
      expect(await answer.json()).toMatchObject({
        code: '0',
        data: {
          places: [{ name: 'City of Toledo', within: 'Cebu, Region VII (Central Visayas)' }],
        },
      });
    }
  });
});

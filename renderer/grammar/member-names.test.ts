import { describe, expect, it } from 'vitest';
import { memberNames } from './member-names.ts';

const screen = {
  body: [{ type: 'rows', rows: [{ label: 'a' }] }, { type: 'ammount' }],
  state: { asked: { type: 'boolean' } },
  overlays: { ask: { type: 'dialog', on: {} } },
  title: { choose: [{ when: 'true' }] },
};

describe('the schema gives the names that a record may have', () => {
  it.each([
    ['', ['routes', 'documentTitle', 'overlays']],
    ['/body/0', ['rows', 'visibleWhen', 'limit']],
    ['/body/0/rows/0', ['label', 'value', 'each']],
    ['/state/asked', ['like', 'initial']],
    ['/overlays/ask', ['maskCloses']],
    ['/overlays/ask/on', ['close']],
    ['/title/choose/0', ['when', 'value']],
  ])('at "%s" the names include %j', (pointer, names) => {
    expect(memberNames('screen', screen, pointer)).toEqual(expect.arrayContaining(names));
  });

  it('has no names for a map, an unknown widget, and a missing value', () => {
    expect(memberNames('screen', screen, '/state')).toEqual([]);
    expect(memberNames('screen', screen, '/body/1')).toEqual([]);
    expect(memberNames('screen', screen, '/nowhere/at/all')).toEqual([]);
  });

  it('has only the names of a choose for a text', () => {
    expect(memberNames('screen', screen, '/title')).toEqual(['choose', 'context']);
  });
});

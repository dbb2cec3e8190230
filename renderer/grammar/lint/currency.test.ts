import { describe, expect, it } from 'vitest';
import { describeProblem, library } from '../testing.ts';
import { inspectProject } from './inspect.ts';

function warningsOf(...project: Parameters<typeof library>): string[] {
  return inspectProject(library(...project))
    .problems.map(describeProblem)
    .filter((problem) => problem.startsWith('app/no-currency'));
}

const WARNING = ['app/no-currency screens/app.json#'];
const FIELD = { type: 'number-field', name: 'fine', label: 'Fine' };
const form = (field: object) => ({ body: [{ type: 'form', id: 'ask', body: [field] }] });
const amount = { type: 'amount', label: 'Fine', value: '${data.shelf.fine}' };
const text = { type: 'text', text: 'Fine ${money(data.shelf.fine)}' };

describe('amounts in a project without a currency have one warning', () => {
  it.each([
    ['an amount', { body: [amount] }],
    ['money() in a text', { body: [text] }],
    [
      'money() in a named value',
      { values: { fine: 'money(data.shelf.fine)' }, body: [{ type: 'text', text: '${values.fine}' }] },
    ],
    ['a field of money', form({ ...FIELD, number: 'money' })],
    ['many of them', { body: [amount, text, amount] }],
  ])('%s', (_, screen) => expect(warningsOf(screen)).toEqual(WARNING));

  it.each([
    ['no amount', { body: [] }],
    ['a field of another number', form(FIELD)],
    ['a text with the word', { body: [{ type: 'text', text: 'Call money() for help' }] }],
  ])('not for %s', (_, screen) => expect(warningsOf(screen)).toEqual([]));

  it('not with a currency', () => {
    const app = { currency: { sign: '₱', decimals: 2 } };
    expect(warningsOf({ body: [amount, text] }, { app })).toEqual([]);
  });
});

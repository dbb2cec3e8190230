import { expect, it } from 'vitest';
import { actions } from '../actions/index.ts';
import { fakeWorld, get, makePlan, node, open } from '../runtime/testing.ts';
import type { Value } from '../plan/expression.ts';
import { createForms } from './edit-forms.ts';

function openRecords() {
  const row = node('repeat', 'rows-row', {
    props: { name: 'rows', record: true },
    each: { list: get('form.f.rows'), as: 'row' },
    slots: {
      body: [
        node('rating', 'stars', {
          props: { name: 'stars', label: 'Stars' },
          lists: { rules: [{ props: { rule: 'required', message: 'Needed' } }] },
        }),
      ],
    },
  });
  const list = node('repeat', 'rows', { props: { name: 'rows', label: 'Rows' }, slots: { rows: [row] } });
  const plan = makePlan({ body: [node('form', 'f', { slots: { body: [list] } })] });
  return open(fakeWorld(), plan, { actions, createForms });
}

it('a record that is moved in a list of 200 keeps its values and problems, and no other record changes', async () => {
  const { forms } = openRecords().engine;
  const read = () => forms.read(['form', 'f', 'rows']) as readonly Value[];
  // The sixth record has no value, so it is invalid.
  forms.write(
    'f',
    'rows',
    Array.from({ length: 200 }, (_, at) => (at === 5 ? {} : { stars: at })),
  );
  expect(await forms.validate('f', undefined)).toMatchObject({ pointer: 'rows/5/stars' });
  const before = read();
  const [moved = {}] = before.slice(5, 6);
  forms.write('f', 'rows', [moved, ...before.slice(0, 5), ...before.slice(6)]);
  expect(read().slice(0, 3)).toEqual([{}, { stars: 0 }, { stars: 1 }]);
  expect(read()).toHaveLength(200);
  expect(
    read()
      .slice(6)
      .every((record, at) => record === before[at + 6]),
  ).toBe(true);
  expect(forms.field('f', 'rows.r6.stars')).toMatchObject({ problem: 'Needed' });
  expect(await forms.validate('f', undefined)).toMatchObject({ pointer: 'rows/0/stars' });
});

// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { disagree } from './play.ts';
import type { FieldSpec, FormSpec, ItemSpec } from './spec.ts';

/* Where a form and its model once disagreed, the shortest way there. */

const FORM: FormSpec = { hidden: 'drop', after: 'nothing', draft: false, bound: false, body: [] };
const text = (name: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  type: 'field',
  name,
  kind: 'text',
  rules: [],
  ...more,
});

it('a supplied field that becomes another kind is drawn by the other widget', async () => {
  const item: ItemSpec = { code: 'k1', kind: 'choice', optional: true, guarded: false };
  const replies = [[item], [{ ...item, kind: 'text' as const }], [item]];
  const supplied = { guard: { op: 'filled' as const, field: 'a' }, replies };
  const actions = [{ do: 'read again' as const }, { do: 'read again' as const }];
  expect(await disagree({ ...FORM, body: [text('a')], supplied }, actions)).toBeUndefined();
});

it('what was emptied is equal to what was never written', async () => {
  const body = [text('a'), text('b', { rules: [{ rule: 'equals', field: 'a' }] })];
  const write = (value: number) => ({ do: 'write' as const, field: 1, value });
  expect(await disagree({ ...FORM, body }, [write(1), write(0), { do: 'submit' }])).toBeUndefined();
});

it('a hidden value still feeds conditions while the form is sent', async () => {
  const filled = (field: string) => ({ op: 'filled' as const, field });
  const body = [
    text('a'),
    text('b', { visible: { op: 'not', of: filled('a') } }),
    text('c', { visible: filled('b') }),
  ];
  const write = (field: number) => ({ do: 'write' as const, field, value: 1 });
  const actions = [write(1), write(0), { do: 'submit' as const }];
  expect(await disagree({ ...FORM, body }, actions)).toBeUndefined();
});

it('a service that blames what is hidden leaves the focus to what is shown', async () => {
  const body = [text('a', { visible: { op: 'filled', field: 'b' } }), text('c'), text('b')];
  const actions = [{ do: 'submit' as const }, { do: 'answer' as const, how: 'fields' as const, field: 0 }];
  expect(await disagree({ ...FORM, body }, actions)).toBeUndefined();
});

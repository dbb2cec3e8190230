// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { disagree } from './play.ts';
import type { Action, FieldSpec, FormSpec, ItemSpec, RepeatSpec } from './spec.ts';

/* Shortest action sequences that once made a form and its model disagree. */

const FORM: FormSpec = { hidden: 'drop', after: 'nothing', draft: false, bound: false, body: [] };
const text = (name: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  type: 'field',
  name,
  kind: 'text',
  rules: [],
  ...more,
});

it('a supplied field that changes its kind is rendered by the other widget', async () => {
  const item: ItemSpec = { code: 'k1', kind: 'choice', optional: true, guarded: false };
  const replies = [[item], [{ ...item, kind: 'text' as const }], [item]];
  const supplied = { guard: { op: 'filled' as const, field: 'a' }, replies };
  const actions = [{ do: 'read again' as const }, { do: 'read again' as const }];
  expect(await disagree({ ...FORM, body: [text('a')], supplied }, actions)).toBeUndefined();
});

it('a cleared field equals an untouched one', async () => {
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

it('an error of a service at a hidden field leaves the focus on a visible field', async () => {
  const body = [text('a', { visible: { op: 'filled', field: 'b' } }), text('c'), text('b')];
  const actions = [{ do: 'submit' as const }, { do: 'answer' as const, how: 'fields' as const, field: 0 }];
  expect(await disagree({ ...FORM, body }, actions)).toBeUndefined();
});

const list = (more: Partial<RepeatSpec>): RepeatSpec => ({
  type: 'repeat',
  min: 0,
  max: 2,
  rules: [],
  body: [text('p')],
  ...more,
});

it('a list that needs a record is marked as required', async () => {
  const body = [list({ rules: [{ rule: 'required' }] })];
  expect(await disagree({ ...FORM, body }, [])).toBeUndefined();
});

it('a list is not marked as wrong while its error is being corrected', async () => {
  const body = [list({ rules: [{ rule: 'required' }] })];
  expect(await disagree({ ...FORM, body }, [{ do: 'submit' }, { do: 'add' }])).toBeUndefined();
});

it('a server error at a sent record is not shown at a record added after a reset', async () => {
  const body = [list({ min: 1 }), text('a')];
  const answer = { do: 'answer' as const, how: 'fields' as const, field: 1 };
  expect(await disagree({ ...FORM, body }, [{ do: 'submit' }, { do: 'reset' }, answer])).toBeUndefined();
});

it('the typed value is not sent for a field that changed its kind', async () => {
  const item: ItemSpec = { code: 'k1', kind: 'text', optional: false, guarded: false };
  const replies = [[item], [{ ...item, kind: 'number' as const }]];
  const supplied = { guard: { op: 'filled' as const, field: 'a' }, replies };
  const actions: Action[] = [{ do: 'write', field: 1, value: 1 }, { do: 'read again' }, { do: 'submit' }];
  expect(await disagree({ ...FORM, body: [text('a')], supplied }, actions)).toBeUndefined();
});

it('a choice whose initial value is not an option is empty after a reset', async () => {
  const item: ItemSpec = { code: 'k1', kind: 'choice', optional: true, guarded: false, value: 'false' };
  const supplied = { guard: { op: 'filled' as const, field: 'a' }, replies: [[item]] };
  const actions: Action[] = [{ do: 'write', field: 1, value: 1 }, { do: 'reset' }];
  expect(await disagree({ ...FORM, body: [text('a')], supplied }, actions)).toBeUndefined();
});

it('a service that is not called, because another rule fails, causes no error', async () => {
  const body = [text('a', { rules: [{ rule: 'remote' }, { rule: 'pattern', pattern: '[a-c]+' }] })];
  const actions: Action[] = [{ do: 'write', field: 0, value: 1 }, { do: 'submit' }];
  expect(await disagree({ ...FORM, body }, actions)).toBeUndefined();
});

it('an answer about a field has no effect after a value outside the form hides it', async () => {
  const visible = { op: 'not' as const, of: { op: 'is' as const, field: 'beside', value: 'x' } };
  const body = [text('a', { rules: [{ rule: 'remote' }], visible })];
  const actions: Action[] = [
    { do: 'write', field: 0, value: 1 },
    { do: 'write', field: 1, value: 1 },
  ];
  expect(await disagree({ ...FORM, body, bound: true }, actions)).toBeUndefined();
});

it('a record is restored with its initial values if nothing was typed', async () => {
  const number: FieldSpec = { type: 'field', name: 'p', kind: 'number', rules: [], initial: 3 };
  const body = [list({ body: [number, text('q')] })];
  const actions: Action[] = [{ do: 'add' }, { do: 'reload', killed: false, hours: 1 }];
  expect(await disagree({ ...FORM, draft: true, body }, actions)).toBeUndefined();
});

it('5.22 a removed record removes its errors from the summary', async () => {
  const body = [
    text('a', { rules: [{ rule: 'required' }] }),
    list({ body: [text('p', { rules: [{ rule: 'required' }] })] }),
  ];
  const actions: Action[] = [
    { do: 'add' },
    { do: 'add' },
    { do: 'submit' },
    { do: 'remove', row: 0 },
    { do: 'remove', row: 0 },
  ];
  expect(await disagree({ ...FORM, body }, actions)).toBeUndefined();
});

it('5.22 a supplied field that a service removes disappears from the summary', async () => {
  const items: ItemSpec[] = ['k1', 'k2', 'k3'].map((code) => ({
    code,
    kind: 'text',
    optional: false,
    guarded: false,
  }));
  const replies = [items, items.slice(1), items];
  const supplied = { guard: { op: 'filled' as const, field: 'a' }, replies };
  const actions: Action[] = [{ do: 'submit' }, { do: 'read again' }, { do: 'read again' }];
  expect(await disagree({ ...FORM, body: [text('a')], supplied }, actions)).toBeUndefined();
});

it('5.26 the values typed during sending are the new draft, and the sent ones are not', async () => {
  const write = (field: number, value: number): Action => ({ do: 'write', field, value });
  const good: Action = { do: 'answer', how: 'good', field: 0 };
  const actions: Action[] = [
    write(0, 1),
    write(1, 1),
    { do: 'submit' },
    write(1, 3),
    good,
    write(2, 1),
    { do: 'reload', killed: true, hours: 1 },
  ];
  const body = [text('a'), text('b'), text('c')];
  expect(await disagree({ ...FORM, draft: true, body }, actions)).toBeUndefined();
});

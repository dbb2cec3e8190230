// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';
import type { Json } from '#renderer/grammar/json.ts';
import { toSendOf } from './to-send.ts';

const FIND = {
  $schema: '../endpoint.schema.json',
  name: 'find',
  description: 'Finds a book.',
  method: 'POST',
  path: '/find',
  client: 'form',
  encoding: 'form',
  safe: true,
  request: {
    type: 'object',
    properties: { book: { type: 'string' }, fine: { type: 'string' } },
  },
  reply: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
};
const FIELDS = [
  { type: 'text-field', name: 'note', label: 'Note', rules: [{ rule: 'required', message: 'Fill this in' }] },
  { type: 'text-field', name: 'pin', label: 'PIN', purpose: 'pin' },
  { type: 'text-field', name: 'more', label: 'More', visibleWhen: "form.f.?note.orValue('') == 'more'" },
];

const submit = {
  do: 'request',
  endpoint: 'find',
  with: { book: '${form.f.note}', fine: 'late' },
};

async function fill(form: object = {}, fields: readonly Json[] = FIELDS) {
  const own = { on: { submit: [submit] }, ...form };
  const drawn = await drawForm(fields, own, {}, undefined, { endpoints: { find: FIND } });
  const read = () => {
    const now = toSendOf(drawn.live);
    if (now === undefined) throw new Error('Nothing is rendered.');
    return now;
  };
  return { ...drawn, now: read };
}

it('has the values of the form as it is filled in now', async () => {
  const { write, now } = await fill();
  expect(now().requests).toMatchObject([
    {
      endpoint: 'find',
      from: { event: 'submit', type: 'form', copies: 1 },
      members: [
        { name: 'book', status: 'absent', reads: ['form.f.note'] },
        { name: 'fine', status: 'present', value: 'late', reads: [] },
      ],
    },
  ]);
  write('note', 'Left');
  expect(now().requests[0]?.members[0]).toEqual({
    name: 'book',
    status: 'present',
    value: 'Left',
    reads: ['form.f.note'],
  });
});

it('says of each visible field its label and whether it is required, and which fields are secret', async () => {
  const { write, now } = await fill();
  expect(now().fields).toEqual({
    'form.f.note': { label: 'Note', isRequired: true },
    'form.f.pin': { label: 'PIN', isRequired: false },
  });
  expect(now().secrets).toEqual(['form.f.pin']);
  write('note', 'more');
  expect(now().fields).toHaveProperty(['form.f.more']);
});

it.each([
  ['field', (pin: Json, visibleWhen: string) => ({ ...pin, visibleWhen })],
  ['section', (pin: Json, visibleWhen: string) => ({ type: 'section', visibleWhen, body: [pin] })],
])('a PIN stays secret while its %s is hidden and the form still sends it', async (_name, hide) => {
  const pin = { type: 'text-field', name: 'pin', label: 'PIN', purpose: 'pin' };
  const fields = [FIELDS[0] ?? {}, hide(pin, "form.f.?note.orValue('') != 'Left'")];
  const on = { submit: [{ ...submit, with: { book: '${form.f.pin}', fine: 'late' } }] };
  const { write, now } = await fill({ on, hidden: 'keep' }, fields);
  write('pin', '1234');
  write('note', 'Left');
  expect(now().fields).not.toHaveProperty(['form.f.pin']);
  expect(now().requests[0]?.members[0]).toMatchObject({ value: '1234', reads: ['form.f.pin'] });
  expect(now().secrets).toEqual(['form.f.pin']);
});

it('leaves out a hidden field as the form does when it is sent', async () => {
  const on = { submit: [{ ...submit, with: { book: '${form.f.more}', fine: 'late' } }] };
  const dropping = await fill({ on });
  dropping.write('note', 'more');
  dropping.write('more', 'Kept');
  expect(dropping.now().requests[0]?.members[0]).toMatchObject({ status: 'present', value: 'Kept' });
  dropping.write('note', 'less');
  expect(dropping.now().requests[0]?.members[0]).toMatchObject({ status: 'absent' });
});

it('marks the value of an earlier step as known later', async () => {
  const steps = [
    { ...submit, as: 'found' },
    { ...submit, with: { book: '${found.name}', fine: 'x' } },
  ];
  const { now } = await fill({ on: { submit: steps } });
  expect(now().requests.map(({ members }) => members[0]?.status)).toEqual(['absent', 'later']);
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library } from '#renderer/grammar/testing.ts';
import { openScreen, prepareScreen } from '#renderer/index.ts';
import { DEVICE, fakeWorld } from '#renderer/runtime/testing.ts';
import { listChildren } from '#src/devtools/inspector/describe.ts';
import { drawForm } from '#tests/draw-form.tsx';
import { fillAndSend } from './fill-in.ts';

const RULES = [{ rule: 'required', message: 'Fill this in' }];
const STORE_IMAGE = {
  $schema: '../endpoint.schema.json',
  name: 'store-image',
  description: 'One image.',
  method: 'POST',
  path: '/images',
  client: 'form',
  encoding: 'multipart',
  safe: false,
  effect: {
    is: 'idempotent',
    reason: 'Only the image that is sent counts.',
    lost: 'The signature was not uploaded. Try again, or sign again.',
  },
  request: { type: 'object', required: ['image'], properties: { image: { type: 'string', format: 'file' } } },
  reply: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string', format: 'uri', read: 'url' } },
  },
};

describe('every empty field gets a sample', () => {
  it('of its kind, and one image for a signature, also when it is filled in twice', async () => {
    const fields = [
      { type: 'text-field', name: 'title', label: 'Title', rules: RULES },
      {
        type: 'photos',
        name: 'sign',
        look: 'signature',
        label: 'Sign',
        upload: 'store-image',
        rules: RULES,
      },
    ];
    const { live, world, read } = await drawForm(fields, {}, {}, undefined, {
      endpoints: { 'store-image': STORE_IMAGE },
    });
    fillAndSend(live, 'f');
    fillAndSend(live, 'f');
    expect(read('title')).toBe('Sample');
    await expect.poll(() => world.calls.length).toBe(1);
    expect(world.calls[0]?.url).toBe('/images');
  });
});

/** The value that a field has after its form was filled in. */
async function filled(field: object): Promise<unknown> {
  const form = { type: 'form', id: 'visit', body: [{ name: 'town', label: 'Town', ...field }] };
  const { app, plans, problems } = compileProject(library({ data: {}, body: [form] }));
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error(JSON.stringify(problems));
  await prepareScreen(plan);
  const { services } = fakeWorld();
  const params = { cardId: '1' };
  const screen = openScreen({ plan, app, services, params, session: {}, device: DEVICE, entry: 'one' });
  fillAndSend(screen, 'visit');
  const nodes = listChildren(screen).filter((child) => child.kind === 'node');
  return nodes.find((node) => node.isField)?.snapshot().value;
}

describe('filling in a form', () => {
  it.each([
    ['a text', { type: 'text-field' }, 'Sample'],
    ['digits', { type: 'text-field', accept: 'digits', maxLength: 4 }, '1234'],
    [
      'the first suggestion',
      { type: 'text-field', suggestions: [{ value: 'Cebu' }, { value: 'Davao' }] },
      'Cebu',
    ],
    [
      'the first suggestion that is shown',
      { type: 'text-field', suggestions: [{ value: 'Cebu', visibleWhen: 'false' }, { value: 'Davao' }] },
      'Davao',
    ],
    ['a text, if nothing is suggested', { type: 'text-field', suggestions: [] }, 'Sample'],
    ['the first option', { type: 'choice', options: [{ value: 'a', text: 'A' }] }, 'a'],
  ] as const)('writes %s', async (_what, field, value) => {
    expect(await filled(field)).toBe(value);
  });
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
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
    is: 'repeatable',
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

import { describe, expect, it } from 'vitest';
import type { Shape } from '#renderer/plan/plan.ts';
import { varyFixture } from './vary-fixture.ts';

const TEXT: Shape = { type: 'text', read: 'text' };

/** Shape of a reply at `/data`. */
const SHAPE: Shape = {
  type: 'record',
  members: [
    { name: 'title', wire: '/data/title', shape: TEXT, required: true },
    { name: 'short', wire: '/data/short', shape: { ...TEXT, max: 20 } },
    { name: 'state', wire: '/data/state', shape: { type: 'text', known: ['Open'] } },
    { name: 'code', wire: '/data/code', shape: TEXT, required: true },
    { name: 'help', wire: '/data/help', shape: { type: 'url' } },
    { name: 'owner', wire: '/data/owner/name', shape: TEXT, required: true },
    { name: 'other', wire: '/data/owner', shape: { type: 'map', items: TEXT } },
    {
      name: 'items',
      wire: '/data/items',
      required: true,
      shape: {
        type: 'list',
        items: {
          type: 'record',
          members: [
            { name: 'text', wire: '/text', shape: TEXT, required: true },
            { name: 'answer', wire: '/answer', shape: TEXT },
          ],
        },
      },
    },
  ],
};

const FIXTURE = {
  title: 'Two boats',
  short: 'Two boats',
  state: 'Open',
  code: 'A-1203',
  help: 'https://help.example.com/two boats',
  owner: { name: 'Maria' },
  items: [{ text: 'The first', answer: 'We are sorry.' }, { text: '2026-03-06' }],
  unread: 'Not in the contract',
};

describe('a fixture that a scenario varies by the contract', () => {
  it('with long texts lengthens texts for people, and keeps codes, dates, addresses and known values', () => {
    const long = varyFixture(FIXTURE, SHAPE, '/data', 'long-texts');
    expect(long).toMatchObject({
      state: 'Open',
      code: 'A-1203',
      help: FIXTURE.help,
      unread: FIXTURE.unread,
      items: [{ text: expect.stringMatching(/^The first The first .{110,}$/) }, { text: '2026-03-06' }],
    });
    expect(long['title']).toMatch(/^Two boats Two boats .{110,}$/);
    expect(long['owner']).toEqual({ name: expect.stringMatching(/^Maria Maria .{110,}$/) as string });
    // The text is no longer than its contract allows.
    expect(long['short']).toBe('Two boats Two boats');
  });

  it('with required members only drops every optional member of the contract', () => {
    expect(varyFixture(FIXTURE, SHAPE, '/data', 'required-only')).toEqual({
      title: 'Two boats',
      code: 'A-1203',
      owner: { name: 'Maria' },
      items: [{ text: 'The first' }, { text: '2026-03-06' }],
      unread: 'Not in the contract',
    });
  });
});

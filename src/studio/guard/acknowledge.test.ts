import { expect, it } from 'vitest';
import type { Problem } from '#renderer/plan/problem.ts';
import { acknowledge, canBeAcknowledged } from './acknowledge.ts';

const SHELF = 'screens/shelf.screen.json';
const warning = (more: Partial<Problem> = {}): Problem => ({
  ...{ code: 'back/held', severity: 'warning', file: SHELF, line: 1, column: 1, pointer: '/overlays/stay' },
  message: 'Whoever goes back is asked to stay.',
  ...more,
});
const read = (text: string): unknown => JSON.parse(text);

it('writes the reason into the record of the warning, beside other reasons', () => {
  const text = JSON.stringify({ overlays: { stay: { type: 'dialog' } } });
  const once = acknowledge({ path: SHELF, text }, warning(), ' Law has read it. ');
  const twice = acknowledge({ path: SHELF, text: once.text }, warning({ code: 'overlay/no-exit' }), 'Meant.');
  expect(once.pointer).toBe('/overlays/stay');
  expect(read(twice.text)).toEqual({
    overlays: {
      stay: {
        type: 'dialog',
        'x-acknowledged': { 'back/held': 'Law has read it.', 'overlay/no-exit': 'Meant.' },
      },
    },
  });
});

it('acknowledges a warning about a text at the record that contains it', () => {
  const text = JSON.stringify({ body: [{ type: 'button', text: 'Take it home' }] });
  const { text: after, pointer } = acknowledge(
    { path: SHELF, text },
    warning({ pointer: '/body/0/text', code: 'text/too-long' }),
    'Meant.',
  );
  expect(pointer).toBe('/body/0');
  expect(read(after)).toHaveProperty(['body', 0, 'x-acknowledged', 'text/too-long'], 'Meant.');
});

it('acknowledges only warnings in screens and parts', () => {
  expect(canBeAcknowledged(warning())).toBe(true);
  expect(canBeAcknowledged(warning({ severity: 'error' }))).toBe(false);
  expect(canBeAcknowledged(warning({ code: 'acknowledged/nothing' }))).toBe(false);
  expect(canBeAcknowledged(warning({ file: 'screens/messages/fil-PH.json' }))).toBe(false);
});

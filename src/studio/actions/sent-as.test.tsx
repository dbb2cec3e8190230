// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Type } from '#renderer/grammar/type.ts';
import { SentAs } from './sent-as.tsx';
import type { Surroundings } from './surroundings.ts';

afterEach(cleanup);

const TYPES: { readonly [name: string]: Type } = {
  reason: { kind: 'text' },
  reasons: { kind: 'list', items: { kind: 'any' } },
  answers: { kind: 'map', items: { kind: 'any' } },
};

it.each([
  ['text-field', ['Not sent', 'Reason']],
  ['choices', ['Not sent', 'Reasons']],
  ['photos', ['Not sent', 'Reasons']],
  ['fields', ['Not sent', 'Answers']],
])('offers a %s the members that can take its value', (type, offered) => {
  const inputs = Object.entries(TYPES).map(([name, of]) => ({ name, type: of, required: false }));
  const around = { services: [{ value: 'save', text: 'Save', inputs }] } as unknown as Surroundings;
  const sending = { pointer: '/on', endpoint: 'save', member: undefined, partOf: [], taken: [] };
  render(
    <SentAs
      {...{ around, type }}
      place={{ file: 'a', pointer: '' }}
      sendings={[sending]}
      onSend={() => undefined}
    />,
  );
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(offered);
});

it('tells two calls of one service apart', () => {
  const around = { services: [{ value: 'save', text: 'Save', inputs: [] }] } as unknown as Surroundings;
  const sending = { endpoint: 'save', member: 'reason', partOf: [], taken: [] };
  render(
    <SentAs
      {...{ around }}
      type="text-field"
      place={{ file: 'a', pointer: '' }}
      sendings={[
        { ...sending, pointer: '/on/0' },
        { ...sending, pointer: '/on/1' },
      ]}
      onSend={() => undefined}
    />,
  );
  const labels = screen.getAllByRole('combobox').map((one) => one.closest('label')?.firstChild?.textContent);
  expect(labels).toEqual(['In “Save”, call 1 of 2', 'In “Save”, call 2 of 2']);
});

import { describe, expect, it } from 'vitest';
import { act, play, say } from '../actions/testing.ts';
import type { LiveNode } from '../runtime/live.ts';
import { endpoint, get, node, settle, TEXT } from '../runtime/testing.ts';
import type { Expression, Value } from '../plan/expression.ts';
import { createForms } from './edit-forms.ts';

const field = (name: string, compute?: Expression) =>
  node('text-field', name, { props: { name, label: name, ...(compute === undefined ? {} : { compute }) } });

const both: Expression = ['call', 'concat', get('form.name.first'), ' ', get('form.name.last')];
const upper: Expression = ['call', 'concat', get('form.name.full'), '!'];

async function playName() {
  const played = await play({
    tap: [act('submit', { form: 'name' })],
    plan: {
      // A computed field reads a later one: the order of fields does not matter.
      body: [
        node('form', 'name', {
          slots: {
            body: [
              field('first'),
              field('last'),
              field('loud', upper),
              field('full', both),
              field('seen', get('data.who.name')),
            ],
          },
          on: { submit: [say(get('form.name.loud'))] },
        }),
      ],
      data: { who: { endpoint: 'who', with: {}, optional: true, reads: [] } },
      endpoints: { who: endpoint('who', { name: TEXT }) },
    },
    options: { createForms },
  });
  await settle();
  const write = async (name: string, value: Value | undefined) => {
    played.screen.write(played.find(name) as LiveNode, value);
    await settle();
  };
  const value = (name: string) => played.find(name)?.snapshot().value;
  return { ...played, write, value };
}

describe('S16: a computed field', () => {
  it('follows the values that it reads, also through other computed fields', async () => {
    const { write, value, tap, toasts } = await playName();
    expect([value('full'), value('loud')]).toEqual([undefined, undefined]);
    await write('first', 'Ana');
    expect(value('full')).toBeUndefined();
    await write('last', 'Cruz');
    expect([value('full'), value('loud')]).toEqual(['Ana Cruz', 'Ana Cruz!']);
    await write('last', 'Reyes');
    await tap();
    expect(toasts()).toEqual(['Ana Reyes!']);
    await write('last', undefined);
    expect([value('full'), value('loud')]).toEqual([undefined, undefined]);
  });

  it('cannot be edited, and is computed again after reset', async () => {
    const { write, value, screen, world } = await playName();
    await world.calls[0]?.reply({ name: 'Bea' });
    expect(value('seen')).toBe('Bea');
    await write('seen', 'Eve');
    expect(value('seen')).toBe('Bea');
    await write('first', 'Ana');
    await write('last', 'Cruz');
    screen.engine.forms.reset('name');
    await settle();
    expect([value('seen'), value('full'), value('first')]).toEqual(['Bea', undefined, undefined]);
  });
});

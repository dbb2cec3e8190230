// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => {};

afterEach(cleanup);

const TOWNS = ['Bath', 'Parañaque', 'Paris'];
const TOWN = {
  type: 'text-field',
  name: 'town',
  label: 'Town',
  suggestions: TOWNS.map((value) => ({ value })),
};
const GRAMMAR = { grammar: 5 };
const box = () => page.findByRole<HTMLInputElement>('combobox', { name: 'Town' });
const offered = () => page.queryAllByRole('option').map(({ textContent }) => textContent);
const active = async () => {
  const id = (await box()).getAttribute('aria-activedescendant');
  return id === null ? undefined : document.getElementById(id)?.textContent;
};

describe('Text field with suggestions', () => {
  it('N39: offers those that contain the typed text, without regard to accents, and says how many', async () => {
    await drawForm([TOWN], {}, GRAMMAR);
    await userEvent.type(await box(), 'para');
    expect(offered()).toEqual(['Parañaque']);
    expect(page.getByText('1 suggestion')).toBeDefined();
    expect((await box()).getAttribute('aria-expanded')).toBe('true');
    await userEvent.type(await box(), 'x');
    expect(offered()).toEqual([]);
    expect(page.getByText('No suggestions')).toBeDefined();
    expect((await box()).getAttribute('aria-expanded')).toBe('false');
  });

  it('N39: any other text is a value too', async () => {
    const { read, submit } = await drawForm([TOWN], {}, GRAMMAR);
    await userEvent.type(await box(), 'Elsewhere');
    expect(read('town')).toBe('Elsewhere');
    expect(await submit()).toBeUndefined();
  });

  it('a tapped suggestion is the value, and the focus stays in the input', async () => {
    const { read } = await drawForm([TOWN], {}, GRAMMAR);
    await userEvent.type(await box(), 'pa');
    await userEvent.click(page.getByRole('option', { name: 'Paris' }));
    expect([read('town'), (await box()).value, offered()]).toEqual(['Paris', 'Paris', []]);
    expect(document.activeElement).toBe(await box());
  });

  it('arrows go through the list and out of it, Return chooses', async () => {
    const { read } = await drawForm([TOWN], {}, GRAMMAR);
    await userEvent.type(await box(), 'pa{ArrowDown}');
    expect(await active()).toBe('Parañaque');
    await userEvent.keyboard('{ArrowDown}');
    expect(await active()).toBe('Paris');
    await userEvent.keyboard('{ArrowDown}');
    expect(await active()).toBeUndefined();
    await userEvent.keyboard('{ArrowUp}');
    expect(await active()).toBe('Paris');
    await userEvent.keyboard('{Home}');
    expect(await active()).toBeUndefined();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect([read('town'), offered()]).toEqual(['Parañaque', []]);
  });

  it('Escape closes the list and keeps the text; the second one does what it does elsewhere', async () => {
    const { read } = await drawForm([TOWN], {}, GRAMMAR);
    await userEvent.type(await box(), 'pa');
    expect(fireEvent.keyDown(await box(), { key: 'Escape' })).toBe(false);
    expect([read('town'), offered()]).toEqual(['pa', []]);
    expect(fireEvent.keyDown(await box(), { key: 'Escape' })).toBe(true);
  });

  it('Return under composition belongs to the input method', async () => {
    const { read } = await drawForm([TOWN], {}, GRAMMAR);
    await userEvent.type(await box(), 'pa{ArrowDown}');
    fireEvent.keyDown(await box(), { key: 'Enter', isComposing: true });
    expect([read('town'), offered()]).toEqual(['pa', ['Parañaque', 'Paris']]);
  });

  it('a suggestion longer than the field is cut like a typed text', async () => {
    const { read } = await drawForm([{ ...TOWN, maxLength: 4 }], {}, GRAMMAR);
    await userEvent.type(await box(), 'pari{ArrowDown}{Enter}');
    expect(read('town')).toBe('Pari');
  });
});

describe('Suggestions of a service', () => {
  const SCREEN = {
    ...GRAMMAR,
    state: { sought: { type: 'string', initial: '' } },
    data: {
      found: {
        endpoint: 'towns',
        optional: true,
        when: "state.sought != ''",
        with: { like: '${state.sought}' },
      },
    },
  };
  const FIELD = {
    ...TOWN,
    search: 'state.sought',
    suggestions: [
      { each: 'has(data.found) ? data.found.names : []', as: 'name', key: 'name', value: '${name}' },
    ],
  };
  const endpoints = {
    towns: {
      $schema: '../endpoint.schema.json',
      name: 'towns',
      method: 'GET',
      path: '/api/towns',
      encoding: 'query',
      client: 'json',
      safe: true,
      success: { at: '/success', is: ['true'] },
      request: { type: 'object', properties: { like: { type: 'string' } } },
      reply: {
        at: '/data',
        type: 'object',
        required: ['names'],
        properties: { names: { type: 'array', maxItems: 50, items: { type: 'string' } } },
      },
    },
  };
  const draw = async () => {
    const world = fakeWorld();
    const drawn = await drawForm([FIELD], {}, SCREEN, world, { endpoints });
    const type = async (text: string) => {
      fireEvent.input(await box(), { target: { value: text } });
      await act(async () => world.pass(300));
    };
    return { ...drawn, world, type };
  };

  it('N40: are read when typing pauses; the former ones stay until they come', async () => {
    const { world, type } = await draw();
    await type('pa');
    await act(async () => world.calls.at(-1)?.reply({ names: ['Paris', 'Parma'] }));
    expect(offered()).toEqual(['Paris', 'Parma']);
    fireEvent.input(await box(), { target: { value: 'par' } });
    expect(world.calls).toHaveLength(1);
    await type('parm');
    expect(world.calls).toHaveLength(2);
    expect(offered()).toEqual(['Paris', 'Parma']);
    await act(async () => world.calls.at(-1)?.reply({ names: ['Parma'] }));
    expect(offered()).toEqual(['Parma']);
  });

  it('N40: an answer to an earlier text is ignored', async () => {
    const { world, type } = await draw();
    await type('pa');
    await type('ba');
    const [first, second] = world.calls;
    await act(async () => second?.reply({ names: ['Bath'] }));
    await act(async () => first?.reply({ names: ['Paris'] }));
    expect(offered()).toEqual(['Bath']);
  });

  it('N39: after they failed, the field says so, can be tried again, and any text can be sent', async () => {
    const { world, type, read, submit } = await draw();
    await type('Pa');
    await act(async () => world.calls.at(-1)?.reply({ names: ['Paris'] }));
    await type('Elsewhere');
    await act(async () => world.calls.at(-1)?.fail());
    expect(offered()).toEqual([]);
    expect(page.getByText('This list could not be loaded.')).toBeDefined();
    expect(await submit()).toBeUndefined();
    expect(read('town')).toBe('Elsewhere');
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(world.calls).toHaveLength(3);
  });

  it('a chosen suggestion is not searched for', async () => {
    const { world, type, read } = await draw();
    await type('pa');
    await act(async () => world.calls.at(-1)?.reply({ names: ['Paris'] }));
    await userEvent.click(page.getByRole('option', { name: 'Paris' }));
    await act(async () => world.pass(300));
    expect([read('town'), world.calls.length]).toEqual(['Paris', 1]);
  });
});

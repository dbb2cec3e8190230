// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { type FakeCall, fakeWorld, open } from '#renderer/runtime/testing.ts';
import { readPlaces } from '#src/simulator/service/places.ts';
import { makePlaces } from '#tests/places.ts';

/* A city field with looked-up places, on the real <Screen>, with a list of the real size. */

window.scrollTo = () => {};
afterEach(cleanup);

const PLACES = readPlaces(makePlaces(42_000));
/** Maximum number of elements in a sheet: a hundred lines of each kind, and their surroundings. */
const MOST_ELEMENTS = 1_000;
const TEXT = { type: 'string', read: 'text' };
const ENDPOINT = {
  $schema: '../endpoint.schema.json',
  name: 'places',
  method: 'GET',
  path: '/places',
  encoding: 'query',
  client: 'json',
  safe: true,
  success: { at: '/success', is: ['true'] },
  request: { type: 'object', properties: { parent: { type: 'string' }, search: { type: 'string' } } },
  reply: {
    at: '/data',
    type: 'object',
    required: ['places'],
    properties: {
      places: {
        type: 'array',
        maxItems: 2000,
        items: {
          type: 'object',
          required: ['code', 'name'],
          properties: { code: TEXT, name: TEXT, value: TEXT, within: TEXT, hasPlaces: { type: 'boolean' } },
        },
      },
    },
  },
};

async function openSheet() {
  const world = fakeWorld();
  const form = {
    type: 'form',
    id: 'f',
    body: [{ type: 'city', name: 'home', label: 'Home', lookup: 'places' }],
    on: { submit: [] },
  };
  const plan = planOf({ data: {}, params: {}, body: [form] }, { endpoints: { places: ENDPOINT } });
  await prepareScreen(plan);
  const live = open(world, plan, { actions, createForms });
  render(<Screen live={live} />);
  await userEvent.click(page.getByRole('button', { name: 'Home Choose' }));
  const dialog = await page.findByRole('dialog');
  const pass = (ms: number) => act(() => world.pass(ms));
  // The code for lookups is loaded with the first sheet.
  await expect.poll(() => world.calls).toHaveLength(1);
  await pass(0);
  return {
    world,
    dialog,
    pass,
    calls: world.calls,
    value: () => live.engine.forms.read(['form', 'f', 'home']),
    // Compares text; queries by role are slow in large lists.
    press: async (name: string | RegExp) => {
      const words = (button: Element) =>
        button.querySelector('.cz-option-words > :first-child')?.textContent ?? button.textContent;
      const found = [...dialog.querySelectorAll('button')].find((button) =>
        typeof name === 'string' ? words(button) === name : name.test(words(button)),
      );
      if (found === undefined) throw new Error(`No button says ${name}.`);
      await act(async () => found.click());
    },
    async answer(call: FakeCall | undefined) {
      await act(async () => call?.reply({ places: placesFor(call) }));
    },
    async seek(words: string) {
      fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: words } });
      await pass(300);
    },
    lines: () => [
      ...within(dialog).queryAllByRole('radio'),
      ...[...dialog.querySelectorAll('button.cz-option-way')],
    ],
    readLines: () =>
      [...dialog.querySelectorAll('.cz-option-words > :first-child')].map((line) => line.textContent),
  };
}

function placesFor(call: FakeCall | undefined) {
  const { searchParams } = new URL(call?.url ?? '', 'https://page.test');
  const parent = searchParams.get('parent') ?? undefined;
  const search = searchParams.get('search');
  return search === null ? PLACES.inside(parent, 'barangay') : PLACES.find(search, parent, 'barangay');
}

describe('N22: looked-up places', () => {
  it('of a list of 42,000 are loaded one level at a time: one request for each level, and a bounded number of elements', async () => {
    const { dialog, answer, calls, press, pass, value } = await openSheet();
    const names: string[] = [];
    let parent: string | undefined;
    for (;;) {
      const level = PLACES.inside(parent, 'barangay');
      await answer(calls.at(-1));
      expect(dialog.querySelectorAll('*').length).toBeLessThan(MOST_ELEMENTS);
      const next = level.find(({ hasPlaces }) => hasPlaces);
      if (next === undefined) break;
      names.push(next.name);
      parent = next.code;
      await press(next.name);
      await pass(0);
      expect(page.getByRole('button', { name: `Back: ${next.name}` })).toBeDefined();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    expect(names).toHaveLength(3);
    expect(calls).toHaveLength(4);
    const last = PLACES.inside(parent, 'barangay')[0];
    await userEvent.click(within(dialog).getByRole('radio', { name: last?.name ?? '' }));
    await press('Confirm');
    expect(value()).toBe(last?.value);
    expect(page.getByRole('button', { name: `Home ${last?.value}` })).toBeDefined();
  });

  it('a city can be picked without its places; going back sends no second request', async () => {
    const { answer, calls, press, pass, dialog, value } = await openSheet();
    await answer(calls[0]);
    const path = [PLACES.inside(undefined, 'barangay')[0]];
    for (let at = 1; at < 3; at += 1) {
      await press(path.at(-1)?.name ?? '');
      await pass(0);
      await answer(calls[at]);
      path.push(PLACES.inside(path.at(-1)?.code, 'barangay').find(({ hasPlaces }) => hasPlaces));
    }
    const city = path.at(-1);
    await press(city?.name ?? '');
    await pass(0);
    await answer(calls[3]);
    for (let at = 2; at >= 0; at -= 1) await press(`Back: ${path[at]?.name}`);
    expect(within(dialog).queryByRole('button', { name: /^Back/ })).toBeNull();
    for (const place of path) await press(place?.name ?? '');
    await userEvent.click(within(dialog).getAllByRole('radio')[0] as HTMLElement);
    await press('Confirm');
    expect(value()).toBe(city?.value);
    expect(calls).toHaveLength(4);
  });

  it('the largest city has more places than are rendered: a text says so, and typing finds the others', async () => {
    const { answer, calls, seek, press, pass, dialog, lines, readLines } = await openSheet();
    await answer(calls[0]);
    const city = '0100101000';
    await seek('babababa');
    expect(calls.at(-1)?.url).not.toContain('parent');
    const found = placesFor(calls.at(-1));
    await answer(calls.at(-1));
    expect(lines()).toHaveLength(found.length);
    const way = PLACES.find(
      PLACES.inside('0100100000', 'city').find(({ code }) => code === city)?.name ?? '',
      undefined,
      'city',
    )[0];
    expect(way?.code).toBe(city);
    await seek(way?.name ?? '');
    await answer(calls.at(-1));
    await press(new RegExp(`^${way?.name}`));
    await pass(0);
    await answer(calls.at(-1));
    expect(PLACES.inside(city, 'barangay').length).toBe(900);
    expect(dialog.querySelectorAll('*').length).toBeLessThan(MOST_ELEMENTS);
    expect(page.getByText('Type to find more')).toBeDefined();
    const rare = PLACES.inside(city, 'barangay').at(-1)?.name ?? '';
    await seek(rare);
    expect(calls.at(-1)?.url).toContain(`parent=${city}`);
    await answer(calls.at(-1));
    expect(readLines()).toContain(rare);
  });

  it('a typed text is requested after a pause; clearing it shows the list at once without a request', async () => {
    const { answer, calls, dialog, pass } = await openSheet();
    await answer(calls[0]);
    const box = within(dialog).getByRole('searchbox');
    for (const words of ['b', 'ba', 'bac']) {
      fireEvent.change(box, { target: { value: words } });
      await pass(299);
    }
    expect(calls).toHaveLength(1);
    await pass(1);
    expect(calls.slice(1).map(({ url }) => url)).toEqual([expect.stringContaining('search=bac')]);
    fireEvent.change(box, { target: { value: '' } });
    expect(calls[1]?.signal.aborted).toBe(true);
    await pass(1000);
    expect(calls).toHaveLength(2);
    expect(page.getAllByRole('button', { name: /^Region/ }).length).toBe(
      PLACES.inside(undefined, 'city').length,
    );
  });

  const ORDERS = [
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ] as const;
  it.each(ORDERS)(
    'only the last of three searches is shown, answered in the order %i, %i, %i',
    async (...order) => {
      const { answer, calls, seek, readLines } = await openSheet();
      await answer(calls[0]);
      for (const words of ['baba', 'caca', 'dada']) await seek(words);
      expect(calls.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
      for (const at of order) await answer(calls[at]);
      expect(readLines()).toEqual(placesFor(calls[3]).map(({ name }) => name));
      expect(page.queryByText('Loading…')).toBeNull();
    },
  );

  it.each(ORDERS)(
    'only the open one of three levels is shown, answered in the order %i, %i, %i',
    async (...order) => {
      const { answer, calls, press, pass, readLines } = await openSheet();
      await answer(calls[0]);
      const regions = PLACES.inside(undefined, 'city');
      for (const at of [0, 1, 2]) {
        await press(regions[at]?.name ?? '');
        await pass(0);
        if (at < 2) await press(/^Back/);
      }
      for (const at of order) await answer(calls[at]);
      expect(readLines()).toEqual(PLACES.inside(regions[2]?.code, 'barangay').map(({ name }) => name));
    },
  );

  it('a failed request shows an error, keeps the picked values, and is repeated on a tap', async () => {
    const { calls, press, pass, answer, dialog, lines } = await openSheet();
    await act(async () => calls[0]?.fail());
    expect(within(dialog).getByText('This list could not be loaded.')).toBeDefined();
    expect(lines()).toEqual([]);
    await pass(60_000);
    expect(calls).toHaveLength(1);
    await press('Try again');
    await pass(0);
    await answer(calls[1]);
    expect(lines()).toHaveLength(PLACES.inside(undefined, 'city').length);
  });

  it('a closed sheet sends no requests', async () => {
    const { calls, press, pass, dialog, value } = await openSheet();
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'b' } });
    await press('Cancel');
    expect(calls[0]?.signal.aborted).toBe(true);
    await pass(10_000);
    expect(calls).toHaveLength(1);
    expect(value()).toBeUndefined();
  });

  it('names with markup or forbidden words are shown as text; an invalid reply is an error', async () => {
    const { calls, dialog, press, pass, readLines } = await openSheet();
    const hostile = ['<img src=x onerror=alert(1)>', '__proto__', '${form.f.home}', 'x'.repeat(5_000)];
    const places = hostile.map((name) => ({ code: name, name, value: name, hasPlaces: true }));
    await act(async () => calls[0]?.reply({ places }));
    expect(readLines()).toEqual(hostile);
    expect(dialog.querySelector('img')).toBeNull();
    await press('__proto__');
    await pass(0);
    expect(calls[1]?.url).toContain('parent=__proto__');
    await act(async () => calls[1]?.reply({ places: [{ code: 'a' }] }));
    expect(within(dialog).getByText('This list could not be loaded.')).toBeDefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

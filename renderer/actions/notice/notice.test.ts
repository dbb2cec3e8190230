import { expect, it } from 'vitest';
import { createForms } from '../../forms/edit-forms.ts';
import { node } from '../../runtime/testing.ts';
import { act, play } from '../testing.ts';

it('notice is a neutral toast by default', async () => {
  const { tap, screen } = await play({ tap: [act('notice', { text: 'Hello' })] });
  await tap();
  expect(screen.surface.snapshot().toasts).toMatchObject([{ text: 'Hello', tone: 'neutral' }]);
  expect(screen.surface.snapshot().notices).toEqual([]);
});

it('an unknown tone is neutral', async () => {
  const { tap, screen } = await play({
    tap: [act('notice', { text: 'Hello', tone: 'loud', look: 'inline' })],
  });
  await tap();
  expect(screen.surface.snapshot().notices).toMatchObject([{ text: 'Hello', tone: 'neutral' }]);
});

it.each([
  ['9.3 a toast is shown for 2 s', undefined, 2_000],
  ['9.4 a toast with a duration is shown for that time', 4_500, 4_500],
  ['9.4 a duration of 301 ms is used', 301, 301],
  ['9.4 a duration of 300 ms counts as 3 s', 300, 3_000],
  ['9.4 a duration of 0 counts as 3 s', 0, 3_000],
])('%s', async (_, durationMs, standsMs) => {
  const { tap, toasts, world } = await play({
    tap: [act('notice', { text: 'Hello', ...(durationMs !== undefined && { durationMs }) })],
  });
  await tap();
  await world.pass(standsMs - 1);
  expect(toasts()).toEqual(['Hello']);
  await world.pass(1);
  expect(toasts()).toEqual([]);
});

const AT_CARD = ['get', 'form', 'lend', 'card'] as const;

/** A form with the field `card`, and a button that says that the card is wrong. */
async function refuseCard(isShown: boolean) {
  const card = node('text-field', 'card', {
    props: { name: 'card', label: 'Card' },
    ...(!isShown && { visible: false }),
  });
  const form = node('form', 'lend', { slots: { body: [card] } });
  const played = await play({
    tap: [act('notice', { text: 'Wrong card', tone: 'danger', look: 'inline', field: AT_CARD })],
    plan: { body: [form] },
    options: { createForms },
  });
  await played.tap();
  return { ...played, engine: played.screen.engine };
}

it('a notice about a field marks that field and focuses it, and is shown nowhere else', async () => {
  const { engine, notices, toasts, find } = await refuseCard(true);
  expect(engine.forms.field('lend', 'card').problem).toBe('Wrong card');
  expect(find('lend')?.snapshot().problems?.found).toMatchObject([{ name: 'card', message: 'Wrong card' }]);
  expect([...notices(), ...toasts()]).toEqual([]);
});

it('a field inside a group is found by its full path', async () => {
  const street = node('text-field', 'street', { props: { name: 'street', label: 'Street' } });
  const home = node('group', 'home', { props: { name: 'home' }, slots: { body: [street] } });
  const field = ['get', 'form', 'lend', 'home', 'street'] as const;
  const { screen, tap, notices, toasts } = await play({
    tap: [act('notice', { text: 'Wrong street', tone: 'danger', look: 'inline', field })],
    plan: { body: [node('form', 'lend', { slots: { body: [home] } })] },
    options: { createForms },
  });
  await tap();
  expect(screen.engine.forms.field('lend', 'home.street').problem).toBe('Wrong street');
  expect([...notices(), ...toasts()]).toEqual([]);
});

it('the mark is removed when the field is edited, so that another value can be sent', async () => {
  const { engine } = await refuseCard(true);
  engine.forms.write('lend', 'card', '7');
  expect(engine.forms.field('lend', 'card').problem).toBeUndefined();
});

it('a value that the service refused can be sent again', async () => {
  const { engine } = await refuseCard(true);
  expect(await engine.forms.submit('lend')).toBeUndefined();
});

it('a notice about a field that is not on the screen has its ordinary look', async () => {
  const { notices } = await refuseCard(false);
  expect(notices()).toEqual(['Wrong card']);
});

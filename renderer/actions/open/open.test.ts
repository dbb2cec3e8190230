import { describe, expect, it } from 'vitest';
import { createForms } from '../../forms/edit-forms.ts';
import type { CreateForms } from '../../runtime/ports/engine.ts';
import { fakeWorld, get, node, settle } from '../../runtime/testing.ts';
import { hasOverlays } from '../../runtime/visit.ts';
import { act, button, dialog, play, type Setting, say, show } from '../testing.ts';

it('open shows an overlay and waits until it is closed', async () => {
  const { tap, overlays, toasts, screen, world } = await play({
    tap: [show('sure', { optional: true }), say('after')],
    plan: { overlays: { sure: dialog('sure', [button('yes', [])]) } },
  });
  await tap();
  expect([overlays(), toasts()]).toEqual([['sure'], []]);
  screen.dismissOverlay();
  await world.pass(0);
  expect([overlays(), toasts()]).toEqual([[], ['after']]);
});

it('open waits for the code of the overlay’s widgets, so that nothing in it moves', async () => {
  let come = () => {};
  const code = new Promise<void>((resolve) => {
    come = resolve;
  });
  const asked: string[] = [];
  const { tap, overlays, isBusy } = await play({
    tap: [show('sure')],
    plan: { overlays: { sure: dialog('sure', [button('yes', [])]) } },
    options: {
      fetchWidgets({ id }) {
        asked.push(id);
        return code;
      },
    },
  });
  await tap();
  expect([overlays(), isBusy()]).toEqual([[], true]);
  come();
  await settle();
  expect([overlays(), isBusy(), asked]).toEqual([['sure'], false, ['overlay-sure']]);
});

describe('an overlay with a form, opened before the code of forms is loaded', () => {
  const rating = node('form', 'rate', {
    slots: { body: [node('text-field', 'words', { props: { name: 'words' } })] },
    on: { submit: [say('sent'), act('close')] },
  });
  const setting = (fetchForms: () => Promise<CreateForms>): Setting => ({
    tap: [show('ask'), say('after')],
    plan: { overlays: { ask: dialog('ask', [rating, button('send', [act('submit', { form: 'rate' })])]) } },
    app: { failures: { network: [say('no connection')] } },
    options: { fetchForms },
  });
  /** An import that the test resolves or rejects. */
  function slowCode() {
    const waiting: { come(): void; fail(): void }[] = [];
    const fetchForms = () =>
      new Promise<CreateForms>((resolve, reject) => {
        waiting.push({ come: () => resolve(createForms), fail: () => reject(new Error('lost')) });
      });
    return { fetchForms, waiting };
  }

  it('opens when the code is loaded; the button is busy until then', async () => {
    const { fetchForms, waiting } = slowCode();
    const { tap, overlays, toasts, isBusy } = await play(setting(fetchForms));
    await tap();
    expect([overlays(), isBusy()]).toEqual([[], true]);
    waiting[0]?.come();
    await settle();
    expect([overlays(), isBusy()]).toEqual([['ask'], false]);
    await tap('send');
    expect([overlays(), toasts()]).toEqual([[], ['sent', 'after']]);
  });

  it('stays closed if the code fails to load: a notice is shown, and the next tap tries again', async () => {
    const { fetchForms, waiting } = slowCode();
    const { tap, overlays, toasts, isBusy, world } = await play(setting(fetchForms));
    await tap();
    waiting[0]?.fail();
    await settle();
    expect([overlays(), toasts(), isBusy()]).toEqual([[], ['no connection'], false]);
    expect(world.faults.map(({ code }) => code)).toEqual(['form/unavailable']);
    await tap();
    waiting[1]?.come();
    await settle();
    expect(overlays()).toEqual(['ask']);
  });

  it('fetches no code if its condition is false', async () => {
    const { fetchForms, waiting } = slowCode();
    const { plan, ...rest } = setting(fetchForms);
    const ask = dialog('ask', [rating], { visible: false });
    const { tap, toasts } = await play({ ...rest, plan: { ...plan, overlays: { ask } } });
    await tap();
    expect([waiting.length, toasts()]).toEqual([0, ['after']]);
  });

  it('does not open if the person left the screen while the code was loading', async () => {
    const { fetchForms, waiting } = slowCode();
    const { tap, overlays, screen } = await play(setting(fetchForms));
    await tap();
    screen.close();
    waiting[0]?.come();
    await settle();
    expect(overlays()).toEqual([]);
  });

  it('waits for the code if its condition reads a form', async () => {
    const { fetchForms, waiting } = slowCode();
    const { plan, ...rest } = setting(fetchForms);
    const ask = dialog('ask', [rating], { visible: ['!', ['has', get('form.rate.words')]] });
    const { tap, overlays } = await play({ ...rest, plan: { ...plan, overlays: { ask } } });
    await tap();
    waiting[0]?.come();
    await settle();
    expect([waiting.length, overlays()]).toEqual([1, ['ask']]);
  });

  it('does not open again after a reload without the code; the waiting list ends, the typed text stays', async () => {
    const first = await play({ ...setting(slowCode().fetchForms), options: { createForms } });
    await first.tap();
    const words = first.find('words');
    if (words) first.screen.write(words, 'fine');
    first.screen.save(0);
    const world = fakeWorld();
    for (const place of ['session', 'device'] as const) {
      for (const [key, text] of first.world[place]) world[place].set(key, text);
    }
    expect(hasOverlays(world.services, 'entry-1')).toBe(true);
    const { fetchForms, waiting } = slowCode();
    const { overlays, find, tap, toasts, isBusy } = await play({ ...setting(fetchForms), world });
    expect([overlays(), isBusy()]).toEqual([[], false]);
    await tap();
    for (const code of waiting) code.come();
    await settle();
    expect([overlays(), find('words')?.snapshot().value]).toEqual([['ask'], 'fine']);
    await tap('send');
    expect(toasts()).toEqual(['sent', 'after']);
  });
});

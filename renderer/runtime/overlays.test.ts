import { describe, expect, it } from 'vitest';
import { act, button, dialog, play, put, type Setting, say, send, show } from '../actions/testing.ts';
import type { OverlayPlan } from '../plan/plan.ts';
import { fakeWorld, get, node } from './testing.ts';

const close = act('close');
const dismiss = act('dismiss');
const failures = { default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])] };

/**
 * A dialog with a button that closes it and a button that dismisses it; the names of both buttons contain the dialog's
 * id.
 */
function question(id: string, rest: Partial<OverlayPlan> = {}): { readonly [id: string]: OverlayPlan } {
  return { [id]: dialog(id, [button(`${id}-yes`, [close]), button(`${id}-no`, [dismiss])], rest) };
}

const playOverlays = (
  tap: Setting['tap'],
  overlays: { readonly [id: string]: OverlayPlan },
  rest: Setting = {},
) => play({ tap: tap ?? [], ...rest, app: { failures, ...rest.app }, plan: { ...rest.plan, overlays } });

describe('open shows an overlay and waits until it is closed', () => {
  it('after close the list that opened the overlay continues', async () => {
    const { tap, toasts, overlays, isBusy } = await playOverlays(
      [show('sure'), say('after')],
      question('sure'),
    );
    await tap();
    expect(overlays()).toEqual(['sure']);
    // Behind the overlay, the button that opened it shows no spinner, and a tap on it does not open the
    // overlay again.
    expect(isBusy()).toBe(false);
    await tap();
    expect(overlays()).toEqual(['sure']);
    expect(toasts()).toEqual([]);
    await tap('sure-yes');
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual(['after']);
    expect(isBusy()).toBe(false);
  });

  it('after dismiss the list that opened the overlay ends, without a message', async () => {
    const { tap, toasts, overlays } = await playOverlays([show('sure'), say('after')], question('sure'));
    await tap();
    await tap('sure-no');
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('after dismiss a catch may show a message', async () => {
    const seen = { when: ['==', get('error.kind'), 'dismissed'] as const, run: [say('as you like')] };
    const { tap, toasts } = await playOverlays(
      [show('sure', { catch: [seen] }), say('after')],
      question('sure'),
    );
    await tap();
    await tap('sure-no');
    expect(toasts()).toEqual(['as you like']);
  });

  it('after dismiss the list continues if open is optional', async () => {
    const { tap, toasts } = await playOverlays(
      [show('sure', { optional: true }), say('after')],
      question('sure'),
    );
    await tap();
    await tap('sure-no');
    expect(toasts()).toEqual(['after']);
  });

  it('mask, Escape and Back dismiss an overlay', async () => {
    const { tap, overlays, screen, toasts, world } = await playOverlays(
      [show('sure'), say('after')],
      question('sure'),
    );
    await tap();
    screen.dismissOverlay();
    await world.pass(0);
    expect(overlays()).toEqual([]);
    await tap();
    expect(screen.handleBack()).toBe(true);
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('an overlay that is not dismissible stays, and Back does nothing else', async () => {
    const { tap, overlays, screen } = await playOverlays(
      [show('sure')],
      question('sure', { props: { title: 'sure', dismissible: false } }),
    );
    await tap();
    expect(screen.handleBack()).toBe(true);
    screen.dismissOverlay();
    expect(overlays()).toEqual(['sure']);
  });

  it('an overlay with seconds closes by itself', async () => {
    const { tap, overlays, toasts, world } = await playOverlays(
      [show('sure'), say('after')],
      question('sure', { props: { title: 'sure', seconds: 5 } }),
    );
    await tap();
    await world.pass(4_999);
    expect(overlays()).toEqual(['sure']);
    await world.pass(1);
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual(['after']);
  });

  it('an unknown overlay is unsupported', async () => {
    const { tap, toasts } = await playOverlays([show('none')], {});
    await tap();
    expect(toasts()).toEqual(['Failed: unsupported']);
  });
});

describe('on.close runs before the list that opened the overlay continues', () => {
  for (const how of ['yes', 'no'] as const) {
    it(`${how === 'yes' ? 'after a close' : 'after a dismissal'}`, async () => {
      const on = { close: [say('closing')] };
      const { tap, toasts } = await playOverlays(
        [show('sure', { optional: true }), say('after')],
        question('sure', { on }),
      );
      await tap();
      await tap(`sure-${how}`);
      expect(toasts()).toEqual(['closing', 'after']);
    });
  }

  it('to its end, also if it waits for a call', async () => {
    const on = { close: [send(), say('closed')] };
    const { tap, toasts, call, overlays } = await playOverlays(
      [show('sure'), say('after')],
      question('sure', { on }),
    );
    await tap();
    await tap('sure-yes');
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual([]);
    await call().reply({});
    expect(toasts()).toEqual(['closed', 'after']);
  });
});

describe('visibleWhen of an overlay', () => {
  it('open is skipped if visibleWhen is false', async () => {
    const { tap, toasts, overlays } = await playOverlays(
      [show('sure'), say('after')],
      question('sure', { visible: false }),
    );
    await tap();
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual(['after']);
  });

  it('open fails if visibleWhen cannot be computed', async () => {
    const { tap, toasts } = await playOverlays(
      [show('sure'), say('after')],
      question('sure', { visible: get('nowhere.at') }),
    );
    await tap();
    expect(toasts()).toEqual(['Failed: refused']);
  });

  it('open waits for the value of visibleWhen if it is pending', async () => {
    const { tap, overlays, world } = await playOverlays(
      [show('sure')],
      question('sure', { visible: ['>', get('data.shelf.books'), 1] }),
      { plan: { data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } } } },
    );
    await tap();
    expect(overlays()).toEqual([]);
    await world.calls[0]?.reply({ books: 2 });
    await world.pass(1_000);
    expect(overlays()).toEqual(['sure']);
  });
});

describe('two overlays at once', () => {
  const both = { ...question('one'), ...question('two') };

  it('an open from inside an overlay stacks', async () => {
    const outer = { outer: dialog('outer', [button('more', [show('one'), say('back')])]) };
    const { tap, overlays, toasts } = await playOverlays([show('outer')], { ...both, ...outer });
    await tap();
    await tap('more');
    expect(overlays()).toEqual(['outer', 'one']);
    await tap('one-yes');
    expect(overlays()).toEqual(['outer']);
    expect(toasts()).toEqual(['back']);
  });

  it('any other open is queued, and its condition is computed later', async () => {
    const two = question('two', { visible: ['!', get('state.seen')] });
    const one = question('one', { on: { close: [put('seen', true)] } });
    const { tap, overlays, toasts } = await playOverlays(
      [show('one')],
      { ...one, ...two },
      {
        plan: {
          state: { seen: { shape: { type: 'boolean' }, initial: false } },
          body: [button('other', [show('two'), say('two is over')])],
        },
      },
    );
    await tap();
    await tap('other');
    expect(overlays()).toEqual(['one']);
    await tap('one-yes');
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual(['two is over']);
  });

  it('overlays of one list come in the order of its lines, one at a time', async () => {
    const { tap, overlays } = await playOverlays(
      [show('one', { optional: true }), show('two', { optional: true })],
      both,
    );
    await tap();
    expect(overlays()).toEqual(['one']);
    await tap('one-no');
    expect(overlays()).toEqual(['two']);
  });

  it('a queued overlay is shown after the other is closed', async () => {
    const { tap, overlays } = await playOverlays([show('one')], both, {
      plan: { body: [button('other', [show('two')])] },
    });
    await tap();
    await tap('other');
    await tap('one-yes');
    expect(overlays()).toEqual(['two']);
  });
});

describe('S4: lists belong to the visit, not the overlay', () => {
  const inside = (list: Setting['tap']) => ({ box: dialog('box', [button('in', list ?? [])]) });

  it('lists of a closed overlay continue, and their close does nothing', async () => {
    const { tap, toasts, call, overlays } = await playOverlays([show('box'), say('opener'), show('next')], {
      ...inside([close, send(), close, say('ran on')]),
      ...question('next'),
    });
    await tap();
    await tap('in');
    expect(overlays()).toEqual(['next']);
    await call().reply({});
    expect(overlays()).toEqual(['next']);
    expect(toasts()).toEqual(['opener', 'ran on']);
  });

  it('the inline notice of a list of a closed overlay is shown on the screen', async () => {
    const inline = act('notice', { text: 'words', look: 'inline' });
    const { tap, notices, screen } = await playOverlays([show('box')], inside([inline, close, inline]));
    await tap();
    const inBox = () => screen.surface.snapshot().overlays.flatMap((overlay) => overlay.notices);
    const seen: number[] = [];
    screen.surface.subscribe(() => seen.push(inBox().length));
    await tap('in');
    expect(notices()).toEqual(['words']);
  });

  it('the inline notice of a list of an open overlay is shown on it', async () => {
    const inline = act('notice', { text: 'words', look: 'inline' });
    const { tap, notices, screen } = await playOverlays([show('box')], inside([inline]));
    await tap();
    await tap('in');
    expect(notices()).toEqual([]);
    expect(screen.surface.snapshot().overlays[0]?.notices.map((notice) => notice.text)).toEqual(['words']);
  });

  it('a list that closes its own overlay can open another', async () => {
    const { tap, overlays } = await playOverlays([show('box')], {
      ...inside([close, show('thanks')]),
      ...question('thanks'),
    });
    await tap();
    await tap('in');
    expect(overlays()).toEqual(['thanks']);
  });
});

describe('an open of a list whose own overlay is closed', () => {
  it('is queued like any other', async () => {
    const { tap, overlays, call } = await playOverlays([show('box'), show('next')], {
      box: dialog('box', [button('in', [close, send(), show('thanks')])]),
      ...question('next'),
      ...question('thanks'),
    });
    await tap();
    await tap('in');
    await call().reply({});
    expect(overlays()).toEqual(['next']);
    await tap('next-yes');
    expect(overlays()).toEqual(['thanks']);
  });
});

describe('an open from inside whose condition is pending', () => {
  it('fails, because a queued overlay would wait for the overlay that opens it', async () => {
    const { tap, overlays, toasts } = await playOverlays(
      [show('box')],
      {
        box: dialog('box', [button('in', [show('sure')])]),
        ...question('sure', { visible: ['>', get('data.shelf.books'), 1] }),
      },
      { plan: { data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } } } },
    );
    await tap();
    await tap('in');
    expect(overlays()).toEqual(['box']);
    expect(toasts()).toEqual(['Failed: refused']);
  });
});

describe('load that fires again', () => {
  const popups = {
    ...question('one', { visible: ['!', get('state.seen')], on: { close: [put('seen', true)] } }),
    ...question('two'),
  };
  const plan: NonNullable<Setting['plan']> = {
    state: { seen: { shape: { type: 'boolean' }, initial: false } },
    data: {
      shelf: {
        endpoint: 'shelf',
        with: {},
        reads: [],
        load: [show('one', { optional: true }), show('two', { optional: true }), say('end')],
      },
    },
  };

  async function loaded() {
    const played = await playOverlays([], popups, { plan });
    await played.world.calls[0]?.reply({ books: 1 });
    await played.world.pass(1_000);
    return played;
  }
  async function again(played: Awaited<ReturnType<typeof loaded>>) {
    void played.screen.engine.data.reload();
    await played.world.pass(0);
    await played.world.calls.at(-1)?.reply({ books: 2 });
    await played.world.pass(1_000);
  }

  it('keeps the overlay that it opens again at once', async () => {
    const played = await loaded();
    const key = played.screen.surface.snapshot().overlays[0]?.key;
    await again(played);
    expect(played.screen.surface.snapshot().overlays.map((overlay) => overlay.key)).toEqual([key]);
    await played.tap('one-yes');
    expect(played.overlays()).toEqual(['two']);
    await played.tap('two-yes');
    expect(played.toasts()).toEqual(['end']);
  });

  it('opens the first overlay whose condition holds', async () => {
    const played = await loaded();
    await played.tap('one-no');
    expect(played.overlays()).toEqual(['two']);
    await again(played);
    expect(played.overlays()).toEqual(['two']);
    await played.tap('two-yes');
    expect(played.overlays()).toEqual([]);
  });

  it('closes the overlay that it does not open again first', async () => {
    const played = await loaded();
    await played.tap('one-no');
    played.screen.engine.store.change((draft) => {
      draft.state['seen'] = false;
    });
    await again(played);
    expect(played.overlays()).toEqual(['one']);
    await played.tap('one-yes');
    expect(played.overlays()).toEqual(['two']);
  });

  it('starts again after a reload: its overlay is shown once', async () => {
    const first = await loaded();
    first.screen.save(0);
    const world = fakeWorld();
    for (const [key, text] of first.world.session) world.session.set(key, text);
    const second = await playOverlays([], popups, { plan, world });
    await world.calls[0]?.reply({ books: 1 });
    await world.pass(1_000);
    expect(second.overlays()).toEqual(['one']);
    await second.tap('one-yes');
    await second.tap('two-yes');
    expect(second.overlays()).toEqual([]);
    expect(second.toasts()).toEqual(['end']);
  });
});

describe('a bound value inside an overlay', () => {
  it('is rendered there', async () => {
    const { tap, find } = await playOverlays([put('n', 3), show('box')], {
      box: dialog('box', [node('text', 'words', { props: { text: get('state.n') } })]),
    });
    await tap();
    expect(find('words')?.snapshot().props['text']).toBe(3);
  });
});

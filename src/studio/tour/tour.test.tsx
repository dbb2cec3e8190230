// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioScope } from '../use-studio.ts';
import { TOUR } from './help.ts';
import { HelpButton } from './help-button.tsx';
import { Tour } from './tour.tsx';
import { TourOffer } from './tour-offer.tsx';
import { openTour, TourContext, type TourStore, useTour } from './tour-store.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.checkVisibility = () => true;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (person = 'ana'): TourStore => openTour(localStorage, sessionStorage, person);
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));

describe('the offer of the tour', () => {
  const offer = (store = open(), onAnswered = vi.fn()) => {
    cleanup();
    render(
      <TourContext value={store}>
        <TourOffer {...{ onAnswered }} />
      </TourContext>,
    );
    return { onAnswered, region: () => screen.queryByRole('region', { name: 'Tour' }) };
  };

  it('stays until the person answers it, and is not shown to them again', async () => {
    const { onAnswered, region } = offer();
    expect(region()).not.toBeNull();
    await press('Not now');
    expect(region()).toBeNull();
    expect(onAnswered).toHaveBeenCalledOnce();
    expect(offer(open()).region()).toBeNull();
    expect(open().snapshot().step).toBeUndefined();
    expect(offer(open('ben')).region()).not.toBeNull();
  });

  it('leads to a new draft, where the tour begins', async () => {
    offer();
    const start = screen.getByRole('link', { name: 'Start' });
    expect(start.getAttribute('href')).toBe('/studio/new/screens');
    start.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(start);
    expect(open().snapshot()).toEqual({ isNew: false, step: 0 });
  });

  it('can be answered if the storage is full', async () => {
    const full = { getItem: () => null, removeItem: vi.fn() };
    const setItem = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { region } = offer(openTour({ ...full, setItem }, undefined, 'ana'));
    await press('Not now');
    expect(region()).toBeNull();
  });
});

describe('the tour', () => {
  const [TEXTS, EDITED] = [new Map(), new Map()];
  /** The studio after the person has done all steps, or none. */
  const studio = (isDone: boolean, view: string, go = vi.fn()): StudioScope =>
    ({
      selection: isDone ? { file: 'screens/shelf.screen.json', pointer: '/body/0' } : undefined,
      view: { changed: new Set(['screens/shelf.screen.json']), texts: isDone ? EDITED : TEXTS },
      states: ['content', 'error'],
      state: isDone ? 'error' : 'content',
      address: { view },
      go,
    }) as unknown as StudioScope;

  function Running({ scope }: { readonly scope: StudioScope }) {
    const { step } = useTour();
    return (
      <>
        <nav className="st-outline">
          <button type="button">Line</button>
        </nav>
        {step === undefined ? null : <Tour {...{ scope, step }} />}
      </>
    );
  }
  const page = (store: TourStore, scope: StudioScope) => (
    <TourContext value={store}>
      <Running {...{ scope }} />
    </TourContext>
  );
  const run = (step = 0, scope = studio(false, 'screens')) => {
    const store = open();
    store.go(step);
    return { store, ...render(page(store, scope)) };
  };
  const card = (name: string): HTMLElement => screen.getByRole('dialog', { name });
  const stepOf = (): string | undefined => /Step \d of \d/.exec(document.body.textContent)?.[0];

  it('takes the focus, frames what it is about, and leaves both when it ends', async () => {
    const { store } = run();
    await waitFor(() => expect(document.activeElement).toBe(card('Outline')));
    const outline = button('Line').parentElement;
    expect(outline?.hasAttribute('data-toured')).toBe(true);
    await press('End the tour');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(store.snapshot().step).toBeUndefined();
    expect(outline?.hasAttribute('data-toured')).toBe(false);
    expect(document.activeElement).toBe(button('Line'));
  });

  it('offers to skip what is not done yet, and says when it is done, without moving the focus', async () => {
    const { store, rerender } = run();
    await waitFor(() => expect(document.activeElement).toBe(card('Outline')));
    expect(button('Skip')).toBeDefined();
    expect(screen.queryByText(/Done\./)).toBeNull();
    button('Line').focus();
    rerender(page(store, studio(true, 'screens')));
    expect(screen.getByText(/✓ Done\./).closest('[aria-live=polite]')).not.toBeNull();
    expect(document.activeElement).toBe(button('Line'));
    await press('Next');
    expect(card('Properties')).toBeDefined();
    expect(document.activeElement).toBe(button('Next'));
  });

  it('does not count the changes that a draft had before the tour', () => {
    const { store, rerender } = run(1, studio(false, 'screens'));
    expect(button('Skip')).toBeDefined();
    rerender(page(store, studio(true, 'screens')));
    expect(screen.getByText(/✓ Done\./)).toBeDefined();
  });

  it('goes through all steps and back, and continues at the same step after a reload', async () => {
    run(0, studio(true, 'screens'));
    for (const at of TOUR.keys()) {
      expect(stepOf()).toBe(`Step ${at + 1} of ${TOUR.length}`);
      if (at < TOUR.length - 1) await press(/^(Next|Skip)$/);
    }
    expect(screen.queryByRole('button', { name: /Next|Skip/ })).toBeNull();
    await press('Back');
    expect(stepOf()).toBe('Step 5 of 6');
    expect(open().snapshot().step).toBe(4);
    expect(openTour(localStorage, undefined, 'ana').snapshot().step).toBeUndefined();
  });

  it('opens the view that a step is about, once', async () => {
    const go = vi.fn();
    const { store, rerender } = run(5, studio(true, 'screens', go));
    expect(go.mock.calls).toEqual([[{ view: 'review' }]]);
    rerender(page(store, studio(true, 'releases', go)));
    expect(go).toHaveBeenCalledOnce();
    await press('Back');
    expect(go).toHaveBeenCalledOnce();
  });

  it('ends by Escape in its card; elsewhere Escape keeps its meaning', async () => {
    const { store } = run();
    await waitFor(() => expect(document.activeElement).toBe(card('Outline')));
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    button('Line').focus();
    await userEvent.keyboard('{Escape}');
    expect(store.snapshot().step).toBe(0);
    expect(heard).toHaveBeenCalledOnce();
    expect((heard.mock.calls[0] as [Event])[0].defaultPrevented).toBe(false);
    button('Skip').focus();
    await userEvent.keyboard('{Escape}');
    expect(store.snapshot().step).toBeUndefined();
    window.removeEventListener('keydown', heard);
  });

  it('stays open while the person works beside it', async () => {
    const { store } = run();
    await userEvent.click(document.body);
    await userEvent.click(button('Line'));
    expect(store.snapshot().step).toBe(0);
  });
});

describe('the help of a pane', () => {
  it('says what the pane is, in the words of the tour, and returns the focus on Escape', async () => {
    render(<HelpButton of={['phone', 'states']} />);
    await press('Help: phone and states');
    const help = screen.getByRole('dialog', { name: 'Phone and States' });
    expect(help.textContent).toContain('Borrowers see a draft only after it is published.');
    expect(help.textContent).toContain('A screen has several states');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('Help: phone and states'));
  });
});

// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppPlan } from '../plan/plan.ts';
import { drawScreen, fakeScreen } from './testing.ts';

afterEach(cleanup);

const reference = '2026-03-03 10:42 A1B2';
const failing = (error: object, app?: Partial<AppPlan>) => {
  const live = fakeScreen({ surface: { phase: 'error', error: { kind: 'server', reference, ...error } } });
  if (app !== undefined) Object.assign(live, { app: { ...live.app, ...app } });
  drawScreen(live);
  return live;
};
const title = () => page.getByRole('heading', { level: 2 }).textContent;

describe('the error card', () => {
  it('shows the engine’s title, and the message below it', () => {
    failing({ kind: 'server', text: 'We could not load your shelf.' });
    expect(title()).toBe('The service has a problem');
    expect(page.getByText('We could not load your shelf.')).toBeDefined();
  });

  it('shows the service’s answer as title, because nothing went wrong', () => {
    failing({ kind: 'business', text: 'No book is due.', isAnswer: true });
    expect(title()).toBe('No book is due.');
    expect(page.queryByText('Something went wrong')).toBeNull();
  });

  it('F6: each kind of failure has its own title and advice', () => {
    const kinds: readonly { readonly kind: string; readonly code?: string }[] = [
      { kind: 'offline' },
      { kind: 'network' },
      { kind: 'timeout' },
      { kind: 'server' },
      { kind: 'invalid-reply', code: 'not-json' },
      { kind: 'invalid-reply', code: 'empty' },
      { kind: 'business' },
      { kind: 'unsupported' },
    ];
    const titles = kinds.map((error) => {
      failing({ text: 'We could not load your shelf.', ...error });
      const words = page.getByRole('main').textContent;
      expect(words).toContain('We could not load your shelf.');
      expect(words).toMatch(/(again|contact us|minutes)\./);
      expect(words).toContain(`Reference ${reference}`);
      const said = title();
      cleanup();
      return said;
    });
    expect(titles).toEqual([
      'You are offline',
      'We could not reach the service',
      'The service did not answer in time',
      'The service has a problem',
      'We could not read the answer',
      'The service sent an empty answer',
      'The service cannot do this',
      'Something went wrong',
    ]);
  });

  it('offers the application’s help', async () => {
    const live = failing({}, { help: { text: 'Ask the desk', run: [] } });
    await userEvent.click(page.getByRole('button', { name: 'Ask the desk' }));
    expect(live.asked).toEqual([['help']]);
  });

  it('the safe message offers the help of the application, too', () => {
    failing({ kind: 'unsafe' }, { help: { text: 'Ask the desk', run: [] } });
    expect(page.getAllByRole('button').map((each) => each.textContent)).toEqual(['Ask the desk']);
  });

  it('shows no retry if the address lacks a parameter, because a retry cannot help', () => {
    failing({ kind: 'refused', code: 'missing/bookId' }, { help: { text: 'Ask the desk', run: [] } });
    expect(page.getAllByRole('button').map((each) => each.textContent)).toEqual(['Ask the desk']);
    expect(page.queryByText(/Try again/)).toBeNull();
  });

  it('shows no help if the application has none', () => {
    failing({});
    expect(page.getAllByRole('button').map((each) => each.textContent)).toEqual(['Try again']);
  });
});

describe('a failed re-read', () => {
  const staleSince = Date.UTC(2026, 2, 3, 2, 42);

  it('offers to read again', async () => {
    const live = fakeScreen({ surface: { staleSince } });
    drawScreen(live);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(live.asked).toEqual([['retry']]);
  });

  it('shows the service’s message instead', () => {
    drawScreen(fakeScreen({ surface: { staleSince, staleText: 'No book is due.' } }));
    expect(page.getByText('No book is due.').closest('[role=status]')).not.toBeNull();
  });

  it('when offline offers no read', () => {
    drawScreen(fakeScreen({ surface: { staleSince, online: false } }));
    expect(page.queryByRole('button')).toBeNull();
  });
});

import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { openScreen, prepareScreen, Screen } from '#renderer/index.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { APP, DEVICE, fakeWorld } from '#renderer/runtime/testing.ts';

/* A visit of a page with the library's definitions: every field is filled in, and every button is tapped. */

const BOOK = { title: 'Two Years', pages: 400, price: 100, lent_flag: '1' };
/** Most fields and buttons of a visit. */
const MOST = 6;
const STEP_MS = 400;

/** What is typed into a field, value after value. */
function typedInto({ type }: HTMLInputElement): readonly string[] {
  if (type === 'time') return ['10:30'];
  if (type === 'datetime-local') return ['2026-03-05T10:30'];
  return type === 'range' || type === 'number' ? ['7'] : ['0', '000000'];
}

/** What a visit shows and does, step by step: the page, calls, addresses, faults. */
export async function playPage(plan: Plan): Promise<readonly string[]> {
  // jsdom has no layout to scroll.
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  await prepareScreen(plan);
  const world = fakeWorld();
  const live = openScreen({
    plan,
    app: APP,
    services: world.services,
    params: { cardId: 'c' },
    session: { userId: 'u1', sessionId: 's1' },
    device: { ...DEVICE, language: 'en' },
    entry: 'entry-1',
  });
  const seen: string[] = [];
  let answered = 0;
  const look = async (ms = STEP_MS): Promise<void> => {
    await act(async () => world.pass(ms));
    seen.push(document.body.innerHTML);
  };
  /** Two books for each call but the third, which has one; the name counts the calls. A path with `nowhere` has nothing. */
  const answer = async (): Promise<void> => {
    for (; answered < world.calls.length; answered += 1) {
      const books = (answered === 2 ? [0] : [0, 1]).map((at) => ({ ...BOOK, isbn: String(answered + at) }));
      const data = { name: `Shelf ${answered + 1}`, note: 'A note', books, fine: 0 };
      const call = world.calls[answered];
      seen.push(
        `${call?.method ?? ''} ${call?.url ?? ''} ${JSON.stringify(call?.headers)} ${call?.body ?? ''}`,
      );
      const isThere = call?.url.includes('/nowhere') !== true;
      const reply = isThere
        ? { status: 200, body: JSON.stringify({ ok: true, data }) }
        : { status: 404, body: '' };
      await act(async () => call?.answer(reply));
    }
    await look();
  };
  await act(async () => void render(<Screen live={live} />));
  await look();
  await answer();
  for (let at = 0; at < MOST; at += 1) {
    const input = document.querySelectorAll('input')[at];
    if (input === undefined) break;
    for (const value of typedInto(input)) {
      await act(async () => {
        fireEvent.focus(input);
        if (input.type === 'checkbox' || input.type === 'radio') fireEvent.click(input);
        else fireEvent.input(input, { target: { value } });
      });
      await answer();
    }
    await act(async () => void fireEvent.blur(input));
    await answer();
  }
  // The last button first: it sends the form.
  for (let at = -1; at < MOST; at += 1) {
    const button = [...document.querySelectorAll('button')].at(at);
    if (button === undefined) break;
    await act(async () => void fireEvent.click(button));
    await answer();
  }
  for (let second = 0; second < 12; second += 1) {
    await look(1_000);
    await answer();
  }
  seen.push(...world.went.map(({ address }) => address), ...world.copied);
  seen.push(...world.faults.map((fault) => JSON.stringify(fault)));
  live.close();
  cleanup();
  return seen;
}

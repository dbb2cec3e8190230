// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame, FrameProps } from '#renderer/frame/frame.tsx';
import type { LiveNode } from '#renderer/runtime/live.ts';
import { drawScreen, fakeNode, fakeOverlay, fakeScreen } from '#renderer/screen/testing.ts';
import { fetchWidgets, WIDGET_TYPES } from '#renderer/widgets/index.ts';
import { nodeOf, OVERLAY_TYPES, widgetFixtures } from '#renderer/widgets/testing.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { LONG } from './settings.ts';

/*
 * Check 15: a failing widget affects only its own area of the screen. Every widget, failing on render, on mount, on use,
 * later, and for unexpected properties.
 */

beforeEach(async () => {
  await fetchWidgets(WIDGET_TYPES);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const WAYS = ['render', 'effect', 'later', 'event', 'properties'] as const;
type Way = (typeof WAYS)[number];

/** React renders a failed component once more before it gives up; the screen is rendered twice. */
const MOST_TRIES = 4;

/** Wraps the node and fails for it. */
function failing(way: Way, count: () => void): Frame {
  const fail = (): never => {
    count();
    throw new Error('planted');
  };
  function Faulty({ children }: FrameProps) {
    const [isLate, setLate] = useState(false);
    useEffect(() => {
      if (way === 'effect') fail();
      if (way === 'later') void Promise.resolve().then(() => setLate(true));
    }, []);
    if (way === 'render' || isLate) fail();
    return (
      <div data-testid="faulty" onClick={way === 'event' ? fail : undefined}>
        {children}
      </div>
    );
  }
  return (props: FrameProps) => (props.instance === 'it' ? <Faulty {...props} /> : props.children);
}

const text = (words: string) =>
  fakeNode('text', { id: words, props: { text: words, style: 'body', tone: 'neutral' } });

const plain: Frame = ({ children }) => children;

/** Values that the checker would refuse, for every property. */
const JUNK: readonly unknown[] = [undefined, 7, true, {}, [null], 'a text'];

type Fixture = (typeof widgetFixtures)[number];

async function findFaults(
  { type, fixture }: Fixture,
  way: Way,
  isCritical: boolean,
  junk?: unknown,
  frame = failing,
) {
  let tries = 0;
  const whole = nodeOf(fixture);
  const props = Object.fromEntries(Object.keys(whole.snapshot().props).map((name) => [name, junk]));
  if (way === 'properties') whole.set({ props });
  const node = { ...whole, plan: { ...whole.plan, ...(isCritical && { critical: true }) } } as LiveNode;
  const isOverlay = OVERLAY_TYPES.has(type);
  const live = fakeScreen({
    body: [text('Before'), ...(isOverlay ? [] : [node]), text('After')],
    ...(isOverlay && { surface: { overlays: [fakeOverlay(node)] } }),
  });
  const escaped: string[] = [];
  const hear = (event: ErrorEvent) => {
    event.preventDefault();
    escaped.push(event.message);
  };
  window.addEventListener('error', hear);
  try {
    await act(async () => {
      drawScreen(live, { frame: way === 'properties' ? plain : frame(way, () => (tries += 1)) });
      await Promise.resolve();
    });
    if (way === 'event') fireEvent.click(page.getByTestId('faulty'));
  } finally {
    window.removeEventListener('error', hear);
  }
  const reports = live.asked.filter(([what, code]) => what === 'report' && code === 'widget/threw');
  const isLocked = live.asked.some(([what]) => what === 'lock');
  const faults: string[] = [];
  for (const words of ['Before', 'After'])
    if (page.queryByText(words) === null) faults.push(`${words} is gone`);
  if (way === 'properties') {
    // With unexpected properties the widget may render; if it cannot, it must show one error box.
    if (reports.length > 1) faults.push(`${reports.length} reports`);
    if (isCritical && reports.length === 1 && !isLocked) faults.push('submits are not locked');
    return faults;
  }
  if (tries > MOST_TRIES) faults.push(`${tries} tries`);
  if (way === 'event') {
    if (escaped.length !== 1) faults.push(`the page was told ${escaped.length} times`);
    if (page.queryByTestId('faulty') === null) faults.push('it is gone');
  } else {
    if (reports.length !== 1) faults.push(`${reports.length} reports`);
    if (isCritical !== isLocked) faults.push(isLocked ? 'submits are locked' : 'submits are not locked');
    if (page.queryAllByText('This part could not be shown.').length === 0) faults.push('nothing says so');
  }
  return faults;
}

/** In the short check one fixture of each type. */
const fixtures = widgetFixtures
  .filter(({ isValid }) => isValid)
  .filter(({ type }, at, all) => LONG || all.findIndex((one) => one.type === type) === at);

describe('a widget that fails', () => {
  it('shows one error box, is reported once and not retried forever; a critical widget locks submits', {
    timeout: LONG ? 900_000 : 60_000,
  }, async () => {
    const wrong: string[] = [];
    let drawn = 0;
    for (const [at, one] of fixtures.entries()) {
      for (const way of WAYS) {
        // A part has no element of its own and no frame; the nodes in it have frames.
        if (way !== 'properties' && one.type === 'part') continue;
        const junks = way !== 'properties' ? [undefined] : LONG ? JUNK : [JUNK[at % JUNK.length]];
        for (const junk of junks) {
          for (const isCritical of LONG ? [false, true] : [(at + way.length) % 2 === 0]) {
            drawn += 1;
            const faults = await findFaults(one, way, isCritical, junk);
            wrong.push(
              ...faults.map((fault) => `${one.type} ${one.file} ${way} ${JSON.stringify(junk)}: ${fault}`),
            );
            cleanup();
          }
        }
      }
    }
    const types = new Set(fixtures.map(({ type }) => type));
    reportFigures({ check: 15, widgets: types.size, ways: WAYS.length, drawn, faults: wrong.length });
    expect(wrong).toEqual([]);
    // The compiler alone writes it; it is drawn in the fixtures of text and check.
    const made = ['sentence'];
    expect([...WIDGET_TYPES, ...made].filter((type) => !types.has(type) && !made.includes(type))).toEqual([]);
  });

  it('the check detects a widget whose failure removes its neighbours', async () => {
    const one = fixtures.find(({ type }) => type === 'text');
    if (one === undefined) throw new Error('No fixture.');
    // Throwing at every node simulates an error boundary too far out.
    const everywhere = (): Frame => () => {
      throw new Error('planted');
    };
    const faults = await findFaults(one, 'render', false, undefined, everywhere);
    expect(faults).toContain('Before is gone');
    expect(faults.some((fault) => fault.endsWith('reports'))).toBe(true);
  });
});

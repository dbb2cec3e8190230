// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTestProject } from '../project.ts';
import type { VerifiedScreenshot } from '../screenshot-run.ts';
import type { Verified } from '../snapshots.ts';
import type { TestRun } from '../test-run.ts';
import { pairLines, writeReport } from './write-report.ts';

const project = loadTestProject('.');

function stateOf(
  state: string,
  verdict: Verified['verdict'],
  was: readonly string[],
  is?: readonly string[],
): Verified {
  const drawn = is && {
    screen: 'repay',
    state,
    title: `About <${state}>`,
    language: 'en-PH',
    lines: is.map((text) => ({ text })),
    ...(verdict === 'failed' && { failure: 'nobody answers GET /x' }),
  };
  return { screen: 'repay', state, language: 'en-PH', verdict, expected: was, drawn };
}

const run: TestRun = {
  isClean: false,
  screens: ['repay'],
  hits: new Set(),
  project,
  verified: [
    stateOf('content', 'passed', ['main', '  "₱1,000.00"'], ['main', '  "₱1,000.00"']),
    stateOf('overdue', 'mismatched', ['main', '  "₱1,250.00"'], ['main', '  "₱1.250.00 </script>"']),
    stateOf('fresh', 'missing', [], ['main']),
    stateOf('former', 'obsolete', ['main']),
    stateOf('lost', 'failed', [], []),
  ],
  report: {
    states: [],
    scripts: [],
    looks: [],
    obsoleteFiles: ['fixtures/snapshots/en-PH/gone.txt'],
    summary: { passed: 1, failed: 1, mismatched: 1, missing: 1, obsolete: 1, written: 0 },
  },
};
const png = new Uint8Array([1, 2, 3]);
const picture: VerifiedScreenshot = {
  screen: 'repay',
  state: 'overdue',
  name: 'overdue.dark',
  theme: 'dark',
  verdict: 'mismatched',
  before: png,
  after: png,
  difference: { pixels: 10, of: 1000, box: { x: 1, y: 2, width: 3, height: 4 }, picture: png },
};
const html = writeReport(run, [picture], ':root{--cz-a:1px}', { name: 'a <project>' });
const parsed = new DOMParser().parseFromString(html, 'text/html');
const script = [...parsed.scripts].find((one) => one.type === '')?.textContent ?? '';

const names = () =>
  [...document.querySelectorAll('#list .row')].map((row) => row.querySelector('.name')?.textContent ?? '');
const heading = () => document.querySelector('#detail h1')?.textContent;
const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const button = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(words));
/** The page's own script, loaded as a module. */
const { './page.js': pageScript = () => Promise.reject(new Error('There is no script.')) } = import.meta.glob(
  './page.js',
);
let isOver: AbortController;

beforeEach(async () => {
  window.location.hash = '';
  document.body.innerHTML = parsed.body.innerHTML;
  Element.prototype.scrollIntoView = () => undefined;
  // Removes the key listeners of the previous report.
  isOver = new AbortController();
  const add = document.addEventListener.bind(document);
  document.addEventListener = (type: string, hear: EventListener) =>
    add(type, hear, { signal: isOver.signal });
  vi.resetModules();
  await pageScript();
  document.addEventListener = add;
});
afterEach(() => isOver.abort());

describe('a report opens from disk', () => {
  it('is one file, runs only its own script, and fetches nothing', () => {
    const policy = parsed.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash(script)}`);
    expect(policy).toContain(`style-src ${hash(parsed.querySelector('style')?.textContent ?? '')}`);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(parsed.title).toBe('Screens of a <project>');
    expect(parsed.querySelectorAll('[style]')).toHaveLength(0);
  });

  it('begins with the states to look at; j and k move, a filter and a search narrow the list', () => {
    expect(names()).toEqual([
      'overdue',
      'overdue',
      'fresh',
      'former',
      'lost',
      'fixtures/snapshots/en-PH/gone.txt',
    ]);
    expect(heading()).toBe('repay › overdue en-PH');
    press('j');
    press('j');
    expect(heading()).toBe('repay › fresh en-PH');
    press('k');
    press('k');
    expect(heading()).toBe('repay › overdue en-PH');
    button('Changed')?.click();
    expect(names()).toEqual(['overdue', 'overdue']);
    button('All')?.click();
    expect(names()).toHaveLength(7);
    const search = document.querySelector<HTMLInputElement>('#search');
    if (search === null) throw new Error('There is no search.');
    search.value = 'los';
    search.dispatchEvent(new Event('input'));
    expect(names()).toEqual(['lost']);
    expect(document.querySelector('.failure')?.textContent).toBe('nobody answers GET /x');
  });

  it('folds the passing states below the others, and shows the text of the chosen state', () => {
    const fold = document.querySelector('details');
    if (fold === null) throw new Error('There are no folded states.');
    expect(fold.textContent).toBe('Passed 1');
    expect(fold.open).toBe(false);
    fold.open = true;
    fold.dispatchEvent(new Event('toggle'));
    expect(names().at(-1)).toBe('content');
    [...fold.querySelectorAll<HTMLButtonElement>('.row')][0]?.click();
    expect(heading()).toBe('repay › content en-PH');
    expect(document.querySelector('#detail .lines')?.textContent).toBe('main\n  "₱1,000.00"');
    expect(document.querySelector('details')?.open).toBe(true);
    press('j');
    expect(heading()).toBe('repay › overdue en-PH');
  });

  it('shows the expected text beside the actual one, with the command that accepts it', () => {
    const cells = [...document.querySelectorAll('.differs td')].map((cell) => cell.textContent);
    expect(cells).toEqual(['  "₱1,250.00"', '  "₱1.250.00 </script>"']);
    expect(document.querySelector('.command code')?.textContent).toBe(
      'npx capiz test repay -t repay/overdue -u',
    );
  });

  it('shows screenshots with a slider, and marks their differences', () => {
    press('j');
    expect(heading()).toBe('repay › overdue pictures');
    expect(document.querySelector('.picture .soft')?.textContent).toBe('1.00 % differs (3x4 at 1,2)');
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    const stage = document.querySelector<HTMLElement>('.stage');
    if (slider === null || stage === null) throw new Error('There is no slider.');
    slider.value = '20';
    slider.dispatchEvent(new Event('input'));
    expect(stage.style.getPropertyValue('--at')).toBe('20%');
    expect([...document.querySelectorAll('img')].every(({ src }) => src.startsWith('data:image/png'))).toBe(
      true,
    );
  });
});

it('shows a removed and an added line at the same position side by side', () => {
  expect(pairLines(['a', 'b', 'c', 'd'], ['a', 'x', 'd', 'e'])).toEqual([
    ['a', 'a'],
    ['b', 'x'],
    ['c', undefined],
    ['d', 'd'],
    [undefined, 'e'],
  ]);
});

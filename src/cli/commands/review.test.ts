import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#src/testing/review.ts';
import { acceptStates, pathOf, type Verified, verifyScreen } from '#src/testing/snapshots.ts';
import { runIn } from '../testing.ts';
import { createTyped } from '../typed.ts';
import { decide } from './review.ts';

const accepted: string[] = [];
const changes = ['a', 'b', 'c'].map(
  (title): Change => ({
    title,
    describe: () => `what differs in ${title}\n`,
    accept: () => void accepted.push(title),
  }),
);

/** Answers from a pipe, one on each line. */
async function review(typed: string, always?: 'accepted' | 'rejected') {
  accepted.length = 0;
  let out = '';
  const { read, close } = createTyped(Readable.from([typed]));
  const decided = await decide(changes, always, {
    folder: '',
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    hasColour: false,
    read,
    now: () => 0,
  });
  close();
  return { decided, out };
}

describe('capiz review', () => {
  it('asks about each change, and writes an accepted one immediately', async () => {
    const { decided, out } = await review('y\nn\ns\n');
    expect(decided).toEqual(['accepted', 'rejected', 'skipped']);
    expect(accepted).toEqual(['a']);
    expect(out).toContain('2/3  b\nwhat differs in b\n');
  });

  it('repeats the question after an invalid answer', async () => {
    expect((await review('what?\ny\nyes\nno\n')).decided).toEqual(['accepted', 'accepted', 'rejected']);
  });

  it.each([
    ['q', 'y\nq\n'],
    ['the end of the input', 'y\n'],
  ])('%s leaves the other changes undecided and unseen', async (_how, typed) => {
    const { decided, out } = await review(typed);
    expect(decided).toEqual(['accepted', 'skipped', 'skipped']);
    expect(accepted).toEqual(['a']);
    expect(out).not.toContain('3/3');
  });

  it('asks nothing with --accept or --reject', async () => {
    await review('', 'accepted');
    expect(accepted).toEqual(['a', 'b', 'c']);
    await review('', 'rejected');
    expect(accepted).toEqual([]);
  });

  it.each([[['--accept', '--reject']], [['--json']]])('%j could not run', async (args) => {
    expect((await runIn('.', 'review', ...args)).code).toBe(2);
  });
});

describe('acceptStates', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'capiz-review-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const drawn = (state: string, ...lines: readonly string[]) => ({
    screen: 'shelf',
    state,
    title: state,
    language: 'en',
    lines: lines.map((text) => ({ text })),
  });
  const read = () => readFileSync(pathOf(root, 'shelf', 'en'), 'utf8');

  it('writes only the accepted states, in their order, and deletes an accepted obsolete state', () => {
    const options = { root, isWhole: true };
    verifyScreen('shelf', [drawn('content', 'old'), drawn('empty', 'old too'), drawn('gone', 'x')], {
      ...options,
      writes: 'all',
    });
    const now = [drawn('content', 'new'), drawn('busy', 'wait'), drawn('empty', 'new too')];
    const verified = verifyScreen('shelf', now, { ...options, writes: 'none' });
    const pick = (...states: readonly string[]): readonly Verified[] =>
      verified.filter(({ state }) => states.includes(state));
    const order = () => ['content', 'busy', 'empty'];

    acceptStates(root, pick('content'), order);
    expect(read()).toContain('## content: content\nnew\n');
    expect(read()).toContain('## empty: empty\nold too\n');
    acceptStates(root, pick('busy', 'gone'), order);
    expect(read().match(/^## .*/gm)).toEqual(['## content: content', '## busy: busy', '## empty: empty']);
  });
});

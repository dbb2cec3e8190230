import { describe, expect, it } from 'vitest';
import type { TestedFault } from '#src/testing/mutation/run.ts';
import { describeMutation, reportMutation } from './mutation.ts';

const FILE = 'screens/shelf.screen.json';

function fault(pointer: string, by: 'check' | 'nobody'): TestedFault {
  return {
    kind: 'change-word',
    file: FILE,
    pointer,
    line: 3,
    column: 5,
    change: 'a → b',
    noticed: by === 'nobody' ? { by } : { by, where: 'x/y' },
  };
}

const listed = (pointer: string) => ({
  file: FILE,
  pointer,
  kind: 'change-word' as const,
  change: 'a → b',
  reason: 'The same is drawn.',
});

const of = (possible: number) => ({ possible, documents: [{ file: FILE, possible }] });

describe('the report of planted faults', () => {
  it('counts a survivor with a reason as a survivor', () => {
    const report = reportMutation([fault('/a', 'check'), fault('/b', 'nobody')], of(2), [listed('/b')]);
    expect(report).toMatchObject({ score: 50, planted: 2, noticed: 1, stale: [] });
    expect(describeMutation(report, 95, 1000)).toBe(
      `${FILE}:3:5 change-word: a → b (The same is drawn.)\n1 of 2 faults noticed: 50 %, below 95 %, in 1.0 s\n`,
    );
  });

  it('never rounds up to the required score', () => {
    const faults = Array.from({ length: 2000 }, (_none, at) =>
      fault(`/${at}`, at < 101 ? 'nobody' : 'check'),
    );
    expect(reportMutation(faults, of(2000), []).score).toBe(94.9);
  });

  it('lists known survivors that were noticed or can no longer be planted', () => {
    const judged = [fault('/a', 'check'), fault('/b', 'nobody')];
    const all = [
      listed('/a'),
      listed('/b'),
      listed('/gone'),
      { ...listed('/a'), file: 'screens/other.json' },
    ];
    expect(reportMutation(judged, of(2), all).stale.map(({ pointer }) => pointer)).toEqual(['/a', '/gone']);
    // A sample does not show whether another fault could be planted.
    expect(reportMutation(judged, of(9), all).stale.map(({ pointer }) => pointer)).toEqual(['/a']);
  });
});

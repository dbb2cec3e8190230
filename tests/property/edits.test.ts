import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, Move } from './edits/desk.ts';
import { shippedProjects, STYLES, writeAs } from './edits/project.ts';
import { COMMANDS, type Counts, LONGEST, openProject, runSequence } from './edits/run.ts';
import { LONG, SEED } from './settings.ts';

const SEQUENCES = Number(process.env['CAPIZ_EDITS'] ?? (LONG ? 20_000 : 60));
/** A sample has only some of the screens, because opening a project takes longer than editing it. */
const PROJECTS = [...shippedProjects()].slice(0, LONG ? undefined : 1);

/** What people type, and paste. */
const WORDS = fc.oneof(
  fc.constantFrom(
    ...[
      'Pay now',
      '',
      ' ',
      'Ünïcødé “q”',
      'a "b" \\ c',
      '${1 + 1}',
      '${',
      '$${x}',
      'two\nlines',
      '// no comment',
    ],
    ...[
      '/* neither */',
      '😀',
      'constructor',
      '__proto__',
      '\u2028',
      '[terms](terms)',
      'مرحبا',
      '<b>&amp;',
      '12',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const MOVE: fc.Arbitrary<Move> = fc.record({
  command: fc.nat(997),
  picks: fc.array(fc.nat(9973), { minLength: 6, maxLength: 6 }),
  words: WORDS,
});
const SEQUENCE = fc.record({
  screen: fc.nat(99),
  moves: fc.array(MOVE, { minLength: 1, maxLength: LONGEST }),
});

const move = (words: string): Move => ({ command: 0, picks: [0, 0, 0, 0, 0, 0], words });
const RENAMES = { screen: 0, moves: ['One', 'Two', 'Three'].map(move) };
const RENAME = COMMANDS['renames a screen'] ?? (() => undefined);

describe('edits of a draft', () => {
  const counts: Counts = new Map();
  const cases = PROJECTS.flatMap((files, nth) =>
    STYLES.map((style) => ({
      files,
      style,
      nth: nth + 1,
      runs: Math.ceil(SEQUENCES / PROJECTS.length / STYLES.length),
    })),
  );

  it.each(cases)(
    'can be undone and done again step by step, and the draft opens: project $nth, $style',
    ({ files, style, nth, runs }) => {
      let workspace = openProject(writeAs(files, style));
      const property = fc.property(SEQUENCE, (sequence) => {
        try {
          runSequence(workspace, sequence, { counts });
        } catch (error) {
          // The failed run has left its edits.
          workspace = openProject(writeAs(files, style));
          throw error;
        }
      });
      fc.assert(property, { seed: SEED + nth * 10 + STYLES.indexOf(style), numRuns: runs });
      expect(workspace.steps().done).toEqual([]);
    },
    LONG ? 7_200_000 : 240_000,
  );

  it('were made with every command', () => {
    const never = Object.keys(COMMANDS).filter((name) => !counts.has(name));
    expect(LONG ? never : []).toEqual([]);
  });
});

describe('the check detects', () => {
  const files = writeAs(PROJECTS[0] ?? [], 'with comments');

  it('a command that loses a comment', () => {
    const lose: Command = ({ workspace, screen }) => {
      const path = `screens/${screen}.screen.json`;
      const text = workspace.snapshot().texts.get(path) ?? '';
      workspace.edit({ label: 'Lose', changes: { [path]: text.replace(/\/\/ above \d+/, '') } });
      return {};
    };
    expect(() => runSequence(openProject(files), RENAMES, { commands: { lose } })).toThrow(
      /has lost the comments/,
    );
  });

  it('an undo that skips a step', () => {
    const workspace = openProject(files);
    const undo = () => {
      workspace.undo();
      return workspace.undo();
    };
    expect(() => runSequence({ ...workspace, undo }, RENAMES, { commands: { RENAME } })).toThrow(
      /After undo of step 3 .* is not as it was/,
    );
  });

  it('a command that throws', () => {
    const fail = () => {
      throw new TypeError('Cannot read properties of undefined');
    };
    expect(() => runSequence(openProject(files), RENAMES, { commands: { fail } })).toThrow(TypeError);
  });

  it('a value that is not written', () => {
    const forget: Command = (desk) => {
      const made = RENAME(desk);
      desk.workspace.undo();
      return made;
    };
    expect(() => runSequence(openProject(files), RENAMES, { commands: { forget } })).toThrow(
      /\/title is .*, not "One"/,
    );
  });

  it('nothing in edits that keep every promise', () => {
    const workspace = openProject(files);
    runSequence(workspace, RENAMES, { commands: { RENAME } });
    expect(workspace.steps().done).toEqual([]);
  });
});

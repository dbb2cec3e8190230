import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { openWorkspace } from '../model/workspace.ts';
import { fixOf, rangeOfProblem } from './problems.ts';

const SHELF = 'screens/shelf.screen.json';

describe('a problem in the editor', () => {
  const problem = {
    code: 'property/unknown',
    severity: 'error',
    file: SHELF,
    pointer: '/b',
    message: '',
  } as const;

  it('is marked where it stands', () => {
    expect(rangeOfProblem('{\n  "b": 1\n}', { ...problem, line: 2, column: 3, length: 3 })).toEqual({
      from: 4,
      to: 7,
    });
  });

  it('is marked inside of the text, though the text has become shorter', () => {
    expect(rangeOfProblem('{}', { ...problem, line: 9, column: 30, length: 8 })).toEqual({ from: 2, to: 2 });
    expect(rangeOfProblem('{\n}', { ...problem, line: 1, column: 1, length: 90 })).toEqual({
      from: 0,
      to: 1,
    });
  });

  it('is mended by one step that can be taken back, where there is one way', () => {
    const base = library({ $schema: 'elsewhere.json' });
    const workspace = openWorkspace({ base });
    const found = workspace.snapshot().problems.find(({ code }) => code === 'document/bad-schema');
    if (found === undefined) throw new Error('The fixture has no such problem.');
    fixOf(workspace, found)?.();
    expect(workspace.snapshot().problems.filter(({ code }) => code === 'document/bad-schema')).toEqual([]);
    expect(workspace.undo()).toEqual([SHELF]);
    expect(workspace.snapshot().texts.get(SHELF)).toContain('elsewhere.json');
  });

  it('has no fix where only its author knows', () => {
    const workspace = openWorkspace({ base: library({}) });
    expect(fixOf(workspace, { ...problem, line: 1, column: 1 })).toBeUndefined();
  });
});

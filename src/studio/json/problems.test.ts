import { describe, expect, it } from 'vitest';
import { library, type ScreenText } from '#renderer/grammar/testing.ts';
import { openWorkspace } from '../model/workspace.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { rangeOfProblem, sayProblem } from '#src/language-service/fixes.ts';
import { fixOf, nameOfFix } from './problems.ts';

const SHELF = 'screens/shelf.screen.json';

describe('a problem in the editor', () => {
  const problem = {
    code: 'property/unknown',
    severity: 'error',
    file: SHELF,
    pointer: '/b',
    message: '',
  } as const;

  it('is marked at its position', () => {
    expect(rangeOfProblem('{\n  "b": 1\n}', { ...problem, line: 2, column: 3, length: 3 })).toEqual({
      from: 4,
      to: 7,
    });
  });

  it('is marked inside the text if the text is shorter now', () => {
    expect(rangeOfProblem('{}', { ...problem, line: 9, column: 30, length: 8 })).toEqual({ from: 2, to: 2 });
    expect(rangeOfProblem('{\n}', { ...problem, line: 1, column: 1, length: 90 })).toEqual({
      from: 0,
      to: 1,
    });
  });

  it('is fixed by one undoable step if the fix is certain', () => {
    const base = library({ $schema: 'elsewhere.json' });
    const workspace = openWorkspace({ base });
    const found = workspace.snapshot().problems.find(({ code }) => code === 'document/bad-schema');
    if (found === undefined) throw new Error('The fixture has no such problem.');
    fixOf(workspace, found)?.run();
    expect(workspace.snapshot().problems.filter(({ code }) => code === 'document/bad-schema')).toEqual([]);
    expect(workspace.undo()).toEqual([SHELF]);
    expect(workspace.snapshot().texts.get(SHELF)).toContain('elsewhere.json');
  });

  /** Labels of all fixes, and the text after the first fix. */
  function fix(shelf: ScreenText) {
    const workspace = openWorkspace({ base: library(shelf) });
    const fixes = workspace.snapshot().problems.flatMap((one) => fixOf(workspace, one) ?? []);
    fixes[0]?.run();
    const text = workspace.snapshot().texts.get(SHELF) ?? '';
    return { words: fixes.map(nameOfFix), shelf: JSON.parse(text) as { readonly [name: string]: unknown } };
  }

  it('is fixed by the similar name: a member, a value, or a name in a condition', () => {
    const member = fix({ body: [{ type: 'text', text: 'One', visibelWhen: 'true' }] });
    expect(member.words).toEqual(['Fix: “visibleWhen”']);
    expect(member.shelf['body']).toEqual([{ type: 'text', text: 'One', visibleWhen: 'true' }]);
    const value = fix({ body: [{ type: 'txet', text: 'One' }] });
    expect(value.words).toEqual(['Fix: “text”']);
    expect(value.shelf['body']).toEqual([{ type: 'text', text: 'One' }]);
    const name = fix({ body: [{ type: 'text', text: 'Name: ${data.shelf.nmae}.' }] });
    expect(name.words).toEqual(['Fix: “name”']);
    expect(name.shelf['body']).toEqual([{ type: 'text', text: 'Name: ${data.shelf.name}.' }]);
  });

  it('has no fix if the similar name is taken or none is similar', () => {
    expect(fix({ titel: 'Another' }).words).toEqual([]);
    expect(fix({ body: [{ type: 'text', text: '${data.shelf.elsewhere}' }] }).words).toEqual([]);
  });

  it('has no fix if only a person can decide', () => {
    const workspace = openWorkspace({ base: library({}) });
    expect(fixOf(workspace, { ...problem, line: 1, column: 1 })).toBeUndefined();
  });
});

const WRONG: Problem = {
  ...{ code: 'message/too-long', severity: 'error', file: 'screens/shelf.screen.json' },
  ...{ line: 1, column: 1, pointer: '/title', message: 'Too long.' },
};

it('a problem and its help are two sentences, whether the help is a phrase, a sentence or a question', () => {
  for (const help of ['split it', 'Split it.'])
    expect(sayProblem({ ...WRONG, help })).toBe('Too long. Split it.');
  expect(sayProblem({ ...WRONG, help: 'did you mean "a"?' })).toBe('Too long. Did you mean "a"?');
});

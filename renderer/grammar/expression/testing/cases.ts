import { expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import type { Compiled, StringProblem } from '../../type.ts';
import { compileExpression } from '../compile-expression.ts';
import type { ExpressionOptions } from '../expectation.ts';
import { library, unmark } from './library.ts';
import { typeName } from '../types.ts';

export interface CaseOptions extends ExpressionOptions {
  /** Paths that are already proven. */
  readonly proven?: readonly string[];
  /** Part of the problem's help. */
  readonly help?: string;
  /** Part of the problem's message. */
  readonly message?: string;
}

/** For a value that is absent as a whole if one of its parts is absent. */
export const VALUE: CaseOptions = { mayBeAbsent: true };

function compile(
  source: string,
  { proven, help: _help, message: _message, ...options }: CaseOptions,
): Compiled {
  return compileExpression(source, library(proven), options);
}

export function types(source: string, type: string, lowered?: Expression, options: CaseOptions = {}): void {
  it(`${type}: ${source}`, () => {
    const { typed, problems } = compile(source, options);
    expect(problems).toEqual([]);
    expect(typed && typeName(typed.type)).toBe(type);
    expect(typed?.absent).toBe(false);
    expect(typed?.lowered).toEqual(lowered ?? typed?.lowered);
  });
}

/** A value that may be absent. */
export function mayBeAbsent(
  source: string,
  type: string,
  lowered?: Expression,
  options: CaseOptions = {},
): void {
  it(`${type} or absent: ${source}`, () => {
    const { typed, problems } = compile(source, { ...VALUE, ...options });
    expect(problems).toEqual([]);
    expect(typed && typeName(typed.type)).toBe(type);
    expect(typed?.absent).toBe(true);
    expect(typed?.lowered).toEqual(lowered ?? typed?.lowered);
  });
}

/** Every problem has a message that is a sentence, and no empty help. */
export function expectWords({ message, help = 'none' }: Pick<StringProblem, 'message' | 'help'>): void {
  expect(message).toMatch(/[A-Za-z].*\.$/s);
  expect(help).not.toBe('');
}

/** Exactly one problem, with this code, at the location marked by «». */
export function refuses(marked: string, code: string, options: CaseOptions = {}): void {
  it(`${code}: ${marked}`, () => {
    const { source, at, length } = unmark(marked);
    const { typed, problems } = compile(source, options);
    expect(problems.map((problem) => [problem.code, problem.at, problem.length])).toEqual([
      [code, at, length],
    ]);
    expect(problems[0]?.severity).toBe('error');
    problems.forEach(expectWords);
    expect(typed).toBeUndefined();
    expect(problems[0]?.help ?? '').toContain(options.help ?? '');
    expect(problems[0]?.message).toContain(options.message ?? '');
  });
}

/** Accepted, with exactly one warning at the marked location. */
export function warns(marked: string, code: string, help?: string): void {
  it(`warns ${code}: ${marked}`, () => {
    const { source, at, length } = unmark(marked);
    const { typed, problems } = compile(source, {});
    const found = problems.map((problem) => [problem.code, problem.severity, problem.at, problem.length]);
    expect(found).toEqual([[code, 'warning', at, length]]);
    problems.forEach(expectWords);
    expect(typed).toBeDefined();
    expect(problems[0]?.help).toBe(help);
  });
}

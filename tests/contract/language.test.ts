import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import { compileExpression, compileValue } from '#renderer/grammar/expression/index.ts';
import type { StringProblem, Typed } from '#renderer/grammar/type.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import type { Value } from '#renderer/plan/expression.ts';
import { createScope } from '#renderer/plan/scope.ts';
import {
  context,
  dataOf,
  documentOf,
  type LanguageCase,
  languageCases,
  slotOf,
  type Verdict,
  VERDICTS,
} from './language-cases.ts';
import { rules } from './specification.ts';

interface Judged {
  readonly typed?: Typed | undefined;
  readonly problems: readonly (StringProblem & { readonly pointer?: string })[];
}

function judge(of: LanguageCase): Judged {
  const slot = slotOf(of);
  if (slot !== undefined) {
    return compileValue(of.subject, slot, context, { required: of.required ?? false });
  }
  const source = String(of.subject);
  if (of.as === 'condition') return compileExpression(source, context, { expected: { kind: 'boolean' } });
  return compileExpression(source, context, { mayBeAbsent: of.as === 'optional' });
}

const severityOf = (verdict: LanguageCase['verdict']) => (verdict === 'warned' ? 'warning' : 'error');

function holdDocument(of: LanguageCase, found: NonNullable<ReturnType<typeof documentOf>>): Verdict {
  const problems = checkProject(found.files);
  if (of.verdict === 'accepted') expect(problems).toEqual([]);
  if (problems.length === 0) return 'accepted';
  expect(problems.map(({ code, severity }) => [code, severity])).toEqual([[of.code, severityOf(of.verdict)]]);
  expect(found.places).toContain(`${problems[0]?.line}:${problems[0]?.column}`);
  return problems[0]?.severity === 'error' ? 'refused' : 'warned';
}

function holdSource(of: LanguageCase): Verdict {
  const { typed, problems } = judge(of);
  if (of.verdict === 'accepted') expect(problems).toEqual([]);
  else {
    const mark = of.mark ?? { pointer: of.at ?? '', at: 0, length: 0 };
    const pointer = slotOf(of) === undefined ? {} : { pointer: mark.pointer };
    expect(problems).toMatchObject([
      { code: of.code, severity: severityOf(of.verdict), ...pointer, at: mark.at, length: mark.length },
    ]);
    expect(problems).toHaveLength(1);
  }
  if (typed === undefined) return 'refused';
  if (of.value !== undefined) {
    const result = evaluate(typed.lowered, createScope(dataOf(of) as { readonly [root: string]: Value }));
    expect(result ?? null).toEqual(of.value);
  }
  return problems.length === 0 ? 'accepted' : 'warned';
}

describe('each case of fixtures/language has the expected verdict, code and position', () => {
  it.each(languageCases.map((of) => [of.rule, of.written, of.verdict, of] as const))(
    '%s: %s is %s',
    (_rule, _written, _verdict, of) => {
      const found = documentOf(of);
      expect(found === undefined ? holdSource(of) : holdDocument(of, found)).toBe(of.verdict);
    },
  );
});

describe('there are at least 300 cases; each rule has an accepted and a refused case, and at most twelve', () => {
  it('there are at least 300', () => {
    const counts = VERDICTS.map((verdict) => [
      verdict,
      languageCases.filter((of) => of.verdict === verdict).length,
    ]);
    const values = languageCases.filter((of) => of.value !== undefined).length;
    console.info(
      `language: ${rules.length} rules, ${languageCases.length} cases`,
      Object.fromEntries(counts),
      `${values} computed`,
    );
    expect(languageCases.length).toBeGreaterThanOrEqual(300);
  });

  it('no case is written twice', () => {
    const keys = languageCases.map((of) => JSON.stringify({ ...of, rule: undefined }));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  const judged = rules.filter(({ holds }) => holds === 'cases');

  it.each(judged.map(({ id }) => id))(
    'the rule %s has an accepted and a refused case, and at most twelve',
    (id) => {
      const own = languageCases.filter(({ rule }) => rule === id);
      expect(own.filter(({ verdict }) => verdict === 'accepted').length).toBeGreaterThan(0);
      expect(own.filter(({ verdict }) => verdict !== 'accepted').length).toBeGreaterThan(0);
      expect(own.length).toBeLessThanOrEqual(12);
    },
  );

  it('a refused case names its code and a rule', () => {
    const ids = new Set(judged.map(({ id }) => id));
    expect(languageCases.filter(({ rule }) => !ids.has(rule))).toEqual([]);
    expect(
      languageCases.filter(({ verdict, code }) => (verdict === 'accepted') !== (code === undefined)),
    ).toEqual([]);
  });
});

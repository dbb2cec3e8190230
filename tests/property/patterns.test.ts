import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library } from '#renderer/grammar/testing.ts';
import { limits } from '#renderer/plan/limits.generated.ts';
import { matchPattern, parsePattern } from '#renderer/plan/pattern.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { ORDINARY_PATTERNS, PATTERN_ATTACKS, type PatternAttack, WIDE_PATTERNS } from './pattern-attacks.ts';
import { BY_NUMBER, LONG } from './settings.ts';

/*
 * Check 18: no accepted pattern can hang a page. Attacks of eight classes, each slow on the host's engine, are refused, or
 * matched in time linear in the value.
 */

/** Maximum length of a text in a definition; a form's field can be as long. */
const LENGTH = limits.text;
/** Maximum CPU time of one match. */
const MOST_MS = 50;

/** A naive check by shape: it knows only a repetition in a repetition. */
const lookAtShape = (pattern: string): boolean => !/\([^()]*[+*]\)[+*]/.test(pattern);

interface Answer {
  readonly taken: boolean;
  readonly milliseconds: number;
}

function answer({ pattern, attack }: PatternAttack): Answer {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return { taken: false, milliseconds: 0 };
  const value = attack(LENGTH);
  const times = Array.from({ length: BY_NUMBER ? 3 : 1 }, () => {
    const began = process.cpuUsage();
    matchPattern(parsed, value);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  });
  return { taken: true, milliseconds: Math.min(...times) };
}

/** Whether the host's engine takes longer than `limit`, or its time grows far faster than the value. */
function isSlow({ pattern, attack }: PatternAttack, limit = 50): boolean {
  const whole = `^(?:${pattern})$`;
  for (const length of [28, 60, 200, 2_000, LENGTH]) {
    try {
      runInNewContext(
        'new RegExp(pattern).test(value)',
        { pattern: whole, value: attack(length) },
        { timeout: limit },
      );
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    }
  }
  return false;
}

const attacks = LONG || BY_NUMBER ? PATTERN_ATTACKS : PATTERN_ATTACKS.filter((_, at) => at % 5 === 0);

/** Patterns in this project: of screens, contracts, fixtures and the grammar's names. */
function ownPatterns(): string[] {
  const found = new Set<string>();
  for (const folder of ['screens', 'schemas/api', 'fixtures/widgets', 'fixtures/consumer', 'docs/reference'])
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || !/\.(json|md)$/.test(file.name)) continue;
      const text = readFileSync(join(file.parentPath, file.name), 'utf8');
      for (const [, written] of text.matchAll(/"rule": "pattern"[^}]*?"pattern": ("(?:[^"\\]|\\.)*")/g))
        found.add(JSON.parse(written as string) as string);
    }
  return [...found].filter((pattern) => !pattern.includes('(?='));
}

describe('a pattern that could hang a page', () => {
  it('is refused, or matches the longest text in time', { timeout: 120_000 }, () => {
    const wide = BY_NUMBER || LONG ? WIDE_PATTERNS : WIDE_PATTERNS.slice(0, 6);
    const answers = [...attacks, ...wide].map((attack) => ({ ...attack, ...answer(attack) }));
    const taken = answers.filter((one) => one.taken);
    const slowest = Math.max(...taken.map(({ milliseconds }) => milliseconds));
    reportFigures({
      ...{ check: 18, attacks: answers.length, refused: answers.length - taken.length, taken: taken.length },
      ...{ slowestMs: slowest, over: taken.filter(({ milliseconds }) => milliseconds > MOST_MS).length },
      classes: Object.fromEntries(
        [...new Set(answers.map((one) => one.class))].map((kind) => [
          kind,
          answers.filter((one) => one.class === kind).length,
        ]),
      ),
    });
    expect(PATTERN_ATTACKS.length).toBeGreaterThanOrEqual(600);
    // Features that need backtracking or look around are not in the language.
    const refused = new Set(['look-around', 'back-references', 'lazy quantifiers']);
    expect(taken.filter((one) => refused.has(one.class))).toEqual([]);
    if (BY_NUMBER) expect(taken.filter(({ milliseconds }) => milliseconds > MOST_MS)).toEqual([]);
  });

  it('is slow in the engine of the host, else the test would prove nothing', { timeout: 300_000 }, () => {
    const some = LONG ? attacks : attacks.filter((_, at) => at % (BY_NUMBER ? 16 : 8) === 0);
    const quick = some.filter((attack) => !isSlow(attack));
    reportFigures({
      check: 18,
      part: 'slow on the host',
      tried: some.length,
      slow: some.length - quick.length,
    });
    expect(quick.map(({ class: kind, pattern }) => `${kind} ${pattern}`)).toEqual([]);
  });

  it('the check detects a page that runs a pattern that only looks harmless in the browser’s engine', () => {
    const passed = attacks.filter(({ pattern }) => lookAtShape(pattern));
    const hung = passed.filter((_, at) => at % 10 === 0).filter((attack) => isSlow(attack));
    expect(hung.length).toBeGreaterThan(0);
  });
});

describe('a pattern that is needed', () => {
  it('is accepted', () => {
    const own = [...new Set([...ORDINARY_PATTERNS, ...ownPatterns()])];
    const refused = own.filter((pattern) => parsePattern(pattern) === undefined);
    reportFigures({ check: 18, part: 'ordinary', patterns: own.length, refused: refused.length });
    expect(refused).toEqual([]);
    expect(own.length).toBeGreaterThanOrEqual(100);
  });

  it('is refused when published if it is longer than the limit, or too large when expanded', () => {
    const publish = (pattern: string) => {
      const rules = [{ rule: 'pattern', message: 'No', pattern }];
      const field = { type: 'text-field', name: 'reader', label: 'Name', rules };
      const send = { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'f' }] } };
      return compileProject(library({ body: [{ type: 'form', id: 'f', body: [field, send] }] }))
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ code }) => code);
    };
    expect(publish('a'.repeat(limits.pattern))).toEqual([]);
    expect(publish('a'.repeat(limits.pattern + 1))).toEqual(['property/too-long']);
    expect(publish('(?:(?:a{9}){99}){9}')).toEqual(['rule/bad-pattern']);
  });
});

import { isJson, type Json } from '#renderer/grammar/json.ts';
import { isEmail, isPhone } from '#renderer/plan/contact.ts';
import { pattern as MOST_CHARACTERS } from '#renderer/plan/limit-values.generated.ts';
import { matchPattern, parsePattern } from '#renderer/plan/pattern.ts';

/* Named patterns for rules, and examples for patterns that a person writes. */

interface NamedPattern {
  readonly title: string;
  /** Members of the rule. Mobile numbers and email addresses have their own rules, which also normalize the value. */
  readonly rule: { readonly rule: string; readonly pattern?: string };
  /** Proposed message. */
  readonly message: string;
  readonly passes: string;
  readonly fails: string;
}

export const PATTERNS: readonly NamedPattern[] = [
  {
    ...{ title: 'A mobile number', rule: { rule: 'phone' }, message: 'Enter a mobile number' },
    ...{ passes: '09171234567', fails: '12345' },
  },
  {
    ...{ title: 'An email address', rule: { rule: 'email' }, message: 'Enter an email address' },
    ...{ passes: 'ana@example.com', fails: 'ana@' },
  },
  {
    ...{ title: 'Letters and digits', rule: { rule: 'pattern', pattern: '^[A-Za-z0-9]+$' } },
    ...{ message: 'Use letters and digits only', passes: 'AB12', fails: 'AB-12' },
  },
  {
    ...{ title: 'Digits', rule: { rule: 'pattern', pattern: '^[0-9]+$' } },
    ...{ message: 'Use digits only', passes: '1234', fails: '12 34' },
  },
];

/** The message of a new rule, until a person writes one. */
export const FIRST_MESSAGE = 'Check this value';

/** The named pattern of a rule; undefined if a person wrote the pattern. */
export function namedPatternOf(rule: Json): NamedPattern | undefined {
  return PATTERNS.find(
    (one) =>
      one.rule.rule === rule['rule'] &&
      (one.rule.pattern === undefined || one.rule.pattern === rule['pattern']),
  );
}

/**
 * The members of a rule that change when another pattern is chosen; a member that is undefined is removed. A message
 * that a person wrote stays.
 *
 * @param named - Undefined: the person's own pattern, which begins as the current one.
 */
export function choosePattern(before: Json, named: NamedPattern | undefined): Json {
  const { message } = before;
  const isProposed =
    message === '' || message === FIRST_MESSAGE || PATTERNS.some((one) => one.message === message);
  const written = typeof before['pattern'] === 'string' ? before['pattern'] : '^.+$';
  const rule = named?.rule ?? { rule: 'pattern', pattern: written };
  return {
    rule: rule.rule,
    pattern: rule.pattern,
    ...(rule.rule !== 'phone' && { kind: undefined }),
    ...(isProposed && named !== undefined && { message: named.message }),
  };
}

/** Whether a text passes a rule, as pages check it. */
export function passes(rule: Json, text: string): boolean {
  switch (rule['rule']) {
    case 'email':
      return isEmail(text);
    case 'phone':
      return isPhone(text, rule['kind'] ?? 'ph');
    default:
      const parsed = parsePattern(String(rule['pattern'] ?? ''));
      return parsed !== undefined && matchPattern(parsed, text);
  }
}

/** A number of the other kind of phone rules. */
const SPEC_NUMBER = '13812345678';

/** Names a text that the rule accepts and one that it refuses; empty if the rule treats these examples in another way. */
export function sayExample(rule: Json, named: NamedPattern): string {
  const good = [named.passes, SPEC_NUMBER].find((text) => passes(rule, text));
  return good === undefined || passes(rule, named.fails)
    ? ''
    : `“${good}” passes, “${named.fails}” does not.`;
}

/** Why pages do not accept a pattern; undefined if they do. */
export function findPatternFault(pattern: string): string | undefined {
  if (pattern === '') return 'Enter a pattern.';
  if (pattern.length > MOST_CHARACTERS) return `A pattern has at most ${MOST_CHARACTERS} characters.`;
  if (parsePattern(pattern) !== undefined) return undefined;
  if (/\(\?[^:]|\\[1-9k]/.test(pattern))
    return 'This pattern can be slow, so pages do not accept it: it looks ahead or back, as with (?=a), or refers to an earlier match, as with \\1.';
  return 'Pages cannot read this pattern: a bracket is not closed, a sign such as + has nothing before it, or it repeats too often.';
}

/** Texts that must pass a rule, and texts that must not. They are stored in the rule; pages ignore them. */
export interface Examples {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
}

/** Name of the member that has the examples. */
export const EXAMPLES = 'x-examples';

/** @returns undefined if the member has another shape. */
export function readExamples(rule: Json): Examples | undefined {
  const { [EXAMPLES]: written = {} } = rule;
  if (!isJson(written) || Object.keys(written).some((name) => name !== 'pass' && name !== 'fail'))
    return undefined;
  const [pass, fail] = [written['pass'] ?? [], written['fail'] ?? []];
  return areTexts(pass) && areTexts(fail) ? { pass, fail } : undefined;
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** @returns the value of the member; undefined without examples. */
export function writeExamples({ pass, fail }: Examples): Json | undefined {
  if (pass.length + fail.length === 0) return undefined;
  return { ...(pass.length > 0 && { pass }), ...(fail.length > 0 && { fail }) };
}

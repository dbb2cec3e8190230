import type { Problem } from '#renderer/plan/problem.ts';

/** What a missing name is called, by its root or by the kind of record in the message of the checker. */
const ROOT_WORDS: { readonly [root: string]: string } = {
  data: 'the data',
  params: 'the parameter',
  state: 'the state',
  values: 'the named value',
  form: 'the form',
  overlay: 'the sheet or dialog',
};

/** Messages of the checker about a name that the document does not have. */
const UNKNOWN = [
  /^"(data|params|state|values)" has no member "(.+)"\.$/,
  /^There is no (data|form|overlay) "(.+)"\.$/,
];

/** Maximum number of other problems to quote; the rest are counted. */
const MOST = 2;

/** The errors that an inserted node adds, as sentences. The first one lists the names that its new document lacks. */
export function sayMissing(problems: readonly Problem[]): readonly string[] {
  const missing = new Set<string>();
  const others = new Set<string>();
  for (const { message } of problems) {
    const [, root = '', name = ''] = UNKNOWN.map((one) => one.exec(message)).find(Boolean) ?? [];
    if (name === '') others.add(message);
    else missing.add(`${ROOT_WORDS[root]} “${name}”`);
  }
  const told = [...others].slice(0, MOST);
  const left = others.size - told.length;
  return [
    ...(missing.size > 0 ? [`Missing here: ${[...missing].join(', ')}.`] : []),
    ...told,
    ...(left > 0 ? [`And ${left} more ${left === 1 ? 'problem' : 'problems'}.`] : []),
  ];
}

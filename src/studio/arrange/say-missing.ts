import type { Problem } from '#renderer/plan/problem.ts';

/** What the names of a screen are called, by their root and by the kind of record. */
const CALLED: { readonly [root: string]: string } = {
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

/** Other problems that are told one by one; the rest is in the list of problems. */
const MOST = 2;

/** The errors that an inserted node adds, as sentences: first the names that its new document does not have. */
export function sayMissing(problems: readonly Problem[]): readonly string[] {
  const missing = new Set<string>();
  const others = new Set<string>();
  for (const { message } of problems) {
    const [, root = '', name = ''] = UNKNOWN.map((one) => one.exec(message)).find(Boolean) ?? [];
    if (name === '') others.add(message);
    else missing.add(`${CALLED[root]} “${name}”`);
  }
  const told = [...others].slice(0, MOST);
  const left = others.size - told.length;
  return [
    ...(missing.size > 0 ? [`Missing here: ${[...missing].join(', ')}.`] : []),
    ...told,
    ...(left > 0 ? [`And ${left} more ${left === 1 ? 'problem' : 'problems'}.`] : []),
  ];
}

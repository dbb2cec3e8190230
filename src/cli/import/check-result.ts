import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { checkProject } from '#renderer/grammar/check.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { EMPTY_APP } from '../new/empty-app.ts';
import type { Imported } from './import-schema.ts';

/** A minimal application: an imported screen refers to nothing in it. */
const APP = {
  $schema: '../schemas/app.schema.json',
  grammar: GRAMMAR,
  languages: { default: 'source', list: ['source'] },
  ...EMPTY_APP,
  failures: {},
};

/** Problems that `capiz check` will report for the result; most often it is too large. */
export function findErrors({ screen, endpoint }: Imported, id: string): readonly Problem[] {
  const problems = checkProject([
    { path: 'screens/app.json', text: JSON.stringify(APP) },
    { path: `screens/${id}.screen.json`, text: printDocument(screen) },
    { path: `schemas/api/${id}.endpoint.json`, text: printDocument(endpoint) },
  ]);
  return problems.filter(({ severity }) => severity === 'error');
}

export function printDocument(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

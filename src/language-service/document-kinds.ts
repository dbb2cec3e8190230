import { documentKind } from '#renderer/grammar/world.ts';

const FIXTURES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['scenario', /^fixtures\/scenarios\/[^/]+\.json$/],
  ['states', /^fixtures\/states\/(?:sets\/)?[^/]+\.json$/],
  ['scripts', /^fixtures\/scripts\/[^/]+\.json$/],
  ['service', /^fixtures\/service\.json$/],
];

/** The name of the schema of a document or a fixture: `screen` for `screen.schema.json`; undefined for other files. */
export function schemaKind(path: string): string | undefined {
  return documentKind(path)?.kind ?? FIXTURES.find(([, pattern]) => pattern.test(path))?.[0];
}

/** Whether a kind is one of fixtures. */
export function isFixtureKind(kind: string): boolean {
  return FIXTURES.some(([one]) => one === kind);
}

/** Members of fixtures whose member names are endpoints. */
export const BY_ENDPOINT: ReadonlySet<string> = new Set([
  ...['replies', 'otherReplies', 'behaviour', 'answers', 'handlers', 'checks', 'anybody'],
]);

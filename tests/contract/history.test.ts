import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '#renderer/grammar/codes.ts';
import { migrateProject } from '#renderer/grammar/migrate/migrate.ts';
import { MIGRATIONS } from '#renderer/grammar/migrate/migrations.ts';
import { analyzeProject } from '#renderer/grammar/project.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { readPacked } from '../keep-reader.mjs';

const HISTORY = join(import.meta.dirname, '../../fixtures/history');
const kept = readdirSync(HISTORY);

/**
 * Members that contracts have marked `public` since grammar 3. A release without the mark is still served, but cannot be
 * made again.
 */
const PUBLIC: { readonly [path: string]: readonly string[] } = {
  'schemas/api/contact-info.endpoint.json': ['email', 'smWa'],
  'schemas/api/order-details.endpoint.json': ['telephone'],
};

function open(name: string): { readonly path: string; readonly text: string }[] {
  const isMarked = Number.parseInt(name, 10) >= 3;
  return [...readPacked(join(HISTORY, name))].map(([path, bytes]) => {
    const members = !isMarked && Object.hasOwn(PUBLIC, path) ? (PUBLIC[path] ?? []) : [];
    const text = members.reduce(
      (before, member) => before.replace(`"${member}": {`, `"${member}": { "public": true,`),
      bytes.toString('utf8'),
    );
    return { path, text };
  });
}

/**
 * Later rules that hold for documents of every grammar; otherwise an author could avoid them by an earlier grammar
 * number. A document that they refuse cannot be published again, but is still read.
 */
const FOR_ALL: readonly string[] = [
  'action/not-begun',
  'request/not-critical',
  'endpoint/upload-effect',
  'endpoint/once',
] satisfies readonly ProblemCode[];

function plansOf(files: readonly { readonly path: string; readonly text: string }[]): string {
  const { app, screens, problems } = analyzeProject(files);
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.filter(({ code }) => !FOR_ALL.includes(code))).toEqual([]);
  const plans = Object.values(screens).map(({ plan }) => plan);
  expect(plans.length).toBeGreaterThan(30);
  return JSON.stringify([app, plans], (name, value: unknown) => (name === 'done' ? outcomeOf(value) : value));
}

/**
 * The outcome of a critical request, whose two ways to write it since grammar 5 mean the same as two of earlier grammars: `done` and `failed`
 * "true" are one condition that is true or false; `done` alone is an item that is there or not.
 */
function outcomeOf(done: unknown): unknown {
  const [operation, first, second] = Array.isArray(done) ? (done as unknown[]) : [];
  if (operation === 'choose' && Array.isArray(first) && JSON.stringify(second) === '[true,false]')
    return first[0];
  if (operation !== 'at' || second !== 0 || !Array.isArray(first)) return done;
  const [filter, list, , condition] = first as unknown[];
  const isOnlyTrue = filter === 'filter' && JSON.stringify(list) === '["list",true]';
  return isOnlyTrue ? ['choose', [condition, true]] : done;
}

describe('definitions of every earlier grammar', () => {
  it('are stored', () => {
    expect(kept).toEqual(Array.from({ length: GRAMMAR - 1 }, (_, at) => `${at + 1}.json.br`));
  });

  it.each(kept)('can be read, and mean the same after migration: %s', (name) => {
    const files = open(name);
    const migrated = new Map(migrateProject(files, MIGRATIONS).map(({ path, after }) => [path, after]));
    expect(migrated.size).toBeGreaterThan(30);
    const later = files.map(({ path, text }) => ({ path, text: migrated.get(path) ?? text }));
    expect(plansOf(later)).toBe(plansOf(files));
  });
});

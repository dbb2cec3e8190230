import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProject, serializePlan } from '#renderer/grammar/compile.ts';
import { type Renaming, renameInProject } from '#renderer/grammar/rename.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { LONG, SEED } from './settings.ts';

const files = readProjectFiles(join(import.meta.dirname, '../..'));
const before = compileProject(files);
const NEW = 'freshname';

/** Everything of the shipped project that can be renamed. */
const renamings: Renaming[] = files.flatMap(({ path, text }): Renaming[] => {
  const kind = /\.(screen|part)\.json$/.exec(path)?.[1];
  if (kind !== 'screen' && kind !== 'part') return [];
  const document = JSON.parse(text) as { readonly id: string; readonly state?: object };
  const states = Object.keys(document.state ?? {}).map(
    (from): Renaming => ({ kind: 'state', file: path, from, to: NEW }),
  );
  return [{ kind, from: document.id, to: NEW }, ...states, ...fieldsOf(document, path, undefined)];
});

function fieldsOf(value: unknown, file: string, form: string | undefined): Renaming[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as { readonly [name: string]: unknown };
  const isGrouped = node['type'] === 'group' || node['type'] === 'repeat' || node['type'] === 'fields';
  const around = node['type'] === 'form' ? String(node['id']) : isGrouped ? undefined : form;
  const own: Renaming[] =
    around !== undefined && typeof node['name'] === 'string' && typeof node['type'] === 'string'
      ? [{ kind: 'field', file, form: around, from: node['name'], to: NEW }]
      : [];
  return [...own, ...Object.values(node).flatMap((member) => fieldsOf(member, file, around))];
}

/** A plan as it would be had the name stayed. */
function restored(plan: Parameters<typeof serializePlan>[0], from: string): string {
  const text = serializePlan(plan).replaceAll(NEW, from);
  return serializePlan(JSON.parse(text) as Parameters<typeof serializePlan>[0]);
}

describe('issue F 3: after a random rename the project is clean and its plans are equal up to the name', () => {
  it('there is much to rename', () => {
    expect(new Set(renamings.map(({ kind }) => kind))).toEqual(new Set(['screen', 'part', 'state', 'field']));
    expect(renamings.length).toBeGreaterThan(80);
  });

  it(
    'of the shipped project',
    () => {
      fc.assert(
        fc.property(fc.constantFrom(...renamings), (renaming) => {
          const renamed = renameInProject(files, renaming);
          if (typeof renamed === 'string') throw new Error(`${JSON.stringify(renaming)}: ${renamed}`);
          const after = compileProject(renamed.files);
          expect(after.problems).toEqual(
            before.problems.map((problem) => ({
              ...problem,
              file: renamed.moved.get(problem.file) ?? problem.file,
            })),
          );
          const { from } = renaming;
          const plans = [...after.plans].map(
            ([id, plan]) => [id === NEW ? from : id, restored(plan, from)] as const,
          );
          // Ids that were made of the place a part stands in keep their order, names do not: by id.
          expect(new Map(plans)).toEqual(
            new Map([...before.plans].map(([id, plan]) => [id, serializePlan(plan)] as const)),
          );
          expect(renamed.files.some(({ text }) => text.includes(NEW))).toBe(true);
        }),
        { seed: SEED, numRuns: LONG ? 200 : 2 },
      );
    },
    LONG ? 3_600_000 : 30_000,
  );
});

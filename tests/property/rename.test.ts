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

/** Everything in the shipped project that can be renamed. */
const renamings: Renaming[] = files.flatMap(({ path, text }): Renaming[] => {
  const endpoint = /([^/]+)\.endpoint\.json$/.exec(path)?.[1];
  if (endpoint !== undefined) return membersOf(JSON.parse(text) as Contract, endpoint);
  const kind = /\.(screen|part)\.json$/.exec(path)?.[1];
  if (kind !== 'screen' && kind !== 'part') return [];
  const document = JSON.parse(text) as { readonly id: string; readonly state?: object };
  const states = Object.keys(document.state ?? {}).map(
    (from): Renaming => ({ kind: 'state', file: path, from, to: NEW }),
  );
  return [{ kind, from: document.id, to: NEW }, ...states, ...fieldsOf(document, path, undefined, [])];
});

interface Contract {
  readonly request?: Type;
  readonly reply?: Type | string;
}
interface Type {
  readonly properties?: { readonly [name: string]: Type };
  readonly items?: Type;
}

function membersOf({ request, reply }: Contract, endpoint: string): Renaming[] {
  return [
    ...Object.keys(request?.properties ?? {}).map(
      (from): Renaming => ({ kind: 'request', endpoint, from, to: NEW }),
    ),
    ...(typeof reply === 'object' ? placesIn(reply, '') : []).map(
      (from): Renaming => ({ kind: 'reply', endpoint, from, to: NEW }),
    ),
  ];
}

function placesIn({ properties, items }: Type, path: string): string[] {
  const own = Object.entries(properties ?? {}).flatMap(([name, type]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [at, ...placesIn(type, at)];
  });
  return [...own, ...(items === undefined ? [] : placesIn(items, `${path}[]`))];
}

/**
 * Expected refusals: members that the engine knows by name, or that share a name with a value of another contract used in the
 * same position.
 */
const REFUSED =
  /^"freshname" cannot be the name: .*(is expected here|does not (take|say|answer)|The default is|This is no record)/;

function fieldsOf(
  value: unknown,
  file: string,
  form: string | undefined,
  groups: readonly string[],
): Renaming[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as { readonly [name: string]: unknown };
  const { type, name } = node;
  // Supplied fields have their own names.
  const around = type === 'form' ? String(node['id']) : type === 'fields' ? undefined : form;
  const own: Renaming[] =
    around !== undefined && typeof name === 'string' && typeof type === 'string'
      ? [{ kind: 'field', file, form: around, groups, from: name, to: NEW }]
      : [];
  const inside = type === 'group' || type === 'repeat' ? [...groups, String(name)] : groups;
  return [...own, ...Object.values(node).flatMap((member) => fieldsOf(member, file, around, inside))];
}

/** The plan with the old name. */
function restored(plan: Parameters<typeof serializePlan>[0], from: string): string {
  const text = serializePlan(plan).replaceAll(NEW, from);
  return serializePlan(JSON.parse(text) as Parameters<typeof serializePlan>[0]);
}

describe('after a random rename the project has no problems and its plans are equal except for the name', () => {
  it('there are many names to rename', () => {
    expect(new Set(renamings.map(({ kind }) => kind))).toEqual(
      new Set(['screen', 'part', 'state', 'field', 'reply', 'request']),
    );
    expect(renamings.length).toBeGreaterThan(300);
  });

  it.each<readonly [string, ReadonlySet<Renaming['kind']>]>([
    ['names in definitions', new Set(['screen', 'part', 'state', 'field'] as const)],
    ['request members of an endpoint', new Set(['request'] as const)],
    ['reply members of an endpoint', new Set(['reply'] as const)],
  ])(
    '%s',
    (_what, kinds) => {
      const those = renamings.filter(({ kind }) => kinds.has(kind));
      fc.assert(
        fc.property(fc.constantFrom(...those), (renaming) => {
          const renamed = renameInProject(files, renaming);
          if (typeof renamed === 'string') {
            if (renaming.kind === 'reply' || renaming.kind === 'request') fc.pre(!REFUSED.test(renamed));
            throw new Error(`${JSON.stringify(renaming)}: ${renamed}`);
          }
          const after = compileProject(renamed.files);
          expect(after.problems.map(withoutPlace)).toEqual(
            before.problems
              .map((problem) => ({ ...problem, file: renamed.moved.get(problem.file) ?? problem.file }))
              .map(withoutPlace),
          );
          const from = renaming.from.split('.').at(-1) ?? '';
          const plans = [...after.plans].map(
            ([id, plan]) => [id === NEW ? from : id, restored(plan, from)] as const,
          );
          // Ids made from a part's position keep their order, names do not, so compare by id.
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

  /** A mapping added to a contract moves the lines below it. */
  function withoutPlace({ line: _line, ...problem }: (typeof before.problems)[number]): object {
    return problem;
  }
});

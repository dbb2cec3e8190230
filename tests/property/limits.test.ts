import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import limits from '#schemas/limits.json';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { createRegistryApi } from '#src/server/registry/api.ts';
import { type Database, openDatabase } from '#src/server/registry/database.ts';
import type { RegistryRefusal } from '#src/server/registry/failures.ts';
import { makeRelease } from '#src/server/registry/releases.ts';
import { by, smallProject } from '#src/server/registry/testing.ts';
import { createStaffToken } from '#src/server/staff/tokens.ts';
import { reportFigures } from '#tests/reliability/figures.ts';

/* Check 4, limits: the server accepts exactly the numbers in schemas/limits.json, and refuses one more. */

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:');
});
afterAll(() => database.close());

const SHELF = 'screens/shelf.screen.json';

/** Error codes for a release of these documents; empty if the release is accepted. */
async function refuse(files: Map<string, Buffer>, make = makeRelease): Promise<readonly string[]> {
  try {
    await make(database, { bytes: files, ...by('ana') });
    return [];
  } catch (error) {
    const { problems } = error as RegistryRefusal;
    if (problems === undefined) throw error;
    return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  }
}

const saying = (text: string): ScreenText => ({ body: [{ type: 'text', text }] });
/** Maximum number of nodes in one list, from `node.schema.json`. */
const LIST = 200;
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Splits nodes into lists of allowed length. */
function inSections(nodes: readonly object[]): ScreenText {
  const sections = times(Math.ceil(nodes.length / LIST), (at) => ({
    type: 'section',
    body: nodes.slice(at * LIST, (at + 1) * LIST),
  }));
  return { params: {}, data: {}, body: sections };
}

/** A screen of nested lists and records. */
function nested(levels: number): ScreenText {
  const section = (level: number): object =>
    level === levels
      ? { type: 'text', text: 'Inside' }
      : { type: 'section', body: level + 1 === levels ? [] : [section(level + 2)] };
  // The document is the first level, its body the second.
  return { body: [section(3)] };
}

const shownWhen = (visibleWhen: string): ScreenText => ({
  body: [{ type: 'text', text: 'Words', visibleWhen }],
});

/** Makes a project with this count, by limit. */
const MAKERS: { readonly [limit in keyof typeof limits]?: (count: number) => Map<string, Buffer> } = {
  bytes(count) {
    const files = smallProject(saying('Words'));
    const text = files.get(SHELF)?.toString() ?? '';
    return files.set(SHELF, Buffer.from(text.padEnd(count)));
  },
  depth: (count) => smallProject(nested(count)),
  nodes(count) {
    const sections = Math.ceil(count / (LIST + 1));
    return smallProject(inSections(times(count - sections, () => ({ type: 'section', body: [] }))));
  },
  // The title of the screen is one of the expressions.
  expressions: (count) =>
    smallProject(inSections(times(count - 1, (at) => ({ type: 'text', text: `Line ${at}` })))),
  id: (count) => smallProject({ body: [{ type: 'text', id: 'i'.repeat(count), text: 'Words' }] }),
  text: (count) => smallProject(saying('w'.repeat(count))),
  expressionLength: (count) => smallProject(shownWhen(`data.shelf.name == '${'w'.repeat(count - 21)}'`)),
  expressionDepth: (count) =>
    smallProject(shownWhen(`${'('.repeat(count)}config.desk.open${')'.repeat(count)}`)),
};

const CODES: { readonly [limit in keyof typeof limits]?: string } = {
  bytes: 'parse/too-large',
  depth: 'parse/too-deep',
  nodes: 'limit/nodes',
  expressions: 'limit/expressions',
  id: 'property/too-long',
  text: 'property/too-long',
  expressionLength: 'property/too-long',
  expressionDepth: 'expression/too-deep',
};

describe('a limit of schemas/limits.json', () => {
  it.each(Object.keys(MAKERS) as (keyof typeof limits)[])(
    '%s: the limit is accepted, one more is refused',
    async (name) => {
      const make = MAKERS[name];
      if (make === undefined) throw new Error('No maker.');
      const [taken, refused] = [await refuse(make(limits[name])), await refuse(make(limits[name] + 1))];
      reportFigures({ check: 4, part: 'limits', limit: name, accepted: limits[name], refused });
      expect(taken).toEqual([]);
      expect(refused).toEqual([CODES[name]]);
    },
  );

  it('the check detects a part with a different limit', async () => {
    vi.resetModules();
    vi.doMock('#renderer/plan/limits.generated.ts', () => ({
      limits: { ...limits, nodes: limits.nodes / 2 },
    }));
    try {
      const narrow = await import('#src/server/registry/releases.ts');
      const files = MAKERS.nodes?.(limits.nodes) ?? new Map<string, Buffer>();
      expect(await refuse(files, narrow.makeRelease)).toEqual(['limit/nodes']);
    } finally {
      vi.doUnmock('#renderer/plan/limits.generated.ts');
      vi.resetModules();
    }
  });
});

const DEEP = 100_000;

describe('JSON that is 100,000 lists deep', () => {
  it('is refused as a document at the depth limit, and not read further', async () => {
    const files = smallProject().set(SHELF, Buffer.from('['.repeat(DEEP) + ']'.repeat(DEEP)));
    const error: unknown = await makeRelease(database, { bytes: files, ...by('ana') }).catch(
      (why: unknown) => why,
    );
    const [problem] = (error as RegistryRefusal).problems?.filter(({ file }) => file === SHELF) ?? [];
    expect(problem).toMatchObject({ code: 'parse/too-deep', line: 1, column: limits.depth + 1 });
  });

  it('is refused as the body of a call', async () => {
    const token = (await createStaffToken(database, 0)) ?? '';
    const api = createRegistryApi({ database, now: () => 5_000, afterChange: () => Promise.resolve() });
    const post = (body: string) =>
      api.request('/capiz/api/v1/releases', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,

          'Content-Type': 'application/json',
        },
        body,
      });
    const deep = '['.repeat(DEEP) + ']'.repeat(DEEP);
    for (const body of [
      deep,
      `{"reason":"A test.","files":${deep}}`,
      `{"reason":"A test.","files":{"a":${deep}}}`,
    ])
      expect((await post(body)).status).toBe(400);
  });
});

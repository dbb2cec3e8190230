import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '#src/assistant/mcp-server.ts';
import { TOOLS } from '#src/assistant/tools.ts';
import type { StateRenderer } from '#src/assistant/workspace.ts';
import { FolderWorkspace } from '#src/cli/mcp/folder-workspace.ts';
import { readFolder } from '#src/cli/mcp/folder-files.ts';
import { createMcpRoutes, MCP_ADDRESS } from '#src/server/mcp/mcp-routes.ts';
import { openDatabase, type Database } from '#src/server/registry/database.ts';
import { composeForReading, listDrafts, readDraft } from '#src/server/registry/drafts.ts';
import { readBytes, readManifest } from '#src/server/registry/manifests.ts';
import { makeRelease, publish } from '#src/server/registry/releases.ts';
import { by, smallProject } from '#src/server/registry/testing.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { isProjectPath, variantName } from '#src/shared/project-paths.ts';

/* Any sequence of calls, sensible or hostile, leaves a draft that can be opened and undone, and no call throws. */

const CALLS = process.env['CAPIZ_LONG'] === '1' ? 10_000 : 200;
/** The ten thousand calls take 17 minutes on two busy cores. */
const LONGEST_MS = 1_800_000;
/** Calls of one session. */
const SESSION = 40;

const SHELF = 'screens/shelf.screen.json';
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constant(SHELF) },
  fc.constantFrom(
    ...[
      'screens/app.json',
      'screens/book.screen.json',
      'screens/new.screen.json',
      'screens/parts/a.part.json',
    ],
    ...['screens/messages/fil-PH.json', 'schemas/api/x.endpoint.json', 'fixtures/variants/v.json'],
    ...[
      'fixtures/states/shelf.json',
      '../out.screen.json',
      '/etc/passwd',
      'screens/assets/a.svg',
      '__proto__',
    ],
    ...['screens/a\0.screen.json', 'screens/..screen.json', 'SCREENS/app.json', '', ' '],
  ),
  fc.string(),
);
const pointer = fc.oneof(
  fc.constantFrom('', '/body', '/body/0', '/body/-', '/body/0/text', '/title', '/state', '/a~1b', '/body/01'),
  fc.constantFrom('/__proto__/x', '/constructor', '//', '/~', 'body'),
  fc.string(),
);
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    { type: 'text', text: 'Hello' },
    { $schema: '../schemas/screen.schema.json', grammar: 5, id: 'new', title: 'New', body: [] },
    JSON.parse('{"__proto__": {"x": 1}}'),
    JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`),
    'a\0b',
    '\ud800',
    '// no comment\n{}',
  ),
);
const edit = fc.oneof(
  fc.record({ op: fc.constant('write'), path, value }),
  fc.record({ op: fc.constantFrom('add', 'replace'), path, pointer, value }),
  fc.record({ op: fc.constant('remove'), path, pointer }),
  fc.record({ op: fc.constant('move'), path, from: pointer, pointer }),
  fc.record({ op: fc.constant('delete'), path }),
);
/** Edits that succeed, unless an earlier call has removed what they change. */
const possible = fc.oneof(
  fc.record({
    op: fc.constant('write'),
    path: fc.constantFrom(
      SHELF,
      'screens/new.screen.json',
      'screens/parts/a.part.json',
      'fixtures/variants/v.json',
    ),
    value: fc.record({
      id: fc.string({ unit: 'grapheme' }),
      title: fc.constantFrom('One', 'Two'),
      body: fc.constant([]),
    }),
  }),
  fc.record({
    op: fc.constant('add'),
    path: fc.constant(SHELF),
    pointer: fc.constantFrom('/body/-', '/body/0', '/title', '/extra'),
    value: fc.constantFrom<unknown>({ type: 'text', text: 'Hello' }, 'Three', 4, null),
  }),
);
const callOf = (arbitrary: fc.Arbitrary<object>) =>
  fc.record({
    name: fc.constant('edit'),
    given: fc.record({ edits: fc.array(arbitrary, { minLength: 1, maxLength: 4 }) }),
  });
const sensible = fc.oneof(
  { weight: 5, arbitrary: callOf(possible) },
  { weight: 3, arbitrary: callOf(edit) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('undo'),
      given: fc.record({ steps: fc.integer({ min: 0, max: 3 }) }),
    }),
  },
  fc.record({ name: fc.constant('read'), given: fc.record({ paths: fc.array(path), pointer }) }),
  fc.record({ name: fc.constant('explain'), given: fc.record({ path, pointer }) }),
  fc.record({ name: fc.constant('search'), given: fc.record({ words: fc.string() }) }),
  fc.record({ name: fc.constantFrom('overview', 'check', 'diff'), given: fc.constant({}) }),
  fc.record({ name: fc.constant('propose'), given: fc.record({ title: fc.string() }) }),
);
const hostile = fc.record({
  name: fc.constantFrom(...TOOLS.filter(({ renders }) => !renders).map(({ name }) => name)),
  given: fc.dictionary(
    fc.constantFrom('edits', 'path', 'paths', 'draft', 'seen', 'names', '__proto__'),
    fc.jsonValue(),
  ),
});
const session = fc.array(fc.oneof({ weight: 4, arbitrary: sensible }, hostile), {
  minLength: SESSION,
  maxLength: SESSION,
});

function sessions(): readonly (typeof sensible extends fc.Arbitrary<infer Call> ? Call : never)[][] {
  // The cast drops the precise types of arguments: each call is `unknown` to the server.
  return fc.sample(session, { numRuns: CALLS / SESSION, seed: 7 }) as never;
}

describe('random calls of an assistant', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capiz-calls-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'leave a folder whose documents are inside it, and which undo brings back',
    async () => {
      let edited = 0;
      for (const calls of sessions()) {
        rmSync(folder, { recursive: true });
        cpSync('fixtures/examples/edit-form', folder, { recursive: true });
        cpSync(join(folder, 'screens/profile.screen.json'), join(folder, SHELF));
        const before = readFolder(folder);
        const faults: unknown[] = [];
        const workspace = new FolderWorkspace(
          folder,
          () => Promise.resolve({ text: 'Proposed.', data: {} }),
          // No tool that renders is called.
          () => ({}) as StateRenderer,
        );
        const door = {
          renders: false,
          members: {},
          instructions: '',
          open: () => Promise.resolve({ workspace }),
          refusalOf: () => undefined,
          report: (error: unknown) => void faults.push(error),
        };
        for (const { name, given } of calls) {
          const tool = TOOLS.find((one) => one.name === name);
          if (tool === undefined) throw new Error(name);
          const answer = await callTool(door, tool, given, 'random');
          if (name === 'edit' && answer.isError !== true) edited += 1;
          expect(answer.structuredContent).toHaveProperty('stale');
        }
        expect(faults).toEqual([]);
        for (let undone = 0; undone < 10 && 'paths' in (await workspace.undo(100)); undone += 1);
        expect(readFolder(folder)).toEqual(before);
      }
      // Otherwise the calls prove nothing.
      expect(edited).toBeGreaterThan(CALLS / 10);
    },
    LONGEST_MS,
  );

  it(
    'leave a draft that opens with allowed paths and readable texts, and which undo brings back',
    async () => {
      let database: Database | undefined;
      try {
        database = await openDatabase(join(folder, 'registry.db'));
        const token = await givenStaff(database, 'ana');
        const { hash } = await makeRelease(database, { bytes: smallProject(), ...by('ana') });
        await publish(database, { release: hash, ...by('ana') });
        const faults: unknown[] = [];
        let clock = 0;
        const app = createMcpRoutes({
          database,
          // A minute passes at each read, so that no limit is reached.
          now: () => (clock += 60_000),
          afterChange: () => Promise.resolve(),
          log: (line, fields) => void (line.includes('failed') && faults.push(fields)),
        });
        for (const calls of sessions()) {
          const client = new Client({ name: 'random', version: '1' });
          await client.connect(
            new StreamableHTTPClientTransport(new URL(MCP_ADDRESS, 'http://capiz.test'), {
              requestInit: { headers: { Authorization: `Bearer ${token}` } },
              fetch: async (url, init) => app.request(String(url), init),
            }),
          );
          let draft: string | undefined;
          for (const { name, given } of calls) {
            const own = draft === undefined ? given : { ...given, draft };
            const { structuredContent } = await client.callTool({ name, arguments: own });
            const { draft: opened } = structuredContent as { draft?: unknown };
            if (typeof opened === 'string') draft = opened;
          }
          await client.close();
        }
        expect(faults).toEqual([]);
        const { queries } = database;
        const live = (await readManifest(queries, hash)).files;
        for (const { id } of await listDrafts(queries, 1_000)) {
          const { files } = await composeForReading(queries, id);
          const bytes = await readBytes(queries, files);
          for (const [file, content] of bytes) {
            expect(isProjectPath(file) || variantName(file) !== undefined).toBe(true);
            expect(content.toString('utf8')).not.toContain('\0');
          }
          const [tool] = TOOLS.filter(({ name }) => name === 'undo');
          if (tool === undefined) throw new Error('undo');
          for (let undone = 0; undone < 10; undone += 1) {
            const reply = await app.request(MCP_ADDRESS, {
              method: 'POST',
              headers: {
                Authorization: `Bearer ${token}`,
                'Content-Type': 'application/json',
                Accept: 'application/json, text/event-stream',
              },
              body: JSON.stringify({
                jsonrpc: '2.0',
                id: 1,
                method: 'tools/call',
                params: { name: 'undo', arguments: { draft: id, steps: 100 } },
              }),
            });
            if ((await reply.text()).includes('"nothing"')) break;
          }
          expect(await readDraft(queries, id)).toMatchObject({ state: 'open' });
          expect(Object.fromEntries((await composeForReading(queries, id)).files)).toEqual(live);
        }
      } finally {
        await database?.close();
      }
    },
    LONGEST_MS,
  );
});

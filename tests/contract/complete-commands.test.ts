import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '#src/cli/main.ts';
import { describeCommand } from '#src/cli/run.ts';
import { runIn } from '#src/cli/testing.ts';

/* printed-commands.test.ts checks that printed commands exist and have these options. Here commands of a server run until
   they call it, so a missing reason or id is found too. */

const REACHED = 'the server was called';
const HASH = 'a'.repeat(64);

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-complete-'));
  cpSync('fixtures/bad/world', project, { recursive: true });
  const plan = { version: 1, release: HASH, reason: 'x x', verdict: 'ready', breaking: 0 };
  writeFileSync(join(project, 'plan.json'), JSON.stringify({ ...plan, needs: [], changes: [] }));
  writeFileSync(join(project, 'audience.json'), '[]');
  vi.stubEnv('CAPIZ_TOKEN', 'token');
  vi.stubGlobal('fetch', () => Promise.reject(new Error(REACHED)));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  rmSync(project, { recursive: true, force: true });
});

// mcp serves a program until its input ends.
const OF_THE_SERVER = COMMANDS.filter(
  ({ name, options }) => name !== 'mcp' && '--server <address>' in options,
).map(({ name }) => name);

/** A command on a line of its own, or after one of the words that promise a complete command. */
const COMPLETE =
  /(?:^ *(?:\$ )?|(?:Undo|Then|Somebody else|once it is live|To go back behind it)[:,] +)(npx capiz(?: +(?:"[^"\n]*"|<[^>\n]*>|[^\s`'"|;<>\\]*[^\s`'"|;<>\\.,]))+)/gm;

function findComplete(text: string): string[] {
  return [...text.replaceAll(/\$\{[^}]*\}/g, 'x ').matchAll(COMPLETE)]
    .map(([, command = '']) => command)
    .filter((command) => OF_THE_SERVER.includes(command.split(' ')[2] ?? ''));
}

/** Why the command does not reach the server. */
async function faultOf(command: string): Promise<string[]> {
  const filled = command.replaceAll('<hash>', HASH).replaceAll(/<[^>]*>/g, 'x');
  const words = (filled.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const { err } = await runIn(project, ...words.slice(2));
  return err.includes(REACHED) ? [] : [`${command}: ${err.trim()}`];
}

async function listFaults(commands: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  // One after the other: two may write the same file.
  for (const command of new Set(commands)) faults.push(...(await faultOf(command)));
  return faults;
}

const list = (folder: string, isWanted: (name: string) => boolean) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => readFileSync(join(folder, name), 'utf8'));

describe('a command of the server that is printed as a whole runs as it is printed', () => {
  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'in the help of %s: examples, and how to undo it',
    async (_name, command) => {
      expect(await listFaults(findComplete(describeCommand(command)))).toEqual([]);
    },
  );

  it('in the output of the command line', async () => {
    const sources = list('src/cli', (name) => name.endsWith('.ts') && !name.includes('.test.'));
    const commands = sources.flatMap(findComplete);
    expect(commands.length).toBeGreaterThan(10);
    expect(await listFaults(commands)).toEqual([]);
  });

  it('on a line of its own in the documentation', async () => {
    const commands = list('docs', (name) => name.endsWith('.md')).flatMap(findComplete);
    expect(commands.length).toBeGreaterThan(10);
    expect(await listFaults(commands)).toEqual([]);
  });

  it('the check detects a missing reason, a missing id and a short head', async () => {
    const printed = [
      'Undo: npx capiz freeze lift <id>. Exit: 0 done',
      'Undo: npx capiz schedule cancel --reason "why"; once it is live, npx capiz rollback. Exit: 0',
      '  npx capiz audit verify --head 3f2a90c1…',
    ];
    const faults = await listFaults(printed.flatMap(findComplete));
    expect(faults).toEqual([
      expect.stringContaining('freeze lift <id>: capiz freeze: give a reason'),
      expect.stringContaining('schedule cancel'),
      expect.stringContaining('rollback: capiz rollback: give a reason'),
      expect.stringContaining('--head 3f2a90c1…: capiz audit: --head takes all 64'),
    ]);
  });
});

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCommand } from '#src/cli/commands/check.ts';
import { runCommand } from '#src/cli/testing.ts';
import { type BadDefinition, badWorld, spoil } from '#tests/bad-definitions.ts';
import { openApi, type Send } from '#tests/publish-api.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { generateDefinitions } from './generated-definitions.ts';
import { LONG } from './settings.ts';

/* Check 3: for every definition, the command line and the publishing server report the same. */

const COUNT = LONG ? 10_000 : 60;
type Verdict = readonly string[];
interface Said {
  readonly severity?: string;
  readonly code: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
const errorsOf = (problems: readonly Said[]): Verdict =>
  problems
    .filter(({ severity = 'error' }) => severity === 'error')
    .map(({ code, file, line, column }) => `${file}:${line}:${column} ${code}`)
    .sort();

const folder = mkdtempSync(join(tmpdir(), 'capiz-verdicts-'));
cpSync('fixtures/bad/world', folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The result of `capiz check` on a folder with this file. */
async function askCommandLine({ path, text = '' }: BadDefinition): Promise<Verdict> {
  const before = badWorld.find((file) => file.path === path);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const { code, out } = await runCommand(checkCommand, folder, '--json');
  if (before === undefined) rmSync(join(folder, path));
  else writeFileSync(join(folder, path), before.text);
  const errors = errorsOf((JSON.parse(out) as { problems: readonly Said[] }).problems);
  return errors.length === 0 && code !== 0 ? [`ended with ${code}`] : errors;
}

async function askServer(send: Send, fault: BadDefinition): Promise<Verdict> {
  const { status, problems } = await send(spoil(fault));
  const errors = errorsOf(problems);
  return errors.length === 0 && status !== 200 ? [`answered ${status}`] : errors;
}

/** Definitions with different results. */
async function compare(send: Send, count: number) {
  const differ: string[] = [];
  let accepted = 0;
  for (const { title, fault } of generateDefinitions(count)) {
    const [here, there] = [await askCommandLine(fault), await askServer(send, fault)];
    if (here.length === 0) accepted += 1;
    if (JSON.stringify(here) !== JSON.stringify(there))
      differ.push(`${title}: ${here.join(', ')} and on the server ${there.join(', ')}\n${fault.text ?? ''}`);
  }
  return { differ, accepted };
}

describe('the command line and the server', () => {
  it(
    'report the same for every generated definition',
    async () => {
      const { differ, accepted } = await compare(await openApi(), COUNT);
      reportFigures({ check: 3, part: 'verdicts', definitions: COUNT, accepted, differ: differ.length });
      expect(differ.slice(0, 3)).toEqual([]);
      // Neither accepted nor refused definitions are rare.
      expect(Math.min(accepted, COUNT - accepted)).toBeGreaterThan(COUNT / 10);
    },
    LONG ? 1_800_000 : 60_000,
  );

  it('the check detects a server that lacks one rule', async () => {
    const real = await openApi();
    const careless: Send = async (files) => {
      const { status, problems } = await real(files);
      const others = problems.filter(({ code }) => code !== 'property/unknown');
      return { status: others.length === 0 ? 200 : status, problems: others };
    };
    expect((await compare(careless, 40)).differ.length).toBeGreaterThan(0);
  });
});

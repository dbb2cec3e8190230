import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCommand } from '#src/cli/commands/check.ts';
import { runCommand } from '#src/cli/testing.ts';
import { randomOf } from '#src/server/registry/simulation.ts';
import { type BadDefinition, badWorld, namesIn, readBad, spoil } from '#tests/bad-definitions.ts';
import { isJson, type Json, parseFile } from '#tests/reply-members.ts';
import { openApi, type Send } from '#tests/publish-api.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { LONG, SEED } from './settings.ts';

/*
 * Check 3: of any definition, the command line says what the server says when it is published. Definitions are those of
 * `fixtures`, right and wrong ones, with members taken away, doubled, renamed, and changed for others of the project.
 */

const COUNT = LONG ? 10_000 : 60;
/** Changes of one definition. */
const MOST_CHANGES = 3;

interface Generated {
  readonly title: string;
  readonly fault: BadDefinition;
}

const random = randomOf(SEED);
const below = (count: number) => Math.floor(random() * count);
function pick<T>(from: readonly T[]): T {
  return from[below(from.length)] as T;
}

/** What has a text of its own; a text that is no JSON stays as it is. */
const seeds: readonly BadDefinition[] = [
  ...namesIn('bad').map((name) => readBad('bad', name)),
  ...namesIn('lint').map((name) => readBad('lint', name)),
  // The right ones as often as the wrong ones.
  ...Array.from({ length: 40 }, () => badWorld.filter(({ path }) => path.endsWith('.json')))
    .flat()
    .map(({ path, text }) => ({ path, text, expected: '' })),
].filter(({ text }) => text !== undefined && text.length < 20_000);

function readJson(path: string, text: string): Json | undefined {
  try {
    return parseFile({ path, text });
  } catch {
    return undefined;
  }
}

/** Every value of the project, for where another one stands. */
const values: readonly unknown[] = badWorld
  .filter(({ path }) => path.endsWith('.json'))
  .flatMap((file) => [...valuesIn(parseFile(file))])
  .concat([
    '',
    0,
    -1,
    2.5,
    true,
    null,
    [],
    {},
    '${state.none}',
    'text',
    'button',
    '1 +',
    'size(1)',
    'x'.repeat(65),
  ]);

function* valuesIn(value: unknown): Generator<unknown> {
  yield value;
  if (Array.isArray(value)) for (const item of value) yield* valuesIn(item);
  else if (isJson(value)) for (const member of Object.values(value)) yield* valuesIn(member);
}

/** Lists and records of a document: what can be changed in it. */
function holders(document: Json): (Json | unknown[])[] {
  return [...valuesIn(document)].filter(
    (value): value is Json | unknown[] => isJson(value) || Array.isArray(value),
  );
}

function changeOnce(document: Json): void {
  const holder = pick(holders(document));
  if (Array.isArray(holder)) {
    const at = below(holder.length + 1);
    const how = below(3);
    if (how === 0) holder.splice(at, 1);
    else holder.splice(at, how === 1 ? 0 : 1, structuredClone(pick(values)));
    return;
  }
  const name = pick(Object.keys(holder));
  const record = holder as { [name: string]: unknown };
  const how = below(5);
  if (how === 0 && name !== undefined) delete record[name];
  else if (how === 1 && name !== undefined) {
    record[`${name}x`] = record[name];
    delete record[name];
  } else if (how === 2)
    record[pick(['visible', 'id', 'text', 'body', 'on', 'reads'])] = structuredClone(pick(values));
  else if (name !== undefined) record[name] = structuredClone(pick(values));
}

function generate(number: number): Generated {
  const seed = pick(seeds);
  const document = seed.text === undefined ? undefined : readJson(seed.path, seed.text);
  const title = `${number}: ${seed.path}`;
  if (document === undefined) return { title, fault: seed };
  const changed = structuredClone(document);
  for (let change = below(MOST_CHANGES + 1); change > 0; change -= 1) changeOnce(changed);
  return { title, fault: { ...seed, text: JSON.stringify(changed, undefined, 2) } };
}

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

/** What `capiz check` says of the folder with that one file in it. */
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

/** Of which definitions the two say something else. */
async function compare(send: Send, count: number) {
  const differ: string[] = [];
  let accepted = 0;
  for (let number = 0; number < count; number += 1) {
    const { title, fault } = generate(number);
    const [here, there] = [await askCommandLine(fault), await askServer(send, fault)];
    if (here.length === 0) accepted += 1;
    if (JSON.stringify(here) !== JSON.stringify(there))
      differ.push(`${title}: ${here.join(', ')} and on the server ${there.join(', ')}\n${fault.text ?? ''}`);
  }
  return { differ, accepted };
}

describe('the command line and the server', () => {
  it(
    'say the same of every generated definition',
    async () => {
      const { differ, accepted } = await compare(await openApi(), COUNT);
      reportFigures({ check: 3, part: 'verdicts', definitions: COUNT, accepted, differ: differ.length });
      expect(differ.slice(0, 3)).toEqual([]);
      // Of both kinds enough.
      expect(Math.min(accepted, COUNT - accepted)).toBeGreaterThan(COUNT / 10);
    },
    LONG ? 1_800_000 : 60_000,
  );

  it('would be found out to differ where the server let one of its rules go', async () => {
    const real = await openApi();
    const careless: Send = async (files) => {
      const { status, problems } = await real(files);
      const others = problems.filter(({ code }) => code !== 'property/unknown');
      return { status: others.length === 0 ? 200 : status, problems: others };
    };
    expect((await compare(careless, 40)).differ.length).toBeGreaterThan(0);
  });
});

/**
 * Checks the result of a try: `node tests/assistants/check.mjs <folder> <wish>`. No problem, all snapshots match, the calls have
 * contracts, each state shows the wanted texts, and the journey sends what it should. Prints the number of calls, and whether the
 * first proposal was free of errors.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const [folder, wish] = process.argv.slice(2);
if (folder === undefined || wish === undefined) {
  console.error('node tests/assistants/check.mjs <folder> <wish>');
  process.exit(2);
}
const wanted = JSON.parse(readFileSync(join(import.meta.dirname, 'wishes', `${wish}.json`), 'utf8'));
const { screen, route, calls, states, absent, journey } = wanted;
const faults = [];

function run(...args) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'bin/capiz.mjs'), ...args, '--json', '--root', resolve(folder)],
    { encoding: 'utf8', env: { ...process.env, CI: '' }, maxBuffer: 1 << 26 },
  );
  return status === 2 ? { fault: stderr } : JSON.parse(stdout);
}

function readJson(path) {
  const file = join(folder, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The lines of each state or script of a snapshot file, by name. */
function blocksOf(path) {
  const file = join(folder, 'fixtures/snapshots', path);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((block) => [block.split(/[:\n]/)[0], block]),
  );
}

const { problems = [], fault } = run('check');
if (fault !== undefined) faults.push(fault);
for (const { file, pointer, message } of problems) faults.push(`${file} ${pointer}: ${message}`);

const tested = run('test', screen);
if (tested.fault !== undefined) faults.push(tested.fault);
for (const one of [...(tested.states ?? []), ...(tested.scripts ?? []), ...(tested.looks ?? [])])
  if (!['passed', 'written'].includes(one.verdict))
    faults.push(`${one.state ?? one.script}: ${one.verdict} ${one.failure ?? ''}`);

if (!(readJson(`screens/${screen}.screen.json`)?.routes ?? []).includes(route))
  faults.push(`no screen ${screen} at ${route}`);
const api = join(folder, 'schemas/api');
const contracts = existsSync(api) ? readdirSync(api).map((name) => readJson(`schemas/api/${name}`)) : [];
for (const call of calls)
  if (!contracts.some(({ method, path }) => `${method} ${path}` === call))
    faults.push(`no contract of ${call}`);

const told = blocksOf(`en/${screen}.txt`);
for (const [state, texts] of Object.entries(states)) {
  const block = told.get(state);
  if (block === undefined) faults.push(`no state ${state}`);
  for (const text of texts)
    if (block !== undefined && !block.includes(text)) faults.push(`${state} does not show: ${text}`);
}
for (const [state, texts] of Object.entries(absent))
  for (const text of texts) if (told.get(state)?.includes(text)) faults.push(`${state} shows: ${text}`);

const played = blocksOf(`scripts/${screen}.txt`).get(journey.name);
if (played === undefined) faults.push(`no script ${journey.name}`);
for (const text of [...(journey.sends === '' ? [] : [`asks ${journey.sends}`]), ...journey.contains])
  if (played !== undefined && !played.includes(text)) faults.push(`the script does not have: ${text}`);

const log = join(folder, '.capiz-calls.jsonl');
const made = existsSync(log)
  ? readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const first = made.find(({ tool }) => tool === 'propose');
// Without a server a sound proposal is refused only for that.
const isClean = first !== undefined && (first.refused === undefined || first.refused === 'no-server');
console.log(
  JSON.stringify(
    {
      wish,
      faults,
      calls: made.length,
      refused: made.filter(({ isError }) => isError).length,
      isFirstProposalClean: isClean,
    },
    null,
    2,
  ),
);
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * At least a hundred states in under 10 s on two cores: `capiz test` beside Storybook's way without a browser, in turn.
 * `npm run bench -- states 5` takes five rounds. Installs Storybook next to this file first, from its own lock file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, '../../..');
const CAPIZ = join(ROOT, 'bin/capiz.mjs');
const SCREENS = ['repay', 'rollover'];
const LEAST = 100;
const BUDGET_SECONDS = 10;

/** Runs a command and measures it: wall time, and CPU time of all cores, in seconds. */
function take(command, args, { cwd = ROOT, env = {} } = {}) {
  const began = performance.now();
  // A shell knows the CPU time of its child processes.
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', '"$@"; code=$?; times >&2; exit $code', '_', command, ...args],
    {
      cwd,
      env: { ...process.env, NO_COLOR: '1', CI: '1', ...env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  const clock = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-4000)}${stderr}`);
  const times = stderr.trim().split('\n').at(-1) ?? '';
  const processor = [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
  return { clock, processor, stdout };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** @param rounds - Number of runs of each program, in turn. @returns Whether the budget holds. */
export function benchStates(rounds) {
  if (!existsSync(join(HERE, 'node_modules/storybook')))
    take('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: HERE });
  // Built once, outside the measurement.
  const { stdout } = take(process.execPath, [CAPIZ, 'test', ...SCREENS, '--json']);
  const { states, scripts } = JSON.parse(stdout);
  const names = new Set(states.map(({ screen, state }) => `${screen}/${state}`));
  if (names.size < LEAST) throw new Error(`${SCREENS.join(', ')} have ${names.size} states, not ${LEAST}`);
  const folder = mkdtempSync(join(tmpdir(), 'capiz-bench-'));
  const env = { STATES: String(names.size), SNAPSHOT: join(folder, 'states.snap') };
  const vitest = [join(HERE, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.config.js'];
  const ways = {
    ours: () => take(process.execPath, [CAPIZ, 'test', ...SCREENS]),
    storybook: () => take(process.execPath, vitest, { cwd: HERE, env }),
  };
  const taken = { ours: [], storybook: [] };
  try {
    // The first run writes the snapshots for the others.
    take(process.execPath, vitest, { cwd: HERE, env: { ...env, CI: '' } });
    for (let round = 0; round < rounds; round += 1) {
      for (const name of round % 2 === 0 ? Object.keys(ways) : Object.keys(ways).reverse())
        taken[name].push(ways[name]());
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const drawn = {
    ours: `${names.size} states, ${states.length} drawings (languages), ${scripts.length} scripts`,
    storybook: `${names.size} stories, ${names.size} drawings`,
  };
  console.log(
    `\n${rounds} rounds in turn, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}; seconds.\n`,
  );
  console.log(
    '| | what | by the clock, median | best | processors together, median |\n|---|---|---|---|---|',
  );
  for (const [name, runs] of Object.entries(taken)) {
    const clocks = runs.map(({ clock }) => clock);
    const cells = [
      name,
      drawn[name],
      median(clocks).toFixed(1),
      Math.min(...clocks).toFixed(1),
      median(runs.map(({ processor }) => processor)).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const best = Math.min(...taken.ours.map(({ clock }) => clock));
  const isHeld = best < BUDGET_SECONDS;
  console.log(
    `\n${names.size} states in under ${BUDGET_SECONDS} s, the best round: ${isHeld ? 'held' : 'MISSED'}.`,
  );
  return isHeld;
}

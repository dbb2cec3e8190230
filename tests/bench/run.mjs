/**
 * `npm run bench -- form`: a long form of ours beside the same form written by hand, in Chromium, in turn.
 * Prints what each costs, the ratio, and whether its budget of docs/performance.md holds; ends with 1
 * where one does not. `npm run bench -- form 9` takes nine rounds, `-- form 9 profile` also writes processor
 * profiles of ours to dist/bench.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { findBrowsers } from '../browser.mjs';
import { probe, serve, visit } from './measure.mjs';

const rounds = Number(process.argv[2] ?? 7);
const isProfiled = process.argv[3] === 'profile';
const sizes = [
  { count: 500, supplied: false, from: 'in the definition' },
  { count: 2000, supplied: true, from: 'from a server’s list' },
];
const pages = ['floor', 'ours'];

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** What a row is about, how it is read from a visit, and how much of the floor's it may be. */
const rows = [
  { name: 'mount to paint, main thread', unit: 'ms', of: (one) => one.mount.task, budget: 1.1 },
  { name: 'of it script', unit: 'ms', of: (one) => one.mount.script },
  { name: 'of it style and layout', unit: 'ms', of: (one) => one.mount.layout },
  { name: 'mount to paint, by the clock', unit: 'ms', of: (one) => one.mount.result },
  {
    name: 'keystroke, script',
    unit: 'ms',
    of: (one) => median(one.keys.map((key) => key.script)),
    budget: 1.2,
  },
  {
    name: 'show/hide ten, main thread',
    unit: 'ms',
    of: (one) => median(one.flips.map((flip) => flip.task)),
    budget: 1,
  },
  { name: 'submit, one in ten wrong', unit: 'ms', of: (one) => one.submit.task, budget: 1 },
  { name: 'heap after mount', unit: 'MB', of: (one) => one.heap, budget: 1.5 },
];
const ELEMENTS = 4;
const GROWTH = 0.1;

async function measure() {
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), logLevel: 'warn' });
  const { origin, stop } = await serve('dist/bench');
  const browser = await chromium.launch({
    executablePath: findBrowsers().browser,
    args: ['--no-sandbox', '--js-flags=--expose-gc'],
  });
  const results = sizes.map(() => ({ floor: [], ours: [] }));
  const probes = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      probes.push(await probe(browser));
      for (const [at, size] of sizes.entries()) {
        // Who goes first changes, so that neither always meets the warmer machine.
        for (const page of round % 2 === 0 ? pages : [...pages].reverse()) {
          const profile = isProfiled && page === 'ours' ? profiler(`${size.count}`) : undefined;
          results[at][page].push(await visit(browser, `${origin}/${page}.html`, { ...size, profile }));
        }
      }
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await browser.close();
    stop();
  }
  return { results, probes };
}

function profiler(name) {
  return {
    async start(devtools) {
      await devtools.send('Profiler.enable');
      await devtools.send('Profiler.setSamplingInterval', { interval: 200 });
      await devtools.send('Profiler.start');
    },
    async stop(devtools, what) {
      const { profile } = await devtools.send('Profiler.stop');
      writeFileSync(`dist/bench/${name}-${what}.cpuprofile`, JSON.stringify(profile));
    },
  };
}

let missed = 0;
function line(cells, budget, value) {
  const isMissed = budget !== undefined && value > budget;
  if (isMissed) missed += 1;
  const verdict = budget === undefined ? '' : isMissed ? 'MISSED' : 'held';
  const limit = budget === undefined ? '' : `≤ ${budget}`;
  console.log(`| ${[...cells, limit, verdict].join(' | ')} |`);
}

const figure = (value, unit) => `${value >= 100 ? value.toFixed(0) : value.toFixed(2)} ${unit}`;

const { results, probes } = await measure();
console.log(
  `\n${rounds} rounds, medians; ratios round by round. Fixed loop: ${median(probes).toFixed(0)} ms,`,
);
console.log(
  `from ${Math.min(...probes).toFixed(0)} to ${Math.max(...probes).toFixed(0)}: how much the machine itself varies.\n`,
);
console.log('| fields | what | floor | ours | × | budget | |\n|---|---|---|---|---|---|---|');
for (const [at, { count, from }] of sizes.entries()) {
  const { floor, ours } = results[at];
  for (const { name, unit, of, budget } of rows) {
    const ratio = median(ours.map((one, round) => of(one) / of(floor[round])));
    const both = [floor, ours].map((list) => figure(median(list.map(of)), unit));
    line([`${count} ${from}`, name, ...both, ratio.toFixed(2)], budget, ratio);
  }
  const elements = [floor, ours].map((list) => list[0].elements);
  line(
    [`${count} ${from}`, 'elements per field', ...elements.map((one) => one.toFixed(2)), ''],
    ELEMENTS,
    elements[1],
  );
}
const key = rows.find(({ name }) => name.startsWith('keystroke')).of;
const growth = pages.map((page) => {
  const [small, large] = sizes.map((_, at) => median(results[at][page].map(key)));
  return Math.log(large / small) / Math.log(sizes[1].count / sizes[0].count);
});
line(
  ['500 to 2000', 'growth exponent of a keystroke', ...growth.map((one) => one.toFixed(2)), ''],
  GROWTH,
  growth[1],
);
console.log(missed === 0 ? '\nEvery budget holds.' : `\n${missed} budgets missed.`);
process.exitCode = missed === 0 ? 0 : 1;

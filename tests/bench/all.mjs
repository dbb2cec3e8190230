/**
 * `npm run bench`: runs all benchmarks. `npm run bench -- loads forms` runs only these; `--quick` the smallest size of each, as
 * a smoke test; `--full` every size and page. `--plant context` slows our forms down, `--plant react` bundles React twice and
 * `--plant studio` slows the studio down, to test that the bench notices it. `--profile` writes profiles to dist/bench. Prints
 * tables, writes dist/bench/bench.json and dist/bench/bench.html, and exits with 1 for a missed budget of
 * docs/contributing/performance.md, or a hostile definition that has an effect (docs/operating/security.md).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { buildStale } from '../../bin/build.mjs';
import { findBrowsers } from '../browser.mjs';
import { benchDocuments } from './documents.mjs';
import { benchForms } from './forms.mjs';
import { benchHostile } from './hostile.mjs';
import { benchLanguage } from './language.mjs';
import { benchLists } from './lists.mjs';
import { benchLoads } from './loads.mjs';
import { serve } from './measure.mjs';
import { BUILT, buildPages, PAGES } from './pages.mjs';
import { benchPrograms } from './programs.mjs';
import { benchStates } from './states/run.mjs';
import { benchStudio } from './studio.mjs';
import { conclude, printRows } from './table.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    profile: { type: 'boolean' },
    plant: { type: 'string', default: '' },
    pages: { type: 'string', default: Object.keys(PAGES).join(',') },
  },
});
const size = values.full ? 'full' : values.quick ? 'quick' : 'usual';
const isAsked = (name) => positionals.length === 0 || positionals.includes(name);
const ids = values.pages.split(',');

function profileOf(id, count) {
  if (id !== 'capiz' || !values.profile) return undefined;
  return {
    async start(devtools) {
      await devtools.send('Profiler.enable');
      await devtools.send('Profiler.setSamplingInterval', { interval: 200 });
      await devtools.send('Profiler.start');
    },
    async stop(devtools, what) {
      const { profile } = await devtools.send('Profiler.stop');
      writeFileSync(join(BUILT, `${count}-${what}.cpuprofile`), JSON.stringify(profile));
    },
  };
}

/** Benchmarks in a browser, with their pages. */
async function inBrowser() {
  const asked = [
    ...(isAsked('loads') ? [benchLoads] : []),
    ...(isAsked('forms') ? [benchForms] : []),
    ...(isAsked('lists') ? [benchLists] : []),
  ];
  const isStudioAsked = isAsked('studio');
  if (asked.length === 0 && !isStudioAsked) return [];
  if (asked.length > 0) await buildPages(ids, values.plant);
  const { origin, stop } = await serve(BUILT);
  const browser = await chromium.launch({
    executablePath: findBrowsers().browser,
    args: ['--no-sandbox', '--js-flags=--expose-gc'],
  });
  const sections = [];
  try {
    for (const bench of asked) {
      const section = await bench(browser, origin, { size, ids, plant: values.plant, profile: profileOf });
      printRows(section.title, section.rows);
      sections.push(section);
    }
    if (isStudioAsked) {
      await buildStale();
      const section = await benchStudio(browser, { size, plant: values.plant, profile: profileOf });
      printRows(section.title, section.rows);
      sections.push(section);
    }
  } finally {
    await browser.close();
    stop();
  }
  return sections;
}

const sections = await inBrowser();
if (isAsked('programs')) {
  const section = await benchPrograms(size);
  printRows(section.title, section.rows);
  sections.push(section);
}
if (isAsked('language')) {
  const section = await benchLanguage(size);
  printRows(section.title, section.rows);
  sections.push(section);
}
if (isAsked('servers')) {
  const section = await benchDocuments(size);
  printRows(section.title, section.rows);
  sections.push(section);
}
const isHeld = [
  sections.length === 0 ||
    conclude(
      sections,
      sections.flatMap(({ probes = [] }) => probes),
    ),
];
if (isAsked('states')) isHeld.push(benchStates({ quick: 1, usual: 3, full: 5 }[size]));
if (isAsked('hostile')) isHeld.push(await benchHostile(size, ids, values.plant));
if (isHeld.includes(false)) process.exitCode = 1;

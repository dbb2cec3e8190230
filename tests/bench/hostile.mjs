/**
 * `npm run bench -- hostile`: hostile definitions by class, for other libraries in their own language and for ours. Each result
 * is from a run: the definition is opened in Chromium, typed into and tapped. Ours is served by its server; `--plant policy`
 * removes its content security policy, which must be noticed. Only 127.0.0.1 is contacted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowsers } from '../browser.mjs';
import { serve } from './measure.mjs';
import { BUILT, buildHostile, PAGES, versionOf } from './pages.mjs';
import { buildPrograms } from './programs.mjs';
import { startCapiz } from './servers.mjs';

const PEERS = {
  rjsf: '@rjsf/core',
  'form-js': '@bpmn-io/form-js-viewer',
  survey: 'survey-core',
  'json-forms': '@jsonforms/core',
};
/** The class of each row; `ours`: classes of tests/property/hostile-definitions.ts. */
const CLASSES = {
  address: { name: 'an address that runs', ours: ['address'] },
  markup: { name: 'markup, a member or an element that runs', ours: ['markup'] },
  prototype: { name: '`__proto__`, `constructor`', ours: ['path', 'name'] },
  pattern: { name: 'a slow pattern', ours: ['pattern'] },
  depth: { name: '2,000 deep', ours: ['depth'] },
  cycle: { name: 'a cycle', ours: ['cycle'] },
  huge: { name: '100,000 in a list', ours: ['huge'] },
  action: { name: 'an action that there is not', ours: ['action'] },
};
/** Number of tested definitions of each class; with `quick` it is one. */
const SOME = 5;
const NO_PLACE = 'has no such place';
const BLANK = 'drew nothing';
const CRASHED = 'crashed the tab';

/** A browser that is restarted if a page hangs. */
class Browsers {
  #browser;

  async visit(look, options = {}) {
    this.#browser ??= await chromium.launch({
      executablePath: findBrowsers().browser,
      args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    const context = await this.#browser.newContext({ serviceWorkers: 'block', ...options });
    const { isGivenUp, result } = await look(await context.newPage());
    if (isGivenUp) await this.close();
    else await context.close();
    return result;
  }

  async close() {
    await this.#browser?.close();
    this.#browser = undefined;
  }
}

/** The result for a definition, in one word and with its message. */
function outcomeOf(told, [thrown]) {
  if (told.includes(CRASHED)) return CRASHED;
  const done = told.filter((what) => what !== BLANK);
  if (done.length > 0) return done.join(', ');
  if (!told.includes(BLANK)) return 'inert';
  if (thrown === undefined) return BLANK;
  const verdict = /^(Type|Range|Reference|Syntax)Error|call stack/.test(thrown) ? 'crashed' : 'refused';
  return `${verdict}: ${thrown.replace(/^Error: /, '').slice(0, 120)}`;
}

async function lookAtPeer(browsers, { WatchedPage }, origin, id, step) {
  const address = `${origin}/${id}/hostile/index.html`;
  const slots = await browsers.visit(async (page) => {
    await page.goto(address);
    return { result: await page.evaluate(() => window.hostile) };
  });
  const found = {};
  for (const [kind, list] of Object.entries(slots)) {
    found[kind] = [];
    for (const [at, { slot, typed }] of list.entries()) {
      if (step > SOME && at > 0) break;
      const outcome = await browsers.visit(async (page) => {
        const watched = await WatchedPage.open(page, origin);
        await watched.tryOut(`${address}?class=${kind}&at=${at}`, typed);
        return { isGivenUp: watched.isGivenUp, result: outcomeOf(watched.tell(), watched.thrown) };
      });
      found[kind].push({ slot, outcome });
      process.stderr.write(`${id}, ${kind}, ${slot}: ${outcome}\n`);
    }
  }
  return found;
}

/** Counts by class the definitions that the server refuses, and the effects of those forced into the page. */
async function lookAtOurs(browsers, programs, { origin }, { step, planted }) {
  const { WatchedPage, answerShelf, app, findTaken, forcePlan, hostileDefinitions, servePlan } = programs;
  const taken = await findTaken();
  const all = hostileDefinitions();
  const found = {};
  for (const [kind, titles] of Object.entries(taken)) {
    const ofKind = all.filter((one) => one.class === kind);
    const wrong = [];
    const forced = ofKind.filter((_, at) => at % step === 0 || at === ofKind.length - 1);
    for (const definition of forced) {
      const { plan, typed, title } = forcePlan(definition);
      const look = async (page) => {
        const watched = await WatchedPage.open(page, origin);
        await servePlan(page, app, plan);
        await answerShelf(page);
        await watched.tryOut(`${origin}/shelf?readerId=r1&cardId=c1`, typed);
        return { isGivenUp: watched.isGivenUp, result: watched.tell() };
      };
      const done = await browsers.visit(look, { bypassCSP: planted === 'policy' });
      if (done.length > 0) wrong.push(`${title.slice(0, 60)}: ${done.join(', ')}`);
    }
    found[kind] = { count: ofKind.length, taken: titles, forced: forced.length, wrong };
    process.stderr.write(
      `ours, ${kind}: ${titles.length} taken, ${wrong.length} of ${forced.length} not inert\n`,
    );
  }
  return found;
}

function cellOf(list) {
  if (list === undefined) return NO_PLACE;
  const outcomes = [...new Set(list.map(({ outcome }) => outcome))];
  if (outcomes.length === 1) return outcomes[0];
  return outcomes
    .map(
      (one) => `${one} (${list.flatMap(({ slot, outcome }) => (outcome === one ? [slot] : [])).join(', ')})`,
    )
    .join('; ');
}

function ourCell(ours, kinds) {
  const all = kinds.map((kind) => ours[kind]);
  const sum = (of) => all.reduce((before, one) => before + of(one), 0);
  const count = sum((one) => one.count);
  const wrong = all.flatMap((one) => one.wrong);
  const inert = wrong.length === 0 ? `inert, ${sum((one) => one.forced)} forced` : wrong.join('; ');
  return `${count - sum((one) => one.taken.length)} of ${count} refused; ${inert}`;
}

/**
 * @param pages - Ids of other libraries in `pages.mjs`.
 * @param planted - `policy` removes our policy.
 * @returns Whether all of ours are refused and harmless.
 */
export async function benchHostile(size, pages, planted) {
  const ids = Object.keys(PEERS).filter((id) => pages.includes(id));
  const step = { quick: 40, usual: 5, full: 1 }[size];
  await buildHostile(ids);
  const programs = await buildPrograms('hostile');
  const browsers = new Browsers();
  const built = await serve(BUILT);
  const server = await startCapiz();
  try {
    const ours = await lookAtOurs(browsers, programs, server, { step, planted });
    const peers = {};
    for (const id of ids) peers[id] = await lookAtPeer(browsers, programs, built.origin, id, step);
    const names = ids.map((id) => `${PAGES[id].name} ${versionOf(PEERS[id])}`);
    console.log(
      `\n## Hostile definitions\n\n| | ours | ${names.join(' | ')} |\n|---|---|${'---|'.repeat(names.length)}`,
    );
    for (const [kind, { name, ours: kinds }] of Object.entries(CLASSES)) {
      const cells = ids.map((id) => cellOf(peers[id][kind]));
      console.log(`| ${[name, ourCell(ours, kinds), ...cells].join(' | ')} |`);
    }
    mkdirSync(BUILT, { recursive: true });
    writeFileSync(join(BUILT, 'hostile.json'), `${JSON.stringify({ ours, peers }, null, 1)}\n`);
    const wrong = Object.values(ours).flatMap(({ taken, wrong: done }) => [...taken, ...done]);
    for (const one of wrong) console.log(`NOT HELD ours: ${one}`);
    return wrong.length === 0;
  } finally {
    await browsers.close();
    built.stop();
    server.stop();
  }
}

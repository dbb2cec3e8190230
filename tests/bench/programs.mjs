/**
 * `npm run bench -- programs`: compiling a thousand screens and one edit, a warm start, and our server beside a minimal Node
 * server that sends the same bytes, in turn.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { BUILT } from './pages.mjs';
import { startBare, startCapiz, timeWarmStarts } from './servers.mjs';
import { figureOf, judge } from './table.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const SCREENS = 1000;
const MOST_COMPILE_MS = 5000;
const NODES = 300;
const MOST_EDIT_MS = 15;
const MOST_START_MS = 2000;
const CONNECTIONS = 20;
const MOST_P99_MS = 50;
/** Maximum time for a document: 5,000 documents a second. */
const MOST_DOCUMENT_US = 200;
const SIZES = {
  quick: { rounds: 1, ms: 700, screens: 50, edits: 3 },
  usual: { rounds: 5, ms: 3000, screens: SCREENS, edits: 15 },
  full: { rounds: 9, ms: 10_000, screens: SCREENS, edits: 50 },
};

/** A built file of this folder, run in Node. */
export async function buildPrograms(name = 'programs') {
  const outDir = join(BUILT, name);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: `tests/bench/${name}.ts`, outDir, emptyOutDir: true, target: 'node20', minify: false },
  });
  return await import(pathToFileURL(join(outDir, `${name}.js`)).href);
}

/** The bytes on the wire. */
export function fetchRaw(url, headers = { 'Accept-Encoding': 'br' }) {
  return new Promise((done, failed) => {
    const take = (reply) => {
      const pieces = [];
      reply.on('data', (piece) => pieces.push(piece));
      reply.on('end', () => done({ headers: reply.headers, body: Buffer.concat(pieces) }));
    };
    get(url, { headers }, take).on('error', failed);
  });
}

/** Writes the answers of our server to `file`, without the headers that Node adds. */
async function copyAnswers(origin, paths, file) {
  const answers = {};
  for (const path of paths) {
    const { headers, body } = await fetchRaw(origin + path);
    const { date: _date, connection: _connection, 'keep-alive': _kept, ...own } = headers;
    answers[path] = { headers: own, body: body.toString('base64') };
  }
  writeFileSync(file, JSON.stringify(answers));
}

/** Half of the visitors get a release in which one screen has another title. */
function startRollout({ origin, folder }, { writeEdited }) {
  const project = join(folder, 'project');
  writeEdited(ROOT, project);
  const strategy = join(folder, 'strategy.json');
  const stages = [{ basisPoints: 5_000, bakeMs: 3_600_000 }];
  writeFileSync(strategy, JSON.stringify({ stages, leastViews: 500, thresholds: {} }));
  const at = ['--root', project, '--server', origin, '--token-file', join(folder, 'staff-token')];
  const how = ['--strategy', strategy, '--reason', 'What a document costs meanwhile'];
  const args = [join(ROOT, 'bin/capiz.mjs'), 'rollout', 'start', ...at, ...how];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

async function benchServers(programs, { rounds, ms }) {
  const ours = await startCapiz();
  const file = join(BUILT, 'answers.json');
  mkdirSync(BUILT, { recursive: true });
  let bare;
  const ask = (origin, path) => programs.load([origin + path], { connections: CONNECTIONS, ms });
  const measure = async (paths) => {
    const found = Object.fromEntries(Object.keys(paths).map((what) => [what, { capiz: [], bare: [] }]));
    const servers = { capiz: ours.origin, bare: bare.origin };
    for (const origin of Object.values(servers))
      for (const path of Object.values(paths)) await ask(origin, path);
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? Object.entries(servers) : Object.entries(servers).reverse();
      for (const [what, path] of Object.entries(paths))
        for (const [name, origin] of order) {
          const one = await ask(origin, path);
          if (one.errors > 0) throw new Error(`${name} failed ${one.errors} times.`);
          found[what][name].push(one);
        }
      process.stderr.write(`servers: round ${round + 1} of ${rounds}\n`);
    }
    return found;
  };
  try {
    const html = await (await fetch(`${ours.origin}/order`)).text();
    const [, plan] = /"order":"([\w-]+)"/.exec(html) ?? [];
    const paths = { plan: `/capiz/plans/${plan}.json`, document: '/order' };
    await copyAnswers(ours.origin, Object.values(paths), file);
    bare = await startBare(file);
    const usual = await measure(paths);
    startRollout(ours, programs);
    const meanwhile = await measure({ document: paths.document });
    return [
      ...Object.entries(usual).flatMap(([what, by]) => serverRows(what, by)),
      ...serverRows('document', meanwhile.document, ', half of them of a rollout'),
    ];
  } finally {
    ours.stop();
    bare?.stop();
    rmSync(file, { force: true });
  }
}

function serverRows(what, { capiz, bare }, when = '') {
  const figures = (of) => ({ capiz: figureOf(capiz.map(of)), 'bare node:http': figureOf(bare.map(of)) });
  const perSecond = ({ perSecond: value }) => value;
  const p99 = ({ p99Ms }) => p99Ms;
  const at = `${what}s of the order screen${when}, ${CONNECTIONS} connections`;
  return [
    {
      what: 'answers a second',
      at,
      unit: 'of them',
      figures: figures(perSecond),
      ...(what === 'document' && {
        budget: {
          page: 'capiz, µs each',
          ...judge(
            capiz.map((one) => 1_000_000 / perSecond(one)),
            MOST_DOCUMENT_US,
          ),
        },
      }),
    },
    {
      what: 'slowest in a hundred',
      at,
      unit: 'ms',
      figures: figures(p99),
      budget: { page: 'capiz', ...judge(capiz.map(p99), MOST_P99_MS) },
    },
  ];
}

export async function benchPrograms(size) {
  const plan = SIZES[size];
  const programs = await buildPrograms();
  const all = Array.from({ length: plan.rounds }, () => programs.compileMany(ROOT, plan.screens));
  const edits = programs.compileEdits(ROOT, NODES, plan.edits);
  const compiled = {
    what: `${plan.screens} screens, parsed, checked and compiled`,
    unit: 'ms',
    figures: { capiz: figureOf(all) },
  };
  if (plan.screens === SCREENS) compiled.budget = { page: 'capiz', ...judge(all, MOST_COMPILE_MS) };
  const edited = {
    what: `an edit of a screen of ${NODES} nodes among ${programs.countScreens(ROOT)}`,
    unit: 'ms',
    figures: { capiz: figureOf(edits) },
    budget: { page: 'capiz', ...judge(edits, MOST_EDIT_MS) },
  };
  const starts = await timeWarmStarts(plan.rounds);
  const started = {
    what: 'a start where all is built, until it listens',
    unit: 'ms',
    figures: { capiz: figureOf(starts) },
    budget: { page: 'capiz', ...judge(starts, MOST_START_MS) },
  };
  const rows = [compiled, edited, started, ...(await benchServers(programs, plan))];
  return { title: 'Programs', rows, notes: ['The load comes from the same machine.'] };
}

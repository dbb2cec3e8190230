/**
 * `npm run bench -- servers`: documents with the data of a borrower, beside a loan service that answers after 50 ms, and the
 * same addresses with CAPIZ_RENDER=placeholder.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT } from './pages.mjs';
import { buildPrograms, fetchRaw } from './programs.mjs';
import { startBare, startCapiz } from './servers.mjs';
import { figureOf, judge } from './table.mjs';

const SERVICE_MS = 50;
/** Enough for the budget; more only wait for the processor, on which the load runs too. */
const CONNECTIONS = 26;
/** Maximum time for a document: 300 documents a second. */
const MOST_DOCUMENT_US = 3_333;
const MOST_P99_MS = 150;
const SIZES = {
  quick: { rounds: 1, ms: 700 },
  usual: { rounds: 5, ms: 3000 },
  full: { rounds: 9, ms: 10_000 },
};

const SESSION = {
  ...{ orderId: 'repayable-bench', productId: '1203', userId: 'user', sessionId: 'session' },
  ...{ deviceId: 'device', building: 'device', gather: 'session', swift: 'device', eyes: 'session' },
};
const ADDRESS = `/order?${new URLSearchParams(SESSION)}`;
const PHONE = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14)', Accept: 'text/html,application/xhtml+xml' };
const HEADERS = Object.entries(PHONE)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const open = async (origin) => (await fetchRaw(origin + ADDRESS, PHONE)).body.toString();

/** Opens the address until its document has content: the thread that renders has loaded its code. */
async function openRendered(origin) {
  for (let again = 0; again < 100; again += 1) {
    const html = await open(origin);
    if (html.includes('id="capiz-content"')) return html;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('No document has content.');
}

/** Writes the replies of the simulated loan service to the first requests of the screen. */
async function copyReplies(file) {
  const demo = await startCapiz();
  try {
    const [, json] = /id="capiz-data">(.*?)<\/script>/s.exec(await openRendered(demo.origin)) ?? [];
    const headers = { 'Content-Type': 'application/json' };
    const answers = JSON.parse(json).replies.map(([key, { body }]) => {
      const [, url] = JSON.parse(key);
      return [url, { headers, body: Buffer.from(body).toString('base64') }];
    });
    mkdirSync(BUILT, { recursive: true });
    writeFileSync(file, JSON.stringify(Object.fromEntries(answers)));
  } finally {
    await demo.stop();
  }
}

/** Documents of each outcome since the start. */
async function countDocuments(origin) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const found = [...text.matchAll(/^capiz_documents_total\{outcome="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, outcome, count]) => [outcome, Number(count)]));
}

export async function benchDocuments(size) {
  const { rounds, ms } = SIZES[size];
  const programs = await buildPrograms();
  const file = join(BUILT, 'replies.json');
  await copyReplies(file);
  const service = await startBare(file, SERVICE_MS);
  const settings = { CAPIZ_UPSTREAM: service.origin, CAPIZ_NEW: '1' };
  const start = (render) => startCapiz('react', 'bin/start.mjs', { ...settings, CAPIZ_RENDER: render });
  const servers = { content: await start('content'), placeholder: await start('placeholder') };
  const found = { content: [], placeholder: [] };
  const load = async (name) => {
    const { origin } = servers[name];
    const before = (await countDocuments(origin)).content ?? 0;
    const how = { connections: CONNECTIONS, ms, headers: HEADERS, accepts: 'gzip, deflate, br' };
    const one = await programs.load([origin + ADDRESS], how);
    if (one.errors > 0) throw new Error(`${name} failed ${one.errors} times.`);
    const rendered = ((await countDocuments(origin)).content ?? 0) - before;
    return { ...one, share: (100 * rendered) / one.requests };
  };
  try {
    await openRendered(servers.content.origin);
    for (const name of Object.keys(servers)) await load(name);
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? ['content', 'placeholder'] : ['placeholder', 'content'];
      for (const name of order) found[name].push(await load(name));
      process.stderr.write(`documents: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await Promise.all([service, ...Object.values(servers)].map(({ stop }) => stop()));
    rmSync(file, { force: true });
  }
  return { title: 'Documents', rows: rowsOf(found), notes: ['The load comes from the same machine.'] };
}

function rowsOf({ content, placeholder }) {
  const figures = (of) => ({
    capiz: figureOf(content.map(of)),
    'CAPIZ_RENDER=placeholder': figureOf(placeholder.map(of)),
  });
  const at = `documents of the order screen for a session, a loan service that answers after ${SERVICE_MS} ms, ${CONNECTIONS} connections`;
  const each = content.map(({ perSecond }) => 1_000_000 / perSecond);
  const slowest = content.map(({ p99Ms }) => p99Ms);
  return [
    {
      ...{ what: 'answers a second', at, unit: 'of them', figures: figures(({ perSecond }) => perSecond) },
      budget: { page: 'capiz, µs each', ...judge(each, MOST_DOCUMENT_US) },
    },
    {
      ...{ what: 'slowest in a hundred', at, unit: 'ms', figures: figures(({ p99Ms }) => p99Ms) },
      budget: { page: 'capiz', ...judge(slowest, MOST_P99_MS) },
    },
    { what: 'share of answers with content', at, unit: '%', figures: figures(({ share }) => share) },
  ];
}

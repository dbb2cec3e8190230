/**
 * Measures the memory of `npm start`: after its start and one visit of every screen, and after 200 uploaded photos.
 * Exits with 1 above 250 MB. VmRSS of the one process that listens, from /proc (Linux).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encode, { init } from '@jsquash/jpeg/encode.js';
import { createRequire } from 'node:module';

const MOST_MB = 250;
const UPLOADS = Number(process.argv[2] ?? 200);
/** Four at once, as if four borrowers complain in the same second. */
const AT_ONCE = 4;
const UPLOAD_PATH = '/user-problem/upload-problem-img';

const folder = mkdtempSync(join(tmpdir(), 'capiz-memory-'));
const server = spawn(process.execPath, ['bin/start.mjs'], {
  env: { ...process.env, PORT: '0', CAPIZ_DATA: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Ending this process ends the server too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill() && process.exit(1));
try {
  const origin = await listening();
  console.log(`after the start: ${resident()} MB`);
  const seen = await visitAll(origin);
  const afterScreens = await settled();
  console.log(`after ${seen} states of all screens: ${afterScreens} MB`);
  const photo = await drawPhoto(1_600, 1_200);
  let kept = 0;
  for (let at = 0; at < UPLOADS; at += AT_ONCE) {
    const sent = Array.from({ length: Math.min(AT_ONCE, UPLOADS - at) }, (_, nth) =>
      send(origin, photo, at + nth),
    );
    kept += (await Promise.all(sent)).filter((status) => status === 200).length;
  }
  const afterUploads = await settled();
  console.log(`after ${UPLOADS} photos of 2 million points, ${kept} answered with 200: ${afterUploads} MB`);
  if (Math.max(afterScreens, afterUploads) > MOST_MB) {
    console.error(`That is more than ${MOST_MB} MB.`);
    process.exitCode = 1;
  }
} finally {
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

function listening() {
  let said = '';
  return new Promise((done, fail) => {
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const origin = /Capiz listens at (\S+)/.exec(said)?.[1];
      if (origin !== undefined) done(origin);
    });
    server.on('exit', (code) => fail(new Error(`The server ended with ${code}: ${said}`)));
  });
}

function resident() {
  const [, kilobytes = ''] =
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Garbage that is collected while the server is idle does not count. */
async function settled() {
  await new Promise((done) => setTimeout(done, 5_000));
  return resident();
}

/** Loads the document of every state of every screen, and all its files. */
async function visitAll(origin) {
  const states = await (await fetch(`${origin}/capiz/gallery/states.json`)).json();
  for (const { screen, name } of states) {
    const html = await (await fetch(`${origin}/gallery/${screen}/${name}`)).text();
    const files = new Set(html.match(/\/capiz\/(?:plans|assets|releases)\/[\w.-]+/g));
    await Promise.all([...files].map(async (path) => (await fetch(origin + path)).arrayBuffer()));
  }
  return states.length;
}

async function drawPhoto(width, height) {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
  await init(new WebAssembly.Module(readFileSync(path)), { print() {}, printErr() {} });
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 1) data[at] = (at / 64) % 256;
  return new Blob([await encode({ width, height, data }, { quality: 60 })], { type: 'image/jpeg' });
}

/** Each photo is from another borrower, so that no quota refuses it. */
async function send(origin, photo, nth) {
  const body = new FormData();
  body.append('problemImage', photo, 'photo.jpg');
  const session = `known-memory${nth}`;
  const headers = { 'X-Requested-With': 'XMLHttpRequest', eyes: session, swift: session, gather: session };
  const reply = await fetch(origin + UPLOAD_PATH, { method: 'POST', headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

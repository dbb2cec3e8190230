/** Servers that the bench starts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Resolves when the program prints its address; `stop` resolves when it has ended and its folder is removed. */
function start(args, env, folder) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    child.removeAllListeners('exit');
    const ended = new Promise((done) => child.once('exit', done));
    child.kill();
    await ended;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  return new Promise((listening, failed) => {
    child.once('exit', (code) => failed(new Error(`${args[0]} ended with ${code}.`)));
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      const [, origin] = /listens at (http:\/\/[\d.]+:\d+)\s/.exec(said) ?? [];
      if (origin !== undefined) listening({ origin, stop });
    });
  });
}

/**
 * Our production server; it has loaded its release before it listens. Its data is in `folder`.
 *
 * @param drawnBy - `react` or `preact`.
 * @param program - `dist/server/main.js` serves the existing build, from any sources.
 * @param settings - More settings.
 */
export async function startCapiz(drawnBy = 'react', program = 'bin/start.mjs', settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-bench-'));
  const env = { ...settingsOf(folder, drawnBy), ...settings };
  return { ...(await start([join(ROOT, program)], env, folder)), folder };
}

/**
 * Time until `bin/start.mjs` listens, with everything built and a release in its database.
 *
 * @returns Milliseconds of each round.
 */
export async function timeWarmStarts(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-bench-'));
  const times = [];
  // The first round builds outdated parts and publishes.
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    const server = await start([join(ROOT, 'bin/start.mjs')], settingsOf(folder, 'react'));
    if (round > 0) times.push(performance.now() - began);
    await server.stop();
  }
  rmSync(folder, { recursive: true, force: true });
  return times;
}

function settingsOf(folder, drawnBy) {
  return {
    PORT: '0',
    CAPIZ_DEMO: '1',
    CAPIZ_REPORTS: '0',
    CAPIZ_DRAIN_SECONDS: '0',
    CAPIZ_LOG: 'text',
    CAPIZ_DATA: folder,
    CAPIZ_REACT: drawnBy,
  };
}

/** Our built server, over a project in its own folder. */
export async function startStudio(folder) {
  const env = {
    CAPIZ_DATA: join(folder, '.capiz'),
    CAPIZ_REPORTS: '0',
    CAPIZ_DRAIN_SECONDS: '0',
    CAPIZ_LOG: 'text',
  };
  const server = await start([join(ROOT, 'dist/server/main.js'), folder], { ...env, PORT: '0' });
  return { ...server, env, folder };
}

/**
 * @param file - Its answers: JSON, by path.
 * @param afterMs - How long each answer takes.
 */
export function startBare(file, afterMs = 0) {
  return start([join(import.meta.dirname, 'bare-server.mjs'), file, String(afterMs)], {});
}

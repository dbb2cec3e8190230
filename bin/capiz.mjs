#!/usr/bin/env node
// Runs the command line. Node cannot run TypeScript, so the command line is built first if its build is missing or its
// sources changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { canBuild } from './can-build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = join(root, 'dist/cli');

function isStale() {
  const entry = join(built, 'main.js');
  const list = join(built, 'inputs.json');
  if (!existsSync(entry) || !existsSync(list)) return true;
  // Compared by content: a clone, an archive or an image changes the times of files.
  return Object.entries(JSON.parse(readFileSync(list, 'utf8'))).some(([input, hash]) => {
    const file = join(root, input);
    return !existsSync(file) || createHash('sha256').update(readFileSync(file)).digest('hex') !== hash;
  });
}

async function buildCommandLine() {
  const { build } = await import('vite');
  // vite chooses React's build by NODE_ENV, so a value from the caller's shell must not apply.
  process.env.NODE_ENV = 'production';
  // Built in another folder and then renamed, so that a command that runs at the same time never reads an
  // incomplete build.
  const fresh = join(root, `dist/.cli-${process.pid}`);
  await build({
    configFile: join(root, 'src/cli/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: fresh },
  });
  try {
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } catch (error) {
    // Another process was faster; its build is from the same sources.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(built, 'main.js'))) throw error;
  }
}

try {
  if (canBuild(root) && isStale()) await buildCommandLine();
  const { main } = await import(pathToFileURL(join(built, 'main.js')).href);
  const camera = join(root, 'bin/camera.mjs');
  // The package for operators has no camera.
  const openCamera = async (project, tell) =>
    (await import(pathToFileURL(camera).href)).openCamera(project, tell);
  process.exitCode = await main(process.argv.slice(2), existsSync(camera) ? { openCamera } : {});
} catch (error) {
  console.error(`capiz could not be built or started: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}

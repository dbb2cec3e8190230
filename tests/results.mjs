/** Measurements stored in the repository: JSON lines, each with its commit. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** @returns Its lines; empty if the file does not exist. */
export function readLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Whether the folder differs from the commit, apart from the results. */
export function differsFromCommit(...results) {
  return git('status', '--porcelain', '--', '.', ...results.map((file) => `:!${file}`)) !== '';
}

export function commitOf() {
  return git('rev-parse', 'HEAD');
}

/** Exits with 2: could not run. */
export function stop(words) {
  console.error(words);
  process.exit(2);
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

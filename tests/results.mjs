/** What measuring has kept in the repository: lines of JSON, each with the commit that it is of. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** @returns Its lines; none where there is no such file. */
export function readLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Whether what stands in the folder is not what was committed, but for the results themselves. */
export function differsFromCommit(...results) {
  return git('status', '--porcelain', '--', '.', ...results.map((file) => `:!${file}`)) !== '';
}

export function commitOf() {
  return git('rev-parse', 'HEAD');
}

/** Ends with 2: it could not run. */
export function stop(words) {
  console.error(words);
  process.exit(2);
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

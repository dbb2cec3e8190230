import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';

/** Debian installs it outside the PATH of normal users. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/nginx/sbin'];

function find() {
  const folders = [...(process.env.PATH ?? '').split(':').filter(Boolean), ...FOLDERS];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));
}

/** Path of nginx. Without nginx the test fails and says how to install it. */
export function findNginx() {
  let program = find();
  if (program === undefined) {
    installPackages(['nginx-light']);
    program = find();
  }
  if (program !== undefined) return program;
  throw new Error('No nginx was found. Install one, for example: sudo apt-get install -y nginx-light');
}

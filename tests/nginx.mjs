import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';

/** Debian keeps it outside the path of everybody but root. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/nginx/sbin'];

function find() {
  const folders = [...(process.env.PATH ?? '').split(':').filter(Boolean), ...FOLDERS];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));
}

/** Path of nginx; where there is none it says how to get one, and nothing is green. */
export function findNginx() {
  let program = find();
  if (program === undefined) {
    installPackages(['nginx-light']);
    program = find();
  }
  if (program !== undefined) return program;
  throw new Error('No nginx was found. Install one, for example: sudo apt-get install -y nginx-light');
}

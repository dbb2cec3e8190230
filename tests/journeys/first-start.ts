import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_DATA, OwnServer } from './own-server.ts';

/**
 * Starts a server once before all journeys and keeps its data folder, which `OwnServer` copies: a first start compiles
 * and publishes the whole project, which takes 6 s of CPU time.
 */
export default async function startFirst(): Promise<() => void> {
  const server = new OwnServer();
  const data = mkdtempSync(join(tmpdir(), 'capiz-first-'));
  try {
    await server.start();
    await server.stop();
    cpSync(join(server.folder, '.capiz'), data, { recursive: true });
  } finally {
    await server.remove();
  }
  process.env[FIRST_DATA] = data;
  return () => rmSync(data, { recursive: true, force: true });
}

import { describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { testProject } from '../testing.ts';
import { createDev } from './dev.ts';

const settings = {
  host: '127.0.0.1',
  port: 0,
  demo: false,
  folder: '',
  database: '',
  reportSample: 0,
  uploadDays: 0,
  drainMs: 0,
  proxies: 0,
  logFormat: 'text' as const,
};
const sound = testProject;
const broken: Project = {
  ...sound,
  problems: ['a line'],
  describe: () => 'error  shape/unknown  <b>',
  isSound: false,
};

/** A dev server for the project that the test sets. */
function start(first: Project) {
  let project = first;
  const dev = createDev(
    settings,
    () => project,
    () => {},
  );
  const { app } = dev.make('http://127.0.0.1:4174');
  const visit = async (path: string, accept = 'text/html') => {
    const reply = await app.fetch(new Request(`http://127.0.0.1${path}`, { headers: { accept } }), {});
    return { status: reply.status, text: await reply.text() };
  };
  const change = (next: Project): void => {
    project = next;
    dev.receive({ kind: 'changed' });
  };
  return { dev, visit, change };
}
const versionIn = (text: string) => /dev\.js\?version=([a-z0-9]+-\d+)/.exec(text)?.[1];

describe('a project that is being edited', () => {
  it('every page contains its version, and a change makes another version', async () => {
    const { visit, change } = start(sound);
    const before = await visit('/order');
    expect(before.status).toBe(200);
    change(sound);
    const after = await visit('/order');
    expect(versionIn(before.text)).toMatch(/-1$/);
    expect(versionIn(after.text)).toMatch(/-2$/);
  });

  it('stores no page, because there is no service worker', async () => {
    const content = { identity: new Uint8Array([59]) };
    const files = new Map([
      ['/capiz/worker.js', { content, type: 'text/javascript; charset=utf-8', isImmutable: false }],
    ]);
    const built = { ...sound, readBuilt: () => ({ ...sound.readBuilt(), files }) };
    const { visit } = start(built);
    expect((await visit('/capiz/worker.js')).status).toBe(404);
    // Without this element, a page would request the worker and log a failed request.
    expect((await visit('/order')).text).toContain('<meta name="capiz-offline" content="off">');
  });

  it('errors replace every page until they are fixed', async () => {
    const { visit, change } = start(sound);
    change(broken);
    for (const path of ['/order', '/repay', '/gallery', '/capiz/demo']) {
      const { status, text } = await visit(path);
      expect(status).toBe(500);
      expect(text).toContain('error  shape/unknown  &lt;b&gt;');
      expect(versionIn(text)).toMatch(/-2$/);
    }
    change(sound);
    expect((await visit('/order')).status).toBe(200);
  });

  it('shows the errors of a project that never compiled', async () => {
    const { visit } = start(broken);
    expect((await visit('/order')).text).toContain('shape/unknown');
    expect(await visit('/capiz/plans/x.json', '*/*')).toEqual({
      status: 503,
      text: 'Nothing is served yet.',
    });
  });

  it('calls of an open page are answered while its definition has errors', async () => {
    const { visit, change } = start(sound);
    change(broken);
    expect((await visit('/capiz/reference/reports', 'application/json')).status).toBe(200);
  });

  it('shows a failed build, and ignores unknown messages', async () => {
    const { dev, visit } = start(sound);
    for (const message of [undefined, null, 'changed', { kind: 'else' }, { kind: 'failed' }])
      dev.receive(message);
    expect((await visit('/order')).status).toBe(200);
    dev.receive({ kind: 'failed', message: 'page.css: no such colour' });
    expect((await visit('/order')).text).toContain('page.css: no such colour');
  });
});

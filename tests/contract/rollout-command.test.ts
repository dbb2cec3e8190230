import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import vectors from '#fixtures/rollout/vectors.json' with { type: 'json' };
import { library, type ScreenText } from '#renderer/grammar/testing.ts';
import { runIn } from '#src/cli/testing.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import type { CountReport } from '#src/shared/reports.ts';
import { bucketOf, type Group, groupOf, HALF } from '#src/shared/rollout/assign.ts';
import { openRegistry, type OpenRegistry } from '#src/server/registry/open-registry.ts';
import { findLive } from '#src/server/registry/manifests.ts';
import { findRollout } from '#src/server/registry/rollout-records.ts';
import { serveRegistry } from '#src/server/registry/serve-registry.ts';
import { PAYING, screenWithText, WORDS_ALONE } from '#src/server/registry/testing.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { testProject } from '#src/server/testing.ts';
import { readTag } from '#tests/page-cookie.ts';

let folder: string;
let registry: OpenRegistry;
let server: RunningServer;
let clock: number;
/** The token files, by person. */
let files: { readonly ana: string; readonly ben: string };

function writeProject(shelf: ScreenText): void {
  const screen = { routes: ['/shelf'], public: true, params: {}, data: {}, ...shelf };
  for (const { path, text } of library(screen, { app: WORDS_ALONE })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
}

beforeEach(async () => {
  clock = Date.now();
  folder = mkdtempSync(join(tmpdir(), 'capiz-rollout-'));
  writeProject(screenWithText('One'));
  const settings = readSettings({ PORT: '0', CAPIZ_DATA: join(folder, '.capiz') }) as Settings;
  registry = await openRegistry(
    { address: settings.database, folder: settings.folder },
    () => readProjectBytes(folder),
    () => clock,
  );
  files = { ana: join(folder, 'ana.token'), ben: join(folder, 'ben.token') };
  writeFileSync(files.ana, await givenStaff(registry.database, 'ana', 'publisher'));
  writeFileSync(files.ben, await givenStaff(registry.database, 'ben', 'publisher'));
  const source = await serveRegistry(registry, () => {}, { ...settings, now: () => clock });
  server = await startServer(settings, testProject, () => {}, source);
});

afterEach(async () => {
  await server.close(0);
  await registry.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const capiz = (...args: string[]) => runIn(folder, ...args);

function rollout(verb: string, ...args: string[]) {
  return capiz('rollout', verb, ...args, '--server', server.origin, '--token-file', files.ana);
}

/** A visitor's next document: its text, the tag of its page, and its cookies. */
async function open(known = '') {
  const reply = await fetch(`${server.origin}/shelf`, { headers: { cookie: known } });
  const html = await reply.text();
  const said = /"(One|Two)"/.exec(html)?.[1];
  const kept = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { said, cookies: kept.join('; '), counts: readTag(reply) };
}

/** Twelve visitors on one side, of a rollout of the release to half of all. */
function visitorsOf(release: string, side: Group): readonly string[] {
  const ids = Array.from({ length: 200 }, (_, at) =>
    `${release.slice(0, 8)}-visitor-${at}`.padEnd(22, '0').slice(0, 22),
  );
  return ids.filter((id) => groupOf(bucketOf(release, id), HALF) === side).slice(0, 12);
}

/** A strategy with half of all visitors at once. */
function half(): string {
  const path = join(folder, 'half.json');
  const strategy = {
    stages: [{ basisPoints: 5_000, bakeMs: 600_000 }],
    leastViews: 200,
    thresholds: { render: 100 },
  };
  writeFileSync(path, JSON.stringify(strategy));
  return path;
}

describe('a rollout from the command line', () => {
  it('gives each visitor one release and keeps them on it, until the rollout is returned', async () => {
    writeProject(screenWithText('Two'));
    const begun = await rollout('start', '--strategy', half(), '--reason', 'Better words.');
    expect(begun).toMatchObject({ code: 0, err: '' });
    expect(begun.out).toContain('Stage 1 of 1: 50 % of its audience get it.');
    const visitors = await Promise.all(Array.from({ length: 24 }, () => open()));
    const said = visitors.map((visitor) => visitor.said);
    expect(new Set(said)).toEqual(new Set(['One', 'Two']));
    for (const { said: first, counts } of visitors) {
      expect(counts?.group).toMatch(first === 'Two' ? /\.candidate$/ : /\.control$/);
    }
    const again = await Promise.all(visitors.map(({ cookies }) => open(cookies)));
    expect(again.map((visitor) => visitor.said)).toEqual(said);
    expect((await rollout('status')).out).toContain('The time of this stage is not over.');
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toMatch(/^capiz_rollout_share\{release="\w{12}"\} 0\.5$/m);
    expect(metrics).toMatch(/^capiz_requests_total\{place="document",status="2xx"\} 48$/m);

    const back = await rollout('return', '--reason', 'Not yet.');
    expect(back).toMatchObject({ code: 0, out: expect.stringContaining('is returned') as string });
    const after = await Promise.all(visitors.map(({ cookies }) => open(cookies)));
    expect(new Set(after.map((visitor) => visitor.said))).toEqual(new Set(['One']));
  });

  it('is returned by a rollback, which reports the return and the release that everybody has', async () => {
    const before = (await findLive(registry.database.queries))?.release ?? '';
    writeProject(screenWithText('Two'));
    await rollout('start', '--strategy', half(), '--reason', 'Better words.');
    const { id = '', release = '' } = (await findRollout(registry.database.queries)) ?? {};
    const back = (...args: string[]) =>
      capiz('rollback', ...args, '--server', server.origin, '--token-file', files.ana, '--reason', 'Wrong.');
    const { code, out } = await back(before.slice(0, 12));
    expect(code).toBe(0);
    expect(out).toBe(
      `The rollout ${id} of release ${release.slice(0, 12)} was returned; no release was rolled back. ` +
        `Everybody has release ${before.slice(0, 12)}, which was live all the time. ` +
        `To go back behind it: npx capiz rollback ${before.slice(0, 12)} --reason "why"\n`,
    );
    await rollout('start', '--strategy', half(), '--reason', 'Again.');
    expect(JSON.parse((await back('--json')).out)).toMatchObject({
      ...{ version: 1, did: 'returned-rollout', candidate: release, release: before, before },
    });
  });

  it('is returned automatically when its pages report errors', async () => {
    writeProject(screenWithText('Two'));
    await rollout('start', '--strategy', half(), '--reason', 'Better words.');
    const { release = '' } = (await findRollout(registry.database.queries)) ?? {};
    // Each side needs ten reports before a decision; with fixed visitors the result does not depend on chance.
    const visitors = await Promise.all(
      [...visitorsOf(release, 'candidate'), ...visitorsOf(release, 'control')].map((one) =>
        open(`capiz-visitor=${one}`),
      ),
    );
    const post = (tag: object, shelf: CountReport['screens'][string]) =>
      fetch(`${server.origin}/capiz/reports`, {
        method: 'POST',
        body: JSON.stringify({ type: 'counts', ...tag, screens: { shelf } }),
      });
    for (const { said, counts = {} } of visitors) {
      await post(counts, said === 'Two' ? { view: 20, load: 1, render: 2 } : { view: 20, load: 1 });
    }
    clock += 10_000;
    // Any change makes the servers poll.
    await registry.database.write(() => Promise.resolve());
    await expect.poll(() => findRollout(registry.database.queries)).toBeUndefined();
    const { out } = await rollout('status');
    expect(out).toMatch(/is returned\.\nWhy: render 10\.00 %/);
    expect(out).toMatch(/^ {2}shelf \(candidate\): load \d+, render \d+, view \d+$/m);
    expect((await open(visitors.find(({ said }) => said === 'Two')?.cookies)).said).toBe('One');
  });

  it('is not returned by reports of strangers', async () => {
    writeProject(screenWithText('Two'));
    await rollout('start', '--strategy', half(), '--reason', 'Better words.');
    const visitors = await Promise.all(Array.from({ length: 24 }, () => open()));
    const { release = '', group } = visitors.find(({ said }) => said === 'Two')?.counts ?? {};
    const shelf = { view: 100, load: 1, render: 100 };
    for (const token of [undefined, 'AAAAAAAAAAA.zzzz.AAAAAAAAAAAAAAAAAAAAAA']) {
      const report = { type: 'counts', release, group, token, screens: { shelf } };
      const body = JSON.stringify(report);
      for (let again = 0; again < 12; again += 1)
        await fetch(`${server.origin}/capiz/reports`, { method: 'POST', body });
    }
    clock += 10_000;
    await registry.database.write(() => Promise.resolve());
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toContain('capiz_page_batches_refused_total 24\n');
    expect((await rollout('status')).out).toContain('is running');
  });

  it('is served only to its audience', async () => {
    writeProject(screenWithText('Two'));
    const audience = join(folder, 'audience.json');
    writeFileSync(audience, JSON.stringify([{ attribute: 'appVersion', atLeast: '2.4' }]));
    await rollout('start', '--strategy', half(), '--audience', audience, '--reason', 'Better words.');
    const visitors = await Promise.all(Array.from({ length: 24 }, () => open()));
    expect(new Set(visitors.map(({ said }) => said))).toEqual(new Set(['One']));
  });

  it('needs a second person for a change of money, and shows who did what', async () => {
    writeProject({ ...PAYING, data: { shelf: { endpoint: 'shelf', with: { cardId: '1' } } } });
    const { code, err } = await rollout('start', '--reason', 'Pay here.');
    expect(code).toBe(1);
    const release = /capiz approve (\w{12})/.exec(err)?.[1] ?? '';
    expect(err).toContain(`capiz rollout start ${release}`);
    const approve = ['approve', release, '--reason', 'Looked.', '--token-file', files.ben];
    expect((await capiz(...approve, '--server', server.origin)).code).toBe(0);
    expect((await rollout('start', release, '--reason', 'Pay here.')).code).toBe(0);
    expect((await rollout('pause', '--reason', 'Lunch.')).out).toContain('is paused.');
    expect((await rollout('resume', '--reason', 'Fed.')).out).toContain('is running.');
    expect((await rollout('advance', '--reason', 'All is well.')).out).toContain('Stage 2 of');
    const json = JSON.parse((await rollout('status', '--json')).out) as { rollout: { state: string } };
    expect(json.rollout.state).toBe('running');
  });

  it.each([
    [['sideways'], 'name an action'],
    [['start'], 'give a reason'],
    [['pause', '--reason', 'x x'], 'no rollout is in progress'],
    [['start', 'ffff', '--reason', 'x x'], 'no release begins with ffff'],
    [['who'], 'name the file'],
    [['who', 'none.json'], 'cannot be read'],
  ])('%j could not run: exit 2 and why', async ([verb = '', ...args], why) => {
    const { code, err } = await rollout(verb, ...args);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });

  it('shows for each visitor the side that the test vectors give', async () => {
    const path = join(folder, 'vectors.json');
    writeFileSync(path, JSON.stringify(vectors.assignments));
    const { code, out } = await capiz('rollout', 'who', path);
    expect(code).toBe(0);
    expect(out).toBe(vectors.assignments.map(({ id, group }) => `${group}\t${id}\n`).join(''));
  });
});

describe('a screen that is closed', () => {
  const screen = (verb: string) =>
    capiz('screen', verb, 'shelf', '--reason', 'It paid twice.', '--server', server.origin);

  it('is a plain page for everybody at once, also during a visit, until it is opened', async () => {
    const visitor = await open();
    const plan = /"shelf":"([\w-]+)"/.exec(await (await fetch(`${server.origin}/shelf`)).text())?.[1];
    expect(visitor.said).toBe('One');
    expect(await screen('close')).toMatchObject({ code: 0, err: '' });
    const html = await (
      await fetch(`${server.origin}/shelf`, { headers: { cookie: visitor.cookies } })
    ).text();
    expect(html).toContain('not available right now');
    expect(html).not.toContain('"One"');
    expect((await fetch(`${server.origin}/capiz/plans/${plan}.json`)).status).toBe(410);
    expect((await screen('close')).code).toBe(1);
    expect(await screen('open')).toMatchObject({ code: 0, err: '' });
    expect((await open(visitor.cookies)).said).toBe('One');
  });
});

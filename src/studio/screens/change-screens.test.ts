import { describe, expect, it } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import type { Edit } from '../model/edit.ts';
import { documentOf } from '../model/nodes.ts';
import { openWorkspace, type Workspace, type WorkspaceView } from '../model/workspace.ts';
import { LIBRARY_FIXTURES } from '../testing.ts';
import { deleteScreen, moveScreen, removeTranslations, renameScreen } from './change-screens.ts';
import { faultInProblems, faultOfRoute } from './address.ts';
import { leadsTo } from './leads.ts';
import { createScreen } from './new-screen.ts';
import { placesIn } from './places.ts';
import { TEMPLATES } from './templates.ts';

const base = readProjectFiles('.');
const bytesOf = (workspace: Workspace) => Object.fromEntries(workspace.snapshot().texts);
const errorsOf = (workspace: Workspace, changes: Edit['changes']) =>
  workspace
    .wouldFind(changes)
    .filter(({ severity }) => severity === 'error')
    .map(({ file, message }) => `${file} ${message}`);
/** Compiled once; every test that edits it undoes its edits. */
const live = openWorkspace({ base });
const SCREENS = Object.keys(live.snapshot().good?.screens ?? {});

describe('a moved screen', () => {
  it('has the new address first, and is still opened by the earlier ones', () => {
    const workspace = openWorkspace({ base });
    workspace.edit({ label: 'Move', changes: moveScreen(workspace.snapshot(), 'about-us', '/about') });
    workspace.edit({ label: 'Move', changes: moveScreen(workspace.snapshot(), 'about-us', '/who-we-are') });
    const { good } = workspace.snapshot();
    expect(good?.app?.screens['about-us']?.paths).toEqual(['/who-we-are', '/about', '/aboutUs']);
    // Back to an earlier address.
    workspace.edit({ label: 'Move', changes: moveScreen(workspace.snapshot(), 'about-us', '/aboutUs') });
    expect(workspace.snapshot().good?.app?.screens['about-us']?.paths).toEqual([
      ...['/aboutUs', '/who-we-are', '/about'],
    ]);
  });

  it.each([
    ['about', 'is not in the expected form'],
    ['/a b', 'is not in the expected form'],
    ['//about', 'is not in the expected form'],
    ['/about?x=1', 'is not in the expected form'],
    [`/${'a'.repeat(100)}`, 'is too long'],
    ['/repay', 'is the address of “Repayment” already'],
  ])('cannot have the address %s', (route, why) => {
    expect(faultOfRoute(live.snapshot(), route, 'about-us')).toMatch(why);
  });

  it.each(['/studio', '/capiz/assets', '/healthz'])(
    'cannot have the address %s, which the server answers',
    (route) => {
      const view = live.snapshot();
      expect(faultOfRoute(view, route, 'about-us')).toBeUndefined();
      expect(faultInProblems(live.wouldFind(moveScreen(view, 'about-us', route)))).toMatch(/^is used/);
    },
  );
});

describe('what leads to a screen', () => {
  it('is named by its screen and its node', () => {
    const words = leadsTo(live.snapshot(), 'repay').map((lead) => lead.words);
    expect(words.length).toBeGreaterThan(0);
    expect(words.join('\n')).toMatch(/^Order Details: /m);
    for (const one of words) expect(one).not.toMatch(/\.json|\//);
  });

  it('is also an address in a text, and a setting of the application', () => {
    const file = 'screens/site.screen.json';
    const site = base.find(({ path }) => path === file)?.text ?? '';
    const text = site.replace(
      '"body": [',
      '"body": [{ "type": "text", "text": "[Us](us)", "links": { "us": [{ "do": "leave", "to": "/aboutUs?from=site" }] } },',
    );
    const workspace = openWorkspace({ base, draft: { [file]: text } });
    expect(leadsTo(workspace.snapshot(), 'about-us').some((lead) => lead.file === file)).toBe(true);
    const special = leadsTo(workspace.snapshot(), 'not-found');
    expect(special.map((lead) => lead.words)).toContain('The application: what opens for an unknown address');
  });
});

describe('a deleted screen', () => {
  it.each(SCREENS)(
    '%s leaves no error if nothing leads to it, or if another screen opens instead',
    (screen) => {
      const view = live.snapshot();
      // Whatever would be broken is told beforehand.
      if (leadsTo(view, screen).length === 0)
        expect(errorsOf(live, deleteScreen(view, screen, undefined))).toEqual([]);
      const instead = screen === 'in-app' ? 'site' : 'in-app';
      const before = bytesOf(live);
      live.edit({ label: 'Delete', changes: deleteScreen(view, screen, instead) });
      const { good, problems } = live.snapshot();
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const old = view.good?.app?.screens[screen]?.paths ?? [];
      expect(good?.app?.screens[instead]?.paths).toEqual(expect.arrayContaining([...old]));
      live.undo();
      expect(bytesOf(live)).toEqual(before);
    },
    60_000,
  );

  it('takes the translations with it that only it had, and leaves no new warning about them', () => {
    const view = live.snapshot();
    const unused = () =>
      live.snapshot().problems.flatMap(({ code, message }) => (code === 'messages/unused' ? [message] : []));
    const before = unused();
    const deletion = deleteScreen(view, 'complaint-form', 'complaint-list');
    const translations = removeTranslations(view, deletion);
    expect(Object.keys(translations)).toContain('screens/messages/fil-PH.json');
    live.edit({ label: 'Delete', changes: { ...deletion, ...translations } });
    expect(unused()).toEqual(before);
    live.undo();
    live.edit({ label: 'Delete', changes: deletion });
    expect(unused()).not.toEqual(before);
    live.undo();
  }, 60_000);

  it('takes the copy of a part with it that “Here only” made for it', () => {
    const copy = 'screens/parts/payment-channels-repay.part.json';
    const part = base.find(({ path }) => path === 'screens/parts/payment-channels.part.json')?.text ?? '';
    const file = 'screens/repay.screen.json';
    const screen = base.find(({ path }) => path === file)?.text ?? '';
    const draft = { [copy]: part, [file]: screen.replace('"payment-channels"', '"payment-channels-repay"') };
    const workspace = openWorkspace({ base, draft });
    expect(deleteScreen(workspace.snapshot(), 'repay', 'order')).toMatchObject({ [copy]: null });
    expect(deleteScreen(workspace.snapshot(), 'rollover', 'order')).not.toHaveProperty([copy]);
    const live = deleteScreen(workspace.snapshot(), 'rollover', 'order');
    expect(live).not.toHaveProperty(['screens/parts/payment-channels.part.json']);
  });

  it('takes its own states of the draft with it', () => {
    const path = 'fixtures/variants/late.json';
    const variant = { title: 'Late', screen: 'repay', scenario: 'plain', replies: {} };
    const workspace = openWorkspace({ base, draft: { [path]: JSON.stringify(variant) } });
    expect(deleteScreen(workspace.snapshot(), 'repay', 'order')).toMatchObject({ [path]: null });
    expect(deleteScreen(workspace.snapshot(), 'order', 'repay')).not.toHaveProperty([path]);
  });
});

/** A new screen that another one links to. */
function createLinked(view: WorkspaceView, from: string, step: number): Edit['changes'] {
  const file = `screens/${from}.screen.json`;
  const [place] = placesIn(file, documentOf(view, file), 'button');
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('There is no template.');
  return createScreen(view, LIBRARY_FIXTURES, {
    from: { template },
    title: `New ${step}`,
    route: `/new-${step}`,
    link: place && { screen: from, look: 'button', place },
  }).changes;
}

describe('edits of whole screens', () => {
  it('in any order are undone byte for byte', () => {
    const workspace = openWorkspace({ base });
    const before = bytesOf(workspace);
    // A fixed sequence of pseudo-random numbers.
    let seed = 7;
    const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
    let made = 0;
    for (let step = 0; step < 24; step += 1) {
      const view = workspace.snapshot();
      const ids = view.files.flatMap(({ path }) => /^screens\/([^/]+)\.screen\.json$/.exec(path)?.[1] ?? []);
      const [screen = '', other = ''] = [ids[next(ids.length)], ids[next(ids.length)]];
      const kinds = [
        () => renameScreen(view, screen, `Title ${step}`),
        () => moveScreen(view, screen, `/moved-${step}`),
        () => (screen === other ? {} : deleteScreen(view, screen, other)),
        () => createLinked(view, screen, step),
      ];
      const before = workspace.steps().done.length;
      workspace.edit({ label: String(step), changes: kinds[next(kinds.length)]?.() ?? {} });
      const added = workspace.steps().done.length - before;
      expect(added).toBeLessThanOrEqual(1);
      made += added;
    }
    expect(made).toBeGreaterThan(15);
    for (let step = 0; step < made; step += 1) workspace.undo();
    expect(bytesOf(workspace)).toEqual(before);
  }, 120_000);
});

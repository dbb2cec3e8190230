import { describe, expect, it } from 'vitest';
import { formatDocument } from '#renderer/grammar/format.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { beginProject } from '#src/cli/new/first-project.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import type { Fixtures } from '../load.ts';
import { statesOfScreen } from '../model/version.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { LIBRARY_FIXTURES } from '../testing.ts';
import { rehearseWith, variantsOf } from '../variants/variants.ts';
import { createScreen, type NewScreen } from './new-screen.ts';
import { placesIn } from './places.ts';
import { TEMPLATES, type Template } from './templates.ts';

const isDefinition = ({ path }: SourceFile) => /^(?:screens|schemas)\//.test(path);
const PROJECTS = {
  'the product': readProjectFiles('.'),
  'an insurance claim': readProjectFiles('fixtures/consumer/insurance'),
  'an empty project': beginProject('Shop', 'en').filter(isDefinition),
} as const;
/** Without the translations that every new text lacks. */
const SAID = (files: readonly SourceFile[]) =>
  inspectProject(files)
    .problems.filter(({ code }) => code !== 'messages/missing')
    .map(({ code, file, pointer, message }) => [code, file, pointer, message].join(' '));
const SCENARIO = {
  ...LIBRARY_FIXTURES.scenarios.get('plain'),
  start: 'open',
  stages: { open: { replies: {} } },
};
const fixtures: Fixtures = {
  ...LIBRARY_FIXTURES,
  scenarios: new Map([['plain', SCENARIO as unknown as Scenario]]),
};
const wanted = (template: Template, more: Partial<NewScreen> = {}): NewScreen => ({
  from: { template },
  title: 'How to pay later',
  route: '/how-to-pay-later',
  link: undefined,
  ...more,
});
const templateOf = (is: (template: Template) => boolean): Template => {
  const found = TEMPLATES.find(is);
  if (found === undefined) throw new Error('There is no such template.');
  return found;
};
const HELP = templateOf(({ name }) => name === 'help');
const bytesOf = (workspace: Workspace) => Object.fromEntries(workspace.snapshot().texts);

describe.each(Object.entries(PROJECTS))('in %s', (_name, base) => {
  const known = SAID(base);
  it.each(TEMPLATES.map((template) => [template.name, template] as const))(
    'the template %s is a screen without an error or a warning',
    (_template, template) => {
      const workspace = openWorkspace({ base });
      const { changes, screen, state } = createScreen(workspace.snapshot(), fixtures, wanted(template));
      workspace.edit({ label: 'New screen', changes });
      const { files, texts } = workspace.snapshot();
      expect(SAID(files).filter((one) => !known.includes(one))).toEqual([]);
      const path = `screens/${screen}.screen.json`;
      const text = texts.get(path) ?? '';
      expect(formatDocument({ path, text })).toBe(text);
      expect(text).not.toContain('x-sample');
      expect(state !== undefined).toBe(template.sample !== undefined);
    },
    60_000,
  );
});

describe('templates', () => {
  it('are ten, in the newest grammar, and name no product', () => {
    expect(TEMPLATES).toHaveLength(10);
    for (const { document, about } of TEMPLATES) {
      expect(document['grammar']).toBe(GRAMMAR);
      expect(about).toMatch(/\.$/);
      expect(JSON.stringify(document)).not.toMatch(/capiz|loan|peso|₱|\bPH\b/i);
    }
  });
});

describe('a new screen', () => {
  const base = PROJECTS['the product'];

  it('is linked from another screen, and undo brings back every byte', () => {
    const workspace = openWorkspace({ base });
    const before = bytesOf(workspace);
    const view = workspace.snapshot();
    const order = JSON.parse(view.texts.get('screens/order.screen.json') ?? '') as unknown;
    const [place] = placesIn('screens/order.screen.json', order, 'row');
    if (place === undefined) throw new Error('There is no place.');
    const { changes } = createScreen(
      view,
      fixtures,
      wanted(HELP, { link: { screen: 'order', look: 'row', place } }),
    );
    workspace.edit({ label: 'New screen', changes });
    const after = workspace.snapshot();
    expect([...after.changed].sort()).toEqual([
      ...['screens/how-to-pay-later.screen.json', 'screens/order.screen.json'],
    ]);
    expect(after.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const linked = JSON.parse(after.texts.get('screens/order.screen.json') ?? '') as { body: object[] };
    expect(linked.body.at(-1)).toMatchObject({
      body: [{ type: 'item', title: 'How to pay later', on: { tap: [{ to: 'how-to-pay-later' }] } }],
    });
    workspace.undo();
    expect(bytesOf(workspace)).toEqual(before);
    workspace.redo();
    expect(bytesOf(workspace)).toEqual(Object.fromEntries(after.texts));
  });

  it('has a free id: a number behind a taken one, and a letter in front', () => {
    const { view, ids } = withTitles('About us', '2026 terms', 'पता');
    expect(ids).toEqual(['about-us-2', 'screen-2026-terms', 'screen']);
    expect(view.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  function withTitles(...titles: string[]) {
    const workspace = openWorkspace({ base });
    const ids = titles.map((title, at) => {
      const { changes, screen } = createScreen(
        workspace.snapshot(),
        fixtures,
        wanted(HELP, { title, route: `/new-${at}` }),
      );
      workspace.edit({ label: title, changes });
      return screen;
    });
    return { view: workspace.snapshot(), ids };
  }

  it('is a copy of each screen of the product without an error, at its own address', () => {
    const faults: string[] = [];
    const workspace = openWorkspace({ base });
    for (const copyOf of Object.keys(workspace.snapshot().good?.screens ?? {})) {
      const { changes } = createScreen(
        workspace.snapshot(),
        fixtures,
        wanted(HELP, { from: { copyOf, state: undefined } }),
      );
      const found = workspace.wouldFind(changes).filter(({ severity }) => severity === 'error');
      faults.push(...found.map(({ file, message }) => `${copyOf}: ${file} ${message}`));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it('of a template with a sample opens in a state with the values of the sample', () => {
    const template = templateOf(({ sample }) => sample !== undefined);
    const workspace = openWorkspace({ base });
    const { changes, screen, state } = createScreen(workspace.snapshot(), fixtures, wanted(template));
    workspace.edit({ label: 'New screen', changes });
    const { read, good, goodFiles } = workspace.snapshot();
    if (good === undefined) throw new Error('It has errors.');
    const states = statesOfScreen(
      { files: goodFiles, compiled: good },
      rehearseWith(fixtures, variantsOf(read)),
      screen,
    );
    expect(states.find(({ name }) => name === state)).toMatchObject({
      params: template.sample?.['params'],
      path: '/how-to-pay-later',
    });
  });
});

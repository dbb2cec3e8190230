import { mkdtempSync, rmSync } from 'node:fs';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseSync } from 'vite';
import { isConfigCode } from './config-files.ts';
import { GalleryProject } from './project.ts';

const root = mkdtempSync(join(tmpdir(), 'capiz-gallery-'));
cpSync('fixtures/consumer', root, { recursive: true });
// Without the consumer's own widget, which this process does not have.
const card = join(root, 'screens/card.screen.json');
writeFileSync(
  card,
  readFileSync(card, 'utf8')
    .replace('"type": "stamps",', '"type": "button",')
    .replace('"label": "Rolls",', '"text": "Roll",')
    .replace('"count": "${state.stamps}",', '')
    .replace('"of": 3,', '')
    .replace('"do": "celebrate"', '"do": "notice"'),
);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the project of the gallery', () => {
  const project = new GalleryProject(root);

  it('lists the screens with their states', () => {
    expect(project.contents('no file')).toMatchObject({
      name: 'Bakery',
      config: 'capiz.config.mjs',
      configFault: 'no file',
      problems: [],
      faults: [],
      screens: [{ id: 'card', title: 'Your card', states: [{ name: 'content' }] }],
    });
  });

  it('compiles a node, and reports its problems by pointers that begin at the node', () => {
    const { plan, problems } = project.compile({ type: 'text', text: 'Rolls' });
    expect([plan?.body[0]?.type, problems]).toEqual(['text', []]);
    const wrong = project.compile({ type: 'text', text: 'Rolls', tone: 'loud' });
    expect(wrong.plan).toBeUndefined();
    expect(wrong.problems).toMatchObject([{ pointer: '/tone', severity: 'error' }]);
  });

  it('puts a field with a name into a form, and gives a bound field its state', () => {
    const named = project.compile({ type: 'rating', name: 'stars', label: 'Stars' });
    expect([named.plan?.body[0]?.type, named.problems]).toEqual(['form', []]);
    const unnamed = project.compile({ type: 'rating', name: 'stars' });
    expect(unnamed.problems).toMatchObject([{ code: 'property/missing', pointer: '' }]);
    const bound = project.compile({ type: 'rating', bind: 'state.stars', label: 'Stars' });
    expect([bound.plan?.state['stars'] !== undefined, bound.problems]).toEqual([true, []]);
  });

  it('opens a state with everything that answers its calls', () => {
    expect(project.open('card', 'content')).toMatchObject({
      state: { screen: 'card', scenario: 'usual', path: '/card' },
      plans: { card: { id: 'card' } },
      scenarios: [{ name: 'usual' }],
    });
    expect(() => project.open('card', 'empty')).toThrow('The screen card has no state empty.');
  });

  it('compiles a node while another screen has an error', () => {
    const text = readFileSync(card, 'utf8');
    writeFileSync(card, text.replace('"title"', '"titel"'));
    project.forget();
    expect(project.contents(undefined).problems.map(({ code }) => code)).toContain('property/unknown');
    expect(project.compile({ type: 'text', text: 'Rolls' }).plan?.body[0]?.type).toBe('text');
    writeFileSync(card, text);
    project.forget();
    expect(project.contents(undefined).problems).toEqual([]);
  });
});

describe('the code that the schemas depend on', () => {
  it('is the configuration with what it imports at once, not the component of a widget', () => {
    const depends = (path: string) => isConfigCode(root, join(root, path), parseSync);
    expect(['capiz.config.mjs', 'widgets/stamps.mjs', 'actions/celebrate.mjs'].map(depends)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['widgets/stamps-view.mjs', 'card.test.mjs'].map(depends)).toEqual([false, false]);
  });
});

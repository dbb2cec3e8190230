import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codes } from '#renderer/grammar/codes.ts';
import { HAZARDS, hazardsOf } from './hazards.ts';
import { listPages } from './pages.ts';

const names = listPages().map(({ name }) => name);

function kindsIn(folder: string): string[] {
  return readdirSync(folder).map((name) => name.replace('.schema.json', ''));
}

describe('the pages of the reference', () => {
  it('has a page for each widget, overlay and action, and one line about it', () => {
    for (const kind of [...kindsIn('schemas/widgets'), ...kindsIn('schemas/overlays')])
      expect(names).toContain(`widget/${kind}`);
    for (const kind of kindsIn('schemas/actions')) expect(names).toContain(`action/${kind}`);
    expect(listPages().filter(({ about }) => about === '')).toEqual([]);
  });

  it('has a page for each kind of document, for values, functions, operators, guides and examples', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        ...['screen', 'part', 'app', 'endpoint', 'messages', 'states', 'scripts', 'scenario'].map(
          (kind) => `document/${kind}`,
        ),
        ...['value/types', 'value/rules', 'function/money', 'operator/orvalue', 'widget/every'],
        ...['guide/forms', 'example/edit-form'],
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('has an example with all its documents', () => {
    const text = listPages().find(({ name }) => name === 'example/edit-form')?.text ?? '';
    for (const path of [
      'screens/app.json',
      'screens/profile.screen.json',
      'schemas/api/',
      'fixtures/scenarios/',
    ])
      expect(text).toContain(path);
    expect(text).not.toContain('fixtures/snapshots');
  });

  it('contains no link outside of code, because an assistant cannot follow it', () => {
    const linked = listPages().filter(({ text }) =>
      /\]\([^)]*\.(?:md|json)/.test(text.replaceAll(/^```[\s\S]*?^```$/gm, '')),
    );
    expect(linked.map(({ name }) => name)).toEqual([]);
  });
});

describe('the hazards', () => {
  it('name pages and problem codes that exist', () => {
    for (const { pages, codes: named } of HAZARDS) {
      expect(names).toEqual(expect.arrayContaining([...pages]));
      expect(Object.keys(codes)).toEqual(expect.arrayContaining([...named]));
    }
  });

  it('come with the types that they are about', () => {
    expect(hazardsOf('action/request').join()).toMatch(/^money: needs /);
    expect(hazardsOf('widget/text')).toEqual([]);
  });
});

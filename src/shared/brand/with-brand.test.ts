import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AppPlan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { readProjectFiles } from '../project-files.ts';
import { readTokens } from '../tokens/read-tokens.ts';
import { writeTokenCss } from '../tokens/write-token-css.ts';
import { backgroundsOf } from './brand-theme.ts';
import { checkBrand, withBrand } from './with-brand.ts';

const root = new URL('../../../', import.meta.url).pathname;
const shipped = readProjectFiles(root);
const compiled = { app: { grammar: 2 } as AppPlan, problems: [] as readonly Problem[] };

const appOf = (brand: unknown) => JSON.stringify({ name: 'Library', brand }, null, 2);
/** The shipped tokens with another application. */
const under = (app: string) =>
  shipped.map((file) => (file.path === 'screens/app.json' ? { ...file, text: app } : file));
const rulesOf = (brand: unknown) => withBrand(compiled, under(appOf(brand))).app?.brand;
const namesIn = (css: string) => new Set(css.match(/--cz-[\w-]+(?=:)/g));

describe('the brand comes from the configuration', () => {
  it("the application's own seed gives the shades in the tokens, so there are no style rules", () => {
    expect(withBrand(compiled, shipped)).toBe(compiled);
  });

  it('another seed changes the brand in either theme, and nothing else', async () => {
    const rules = rulesOf({ seed: '#ffd400' })?.join('\n') ?? '';
    expect(rules.match(/--cz-color-brand-fill:#ffd400/g)).toHaveLength(3);
    expect(rules.match(/--cz-color-brand-on:#0e1726/g)).toHaveLength(3);
    const tokens = readTokens(`${root}screens/theme/tokens.resolver.json`);
    if (tokens === undefined) throw new Error('The project has no tokens.');
    const css = await writeTokenCss(tokens.resolver, tokens.sources);
    const ofBrand = [...namesIn(css)].filter((name) => name.startsWith('--cz-color-brand-'));
    expect([...namesIn(rules)].sort()).toEqual(ofBrand.sort());
    // The brand's rules have the selectors of the style sheet; otherwise they would not override its colours.
    for (const place of [':root {', '@media (prefers-color-scheme: dark)', ":not([data-theme='light'])"])
      expect(css.replace(/ {2,}/g, '')).toContain(place);
  });

  it('an override with enough contrast replaces the derived shade', () => {
    const brand = { seed: '#2a4bd7', overrides: { light: { pressed: '#10248f' } } };
    expect(rulesOf(brand)?.[0]).toContain('--cz-color-brand-pressed:#10248f');
    expect(rulesOf(brand)?.[1]).not.toContain('#10248f');
  });

  it('an override with too little contrast is a problem at its path, and nothing is compiled', () => {
    const brand = { seed: '#2a4bd7', overrides: { dark: { on: '#85a6fb' } } };
    const { app, problems } = withBrand(compiled, under(appOf(brand)));
    expect(app).toBeUndefined();
    expect(problems.map(({ code, line, column, pointer }) => [code, line, column, pointer])).toEqual([
      ['brand/low-contrast', 7, 15, '/brand/overrides/dark/on'],
      ['brand/low-contrast', 7, 15, '/brand/overrides/dark/on'],
    ]);
    expect(problems[0]?.message).toBe(
      'In the dark theme "on" (#85a6fb) has a contrast of 2.06 against "fill"; 4.5 is needed.',
    );
  });

  it('a derived shade with too little contrast to an overridden one is a problem of the override', () => {
    const problems = checkBrand(under(appOf({ seed: '#2a4bd7', overrides: { light: { fill: '#ffd400' } } })));
    expect(problems.map(({ pointer }) => pointer)).toContain('/brand/overrides/light/fill');
  });

  it('without a valid brand the tokens stay unchanged', () => {
    for (const text of ['{}', appOf({ seed: 'blue' }), appOf(undefined), '{ "brand": ', ''])
      expect(withBrand(compiled, under(text))).toBe(compiled);
  });

  it('a theme with a missing background is named, also with invalid tokens', () => {
    for (const text of [
      '{ "color": { "bg": { "canvas": { "$value": "{color.page}" } } } }',
      '{ "col',
      '[]',
    ]) {
      const broken = shipped.map((file) =>
        file.path === 'screens/theme/dark.tokens.json' ? { ...file, text } : file,
      );
      expect(checkBrand(broken)).toMatchObject([
        { code: 'brand/no-ground', file: 'screens/theme/dark.tokens.json' },
      ]);
    }
    expect(() => backgroundsOf('{}')).toThrow('color.bg.canvas');
  });

  it('the same documents give the identical application, so that nothing is rendered again', () => {
    const files = under(appOf({ seed: '#0f6e63' }));
    expect(withBrand(compiled, files).app).toBe(withBrand(compiled, files).app);
    const other = under(appOf({ seed: '#820ad1' }));
    expect(withBrand(compiled, other).app).not.toBe(withBrand(compiled, files).app);
  });

  it('the token files of both themes are in the definitions of a release', () => {
    const names = shipped.map(({ path }) => path);
    expect(names).toEqual(
      expect.arrayContaining(['screens/theme/light.tokens.json', 'screens/theme/dark.tokens.json']),
    );
    const resolver = readFileSync(`${root}screens/theme/tokens.resolver.json`, 'utf8');
    for (const theme of ['light', 'dark']) expect(resolver).toContain(`${theme}.tokens.json`);
  });
});

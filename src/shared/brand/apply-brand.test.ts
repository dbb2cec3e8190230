import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTokens } from '../tokens/read-tokens.ts';
import { writeTokenCss } from '../tokens/write-token-css.ts';
import { applyBrand } from './apply-brand.ts';
import { groundsOf } from './brand-theme.ts';

const tokens = readTokens(new URL('../../../screens/theme/tokens.resolver.json', import.meta.url).pathname);
if (tokens === undefined) throw new Error('The project has no tokens.');

const brandOf = (css: string) => new Set(css.match(/--cz-color-brand-[a-z]+: #[0-9a-f]{6}/g));
const app = (brand: unknown) => JSON.stringify({ name: 'Library', brand }, null, 2);

describe('the brand comes from the configuration', () => {
  it("the application's own seed makes the shades that the tokens were drawn with", async () => {
    const shipped = await writeTokenCss(tokens.resolver, tokens.sources);
    const text = readFileSync(new URL('../../../screens/app.json', import.meta.url), 'utf8');
    const { sources, problems } = applyBrand(tokens, text);
    expect(problems).toEqual([]);
    expect(brandOf(shipped).size).toBe(12);
    expect(brandOf(await writeTokenCss(tokens.resolver, sources))).toEqual(brandOf(shipped));
  });

  it('another seed changes the brand and nothing else', async () => {
    const css = await writeTokenCss(tokens.resolver, applyBrand(tokens, app({ seed: '#ffd400' })).sources);
    expect(css).toContain('--cz-color-brand-fill: #ffd400;');
    expect(css).toContain('--cz-color-brand-on: #0e1726;');
    const others = (text: string) => text.split('\n').filter((line) => !line.includes('--cz-color-brand'));
    expect(others(css)).toEqual(others(await writeTokenCss(tokens.resolver, tokens.sources)));
  });

  it('an override that can be read takes the place of what is derived', async () => {
    const brand = { seed: '#2a4bd7', overrides: { light: { pressed: '#10248f' } } };
    const { sources, problems } = applyBrand(tokens, app(brand));
    expect(problems).toEqual([]);
    expect(await writeTokenCss(tokens.resolver, sources)).toContain('--cz-color-brand-pressed: #10248f;');
  });

  it('an override that cannot be read is refused where it stands', () => {
    const brand = { seed: '#2a4bd7', overrides: { dark: { on: '#85a6fb' } } };
    const { problems } = applyBrand(tokens, app(brand));
    expect(problems.map(({ code, line, column, pointer }) => [code, line, column, pointer])).toEqual([
      ['brand/low-contrast', 7, 15, '/brand/overrides/dark/on'],
      ['brand/low-contrast', 7, 15, '/brand/overrides/dark/on'],
    ]);
    expect(problems[0]?.message).toBe(
      'In the dark theme "on" (#85a6fb) has a contrast of 2.06 against "fill"; 4.5 is needed.',
    );
  });

  it('a fault of a derived shade over an overridden one is told of the overridden', () => {
    const brand = { seed: '#2a4bd7', overrides: { light: { fill: '#ffd400' } } };
    const { problems } = applyBrand(tokens, app(brand));
    expect(problems.map(({ pointer }) => pointer)).toContain('/brand/overrides/light/fill');
  });

  it('without a brand, or with what its schema refuses, the tokens stay as they are', () => {
    for (const text of ['{}', app({ seed: 'blue' }), app(undefined), '{ "brand": ', ''])
      expect(applyBrand(tokens, text)).toEqual({ sources: tokens.sources, problems: [] });
  });

  it('a theme without a ground is named', () => {
    expect(() => groundsOf('{ "color": { "bg": { "canvas": { "$value": "{color.page}" } } } }')).toThrow(
      'color.bg.canvas',
    );
  });
});

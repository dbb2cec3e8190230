import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast, type Hex } from '#src/shared/brand/derive-shades.ts';
import { backgroundsOf } from '#src/shared/brand/brand-theme.ts';
import { readProject } from '#src/cli/project.ts';

/* Accessibility rules that every definition of the product follows. */

const definitions = readProject('.').filter(
  ({ path }) => /^screens\/.*\.json$/.test(path) && !/theme\//.test(path),
);

/** Every object in a JSON value, outermost first. */
function* objectsIn(value: unknown): Generator<{ readonly [member: string]: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  yield { ...value };
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

it('1.12 no text masks digits with dots or asterisks: screen readers would read each of them out', () => {
  const masked = definitions.filter(({ text }) => /[•●∙*]{2}/.test(text));
  expect(masked.map(({ path }) => path)).toEqual([]);
});

it('1.13 every screen with an image code leads to customer service', () => {
  const withCode = definitions.filter(({ text }) =>
    [...objectsIn(JSON.parse(text))].some(({ type, ratio }) => type === 'image' && ratio === 'captcha'),
  );
  expect(withCode.map(({ path }) => path)).toContain('screens/promotion.screen.json');
  const withoutHelp = withCode.filter(
    ({ text }) =>
      ![...objectsIn(JSON.parse(text))].some((one) => one['do'] === 'go' && one['to'] === 'customer-service'),
  );
  expect(withoutHelp.map(({ path }) => path)).toEqual([]);
});

it.each(['light', 'dark'])(
  '4.60 in the %s theme the words of a disabled button have a contrast of 4.5 on every background',
  (theme) => {
    const css = readFileSync('renderer/kit/button.css', 'utf8');
    const rule = /\.cz-button\[aria-disabled="true"\]:not\(\[aria-busy="true"\]\) \{(.*?)\}/s.exec(css)?.[1];
    const shade = /[^-]color: var\(--cz-color-text-(\w+)\)/.exec(rule ?? '')?.[1] ?? '';
    const tokens = readFileSync(`screens/theme/${theme}.tokens.json`, 'utf8');
    const { color } = JSON.parse(tokens) as {
      readonly color: { readonly text: { readonly [shade: string]: { $value: { hex: Hex } } } };
    };
    const words = color.text[shade]?.$value.hex;
    if (words === undefined)
      throw new Error(`There is no colour for the words of a disabled button: ${shade}.`);
    for (const ground of Object.values(backgroundsOf(tokens)))
      expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5);
  },
);

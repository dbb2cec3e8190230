import { expect, it } from 'vitest';
import { inlineTokens } from './inline-tokens.ts';

const theme = `:root {
  color-scheme: light;
  --cz-color-page: #f4f6fa;
  --cz-font-family-ui: system-ui, sans-serif;
  --cz-space-16: 16px;
  --cz-space-gutter: var(--cz-space-16);
  --cz-type-body: 400 1rem/1.5 var(--cz-font-family-ui);
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {
    color-scheme: dark;
    --cz-color-page: #0a111e;
  }
}`;

it('what is the same in every theme stands where it is read, and nowhere else', () => {
  const { sheet, inline } = inlineTokens(theme);
  expect(inline('p{margin:0 var(--cz-space-gutter);font:var(--cz-type-body)}')).toBe(
    'p{margin:0 16px;font:400 1rem/1.5 var(--cz-font-family-ui)}',
  );
  expect(sheet).not.toContain('--cz-space');
  expect(sheet).not.toContain('--cz-type');
  expect(sheet).toContain('--cz-font-family-ui: system-ui, sans-serif;');
});

it('what a theme makes another stays a property, in both themes', () => {
  const { sheet, inline } = inlineTokens(theme);
  expect(inline('p{color:var(--cz-color-page)}')).toBe('p{color:var(--cz-color-page)}');
  expect(sheet.match(/--cz-color-page/g)).toHaveLength(2);
  expect(sheet.match(/(?<!-)color-scheme: \w+/g)).toEqual(['color-scheme: light', 'color-scheme: dark']);
});

it('what is no token is left as it is', () => {
  const css = 'p{height:var(--cz-bar-height);width:var(--cz-keyboard-height, 0px)}';
  expect(inlineTokens(theme).inline(css)).toBe(css);
});

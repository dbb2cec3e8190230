import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeTokenCss } from './write-token-css.ts';

const at = (name: string) => new URL(`file:///theme/${name}`);
const color = (hex: string) => ({
  $type: 'color',
  $value: {
    colorSpace: 'srgb',
    components: [0, 2, 4].map((i) => Number.parseInt(hex.slice(i + 1, i + 3), 16) / 255),
    hex,
  },
});
const document = (name: string, content: unknown) => ({ url: at(name), text: JSON.stringify(content) });

const resolver = document('tokens.resolver.json', {
  version: '2025.10',
  sets: { base: { sources: [{ $ref: 'base.tokens.json' }] } },
  modifiers: {
    theme: {
      contexts: { light: [{ $ref: 'light.tokens.json' }], dark: [{ $ref: 'dark.tokens.json' }] },
      default: 'light',
    },
  },
  resolutionOrder: [{ $ref: '#/sets/base' }, { $ref: '#/modifiers/theme' }],
});
const sources = [
  document('base.tokens.json', {
    space: {
      $type: 'dimension',
      16: { $value: { value: 16, unit: 'px' }, $description: 'never seen on a phone' },
      gutter: { $value: '{space.16}' },
    },
  }),
  document('light.tokens.json', { color: { page: color('#f4f6fa') } }),
  document('dark.tokens.json', { color: { page: color('#0a111e') } }),
];

describe('Tokens become CSS custom properties', () => {
  it('an alias refers to the property that it names', async () => {
    const css = await writeTokenCss(resolver, sources);
    expect(css).toContain('--cz-space-16: 16px;');
    expect(css).toContain('--cz-space-gutter: var(--cz-space-16);');
  });

  it('light is the default, dark follows the device or is forced, and only differences are repeated', async () => {
    const css = await writeTokenCss(resolver, sources);
    const [light = '', device = '', asked = ''] = css.split(/@media|:root\[data-theme='dark'\]/);
    expect(light).toContain('--cz-color-page: #f4f6fa;');
    expect(device).toContain('(prefers-color-scheme: dark)');
    expect(device).toContain(":root:not([data-theme='light'])");
    for (const dark of [device, asked]) {
      expect(dark).toContain('--cz-color-page: #0a111e;');
      expect(dark).toContain('color-scheme: dark;');
      expect(dark).not.toContain('--cz-space');
    }
  });

  it('the same documents give the same bytes, without descriptions', async () => {
    const css = await writeTokenCss(resolver, sources);
    expect(await writeTokenCss(resolver, sources)).toBe(css);
    expect(css).not.toContain('never seen');
  });

  it('a reference to a document that was not given is an error that names it', async () => {
    await expect(writeTokenCss(resolver, sources.slice(0, 2))).rejects.toThrow('dark.tokens.json');
  });

  it('every property that a style sheet of the engine reads is a token', async () => {
    const theme = new URL('../../../screens/theme/', import.meta.url);
    const read = (name: string) => ({
      url: new URL(name, theme),
      text: readFileSync(new URL(name, theme), 'utf8'),
    });
    const css = await writeTokenCss(
      read('tokens.resolver.json'),
      ['base', 'light', 'dark'].map((name) => read(`${name}.tokens.json`)),
    );
    const known = new Set(css.match(/--cz-[\w-]+(?=:)/g));
    const sheets = import.meta.glob<string>('../../../renderer/**/*.css', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    expect(Object.keys(sheets).length).toBeGreaterThan(10);
    const own = new Set(Object.values(sheets).flatMap((sheet) => sheet.match(/--cz-[\w-]+(?=:)/g) ?? []));
    for (const [file, sheet] of Object.entries(sheets)) {
      const unknown = (sheet.match(/(?<=var\()--cz-[\w-]+/g) ?? []).filter(
        (name) => !known.has(name) && !own.has(name),
      );
      expect({ file, unknown }).toEqual({ file, unknown: [] });
    }
  });
});

const DECLARED = /\s*(--cz-[\w-]+):\s*([^;}]*);/g;
const READ = /var\((--cz-[\w-]+)\)/g;
/** Too long to stand at every place that names it. */
const LONG = '--cz-font-family-';

/**
 * Parts a theme's style sheet into what must stay a custom property, because a theme or a brand makes another of it, and
 * what is the same at all times, which then is written where it is read: compressed, that is a seventh less of the page's styles.
 *
 * @param theme - As of `writeTokenCss`.
 */
export function inlineTokens(theme: string): {
  /** The style sheet without what is written elsewhere. */
  readonly sheet: string;
  /** A style sheet with what it reads of that. */
  readonly inline: (css: string) => string;
} {
  const light = theme.slice(0, theme.indexOf('}'));
  const themed = new Set(Array.from(theme.slice(light.length).matchAll(DECLARED), ([, name = '']) => name));
  const plain = new Map(
    Array.from(light.matchAll(DECLARED), ([, name = '', value = '']) => [name, value] as const).filter(
      ([name]) => !themed.has(name) && !name.startsWith(LONG),
    ),
  );
  const inline = (css: string): string =>
    css.replace(READ, (read, name: string) => {
      const value = plain.get(name);
      return value === undefined ? read : inline(value);
    });
  const sheet = theme.replace(DECLARED, (rule, name: string) => (plain.has(name) ? '' : rule));
  return { sheet, inline };
}

/* The definitions for each library, in its own format, by the classes of tests/property/hostile-definitions.ts. */

export const SCRIPT_ADDRESS = 'javascript:alert(1)';
export const SCRIPT_MARKUP = '<img src="x" onerror="alert(1)"><svg onload="alert(1)"></svg><script>alert(1)</script>';
export const SCRIPT_LINK = `<a href="${SCRIPT_ADDRESS}">Go</a>`;
export const MARKDOWN_LINK = `[Go](${SCRIPT_ADDRESS})`;
export const SLOW_PATTERN = '^(a+)+$';
export const SLOW_TEXT = `${'a'.repeat(30)}!`;
export const LEVELS = 2_000;
export const MANY = 100_000;

/** Wraps `inner` with `around` this many times. */
export function nest(levels, inner, around) {
  let made = inner;
  for (let level = 0; level < levels; level += 1) made = around(made, level);
  return made;
}

export const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/**
 * Renders the definition that the address names; without a name, lists the definitions.
 *
 * @param definitions - By class: lists of `{ slot, text | make, typed }`. `text` is JSON, for members that an
 *   object literal cannot have.
 */
export function expose({ definitions, draw }) {
  const asked = new URLSearchParams(window.location.search);
  const one = definitions[asked.get('class')]?.[Number(asked.get('at'))];
  window.hostile = Object.fromEntries(
    Object.entries(definitions).map(([kind, list]) => [
      kind,
      list.map(({ slot, typed = 'aaaa' }) => ({ slot, typed })),
    ]),
  );
  if (one === undefined) return undefined;
  // Parsed from text, as a reply of a server.
  return draw(document.getElementById('root'), JSON.parse(one.text ?? JSON.stringify(one.make())));
}

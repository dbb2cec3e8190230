/** A distance, and the token that it is of. */
export interface Space {
  /** CSS pixels. */
  readonly px: number;
  /** As the definition of the theme calls it, such as `space.16`; undefined where no token is as large. */
  readonly token?: string;
}

const SIDES = ['above', 'below', 'before', 'after'] as const;
export type Side = (typeof SIDES)[number];

/** What an element keeps free: around itself, and around what stands in it. */
export interface Spacing {
  /** To whatever stands next to it, or else to the edge of what it stands in; what touches is left out. */
  readonly outside: { readonly [side in Side]?: Space };
  readonly inside: { readonly [side in Side]?: Space };
}

const LEAST_PX = 0.5;
const PREFIX = '--cz-space-';
const PADDINGS = {
  above: 'padding-top',
  below: 'padding-bottom',
  before: 'padding-left',
  after: 'padding-right',
} as const;

export function readSpacing(element: Element): Spacing {
  const document = element.ownerDocument;
  const page = document.defaultView;
  if (page === null) return { outside: {}, inside: {} };
  const tokens = readTokens(page, document);
  const style = page.getComputedStyle(element);
  const each = (measure: (side: Side) => number | undefined) => {
    const spaces = SIDES.flatMap((side) => {
      const px = measure(side);
      if (px === undefined || px < LEAST_PX) return [];
      const rounded = Math.round(px * 10) / 10;
      const token = tokens.get(rounded);
      return [[side, { px: rounded, ...(token !== undefined && { token }) }] as const];
    });
    return Object.fromEntries(spaces) as Spacing['inside'];
  };
  return {
    outside: each((side) => distanceTo(side, element)),
    inside: each((side) => Number.parseFloat(style.getPropertyValue(PADDINGS[side]))),
  };
}

/** Outwards through what lies close around it. */
function distanceTo(side: Side, element: Element): number | undefined {
  const { body } = element.ownerDocument;
  const box = element.getBoundingClientRect();
  for (let at = element; at !== body && at.parentElement !== null; at = at.parentElement) {
    const around = at.parentElement;
    const next = [...around.children]
      .filter((other) => other !== at)
      .map((other) => other.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .flatMap((other) => gapOn(side, box, other) ?? []);
    if (next.length > 0) return Math.min(...next);
    const edge = edgeOn(side, box, around.getBoundingClientRect());
    if (edge >= LEAST_PX) return edge;
  }
  return undefined;
}

/** @returns undefined where the other does not stand on that side. */
function gapOn(side: Side, box: DOMRect, other: DOMRect): number | undefined {
  const isLine = side === 'before' || side === 'after';
  const [from, to] = isLine ? [box.top, box.bottom] : [box.left, box.right];
  const [start, end] = isLine ? [other.top, other.bottom] : [other.left, other.right];
  if (Math.min(to, end) - Math.max(from, start) <= 0) return undefined;
  const gap = {
    above: box.top - other.bottom,
    below: other.top - box.bottom,
    before: box.left - other.right,
    after: other.left - box.right,
  }[side];
  return gap < -LEAST_PX ? undefined : Math.max(0, gap);
}

function edgeOn(side: Side, box: DOMRect, around: DOMRect): number {
  return {
    above: box.top - around.top,
    below: around.bottom - box.bottom,
    before: box.left - around.left,
    after: around.right - box.right,
  }[side];
}

/** Names of the theme's spaces by their size here: what means something by itself (`card-pad`) is one of the scale. */
function readTokens(page: Window, document: Document): ReadonlyMap<number, string> {
  const style = page.getComputedStyle(document.documentElement);
  const tokens = new Map<number, string>();
  for (const name of namesOfSpaces(document)) {
    const px = Number.parseFloat(style.getPropertyValue(PREFIX + name));
    if (/^\d+$/.test(name) && !tokens.has(px)) tokens.set(px, `space.${name}`);
  }
  return tokens;
}

const known = new WeakMap<Document, ReadonlySet<string>>();

function namesOfSpaces(document: Document): ReadonlySet<string> {
  const had = known.get(document);
  if (had !== undefined) return had;
  const names = new Set<string>();
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if ('style' in rule)
        for (const name of rule.style as CSSStyleDeclaration)
          if (name.startsWith(PREFIX)) names.add(name.slice(PREFIX.length));
      if ('cssRules' in rule) read(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) read(sheet.cssRules);
  known.set(document, names);
  return names;
}

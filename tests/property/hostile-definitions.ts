import type { ScreenText } from '#renderer/grammar/testing.ts';
import { limits } from '#renderer/plan/limits.generated.ts';
import { hostileAddresses } from './hostile-addresses.ts';
import { hostileSources } from './hostile-expressions.ts';
import { PATTERN_ATTACKS } from './pattern-attacks.ts';

/*
 * Definitions by an attacker, by class. Each is refused when published; its hostile part is also forced into a valid plan.
 */

export interface HostileDefinition {
  readonly class: string;
  readonly title: string;
  readonly screen: ScreenText;
  /** Text that is typed into its field. */
  readonly typed?: string;
}

type Json = { readonly [name: string]: unknown };

const SEND: Json = { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'f' }] } };
const form = (...body: readonly Json[]): ScreenText => ({
  body: [{ type: 'form', id: 'f', body: [...body, SEND] }],
});
const tapping = (...tap: readonly Json[]): ScreenText => ({
  body: [{ type: 'button', text: 'Go', on: { tap } }],
});
const TEXT: Json = { type: 'text', text: 'Words' };
const BUTTON: Json = { type: 'button', text: 'Go', on: { tap: [{ do: 'notice', text: 'Gone' }] } };

/** Members of a definition that contain an address. */
export const PLACES: { readonly [place: string]: (address: string) => ScreenText } = {
  leave: (to) => tapping({ do: 'leave', to }),
  frame: (src) => ({ body: [{ type: 'frame', src, title: 'Rules' }] }),
  image: (src) => ({ body: [{ type: 'image', src, alt: 'A picture' }] }),
};

const FOREIGN_TYPES = [
  'script',
  'iframe',
  'html',
  'style',
  'object',
  'embed',
  'svg',
  'link',
  'meta',
  'base',
  '__proto__',
  'constructor',
  'toString',
  'div',
  'webview',
];
const FOREIGN_MEMBERS = [
  'innerHTML',
  'outerHTML',
  'dangerouslySetInnerHTML',
  'style',
  'className',
  'onclick',
  'onError',
  'srcdoc',
  'ref',
  'key',
  'children',
  'is',
  '__proto__',
  'constructor',
  'prototype',
];
const FOREIGN_ACTIONS = [
  'eval',
  'script',
  'fetch',
  'call',
  'execute',
  '__proto__',
  'constructor',
  'toString',
  'import',
  'exec',
];

/** A member that JSON allows and an object literal does not, such as `__proto__`. */
function withMember(holder: Json, name: string, value: unknown): Json {
  return JSON.parse(
    `{${JSON.stringify(name)}:${JSON.stringify(value)},${JSON.stringify(holder).slice(1)}`,
  ) as Json;
}

function nested(levels: number): Json {
  return levels === 0 ? TEXT : { type: 'section', body: [nested(levels - 1)] };
}

/** A form with one field that has this pattern. */
export function matching(pattern: string): ScreenText {
  const rules = [{ rule: 'pattern', message: 'No', pattern }];
  return form({ type: 'text-field', name: 'reader', label: 'Name', rules });
}

/** By class: an accepted definition that differs from the hostile ones only in the hostile part. */
export const SOUND: { readonly [kind: string]: readonly ScreenText[] } = {
  address: [
    tapping({ do: 'leave', to: 'https://help.example.com/a' }),
    { body: [{ type: 'frame', src: 'https://rules.example.com/a', title: 'Rules' }] },
    { body: [{ type: 'image', src: 'https://covers.example/a.png', alt: 'A picture' }] },
  ],
  path: [{ body: [{ ...TEXT, visibleWhen: "data.shelf.name == 'x'" }] }],
  name: [
    {
      state: { name: { type: 'string', initial: '' } },
      ...tapping({ do: 'set', target: 'state.name', value: 'x' }),
    },
    form({ type: 'text-field', name: 'name', label: 'Name' }),
  ],
  pattern: [matching('^[a-z]+$')],
  depth: [{ body: [nested(4)] }],
  huge: [
    { body: Array.from({ length: limits.listItems }, () => TEXT) },
    { body: [{ ...TEXT, text: 'w'.repeat(limits.text) }] },
  ],
  cycle: [computing(3, false), resources(3, false)],
  markup: [{ body: [TEXT, BUTTON] }],
  action: [tapping({ do: 'notice', text: 'Gone' })],
};

/** A chain of fields, each computed from the next; the last from the first, or from nothing. */
function computing(size: number, isClosed: boolean): ScreenText {
  const fields = Array.from({ length: size }, (_, at) => ({
    ...{ type: 'text-field', name: `n${at}`, label: 'N' },
    ...((isClosed || at < size - 1) && { compute: `\${form.f.n${(at + 1) % size}}` }),
  }));
  return form(...fields);
}

/** A chain of resources, each requested with the reply of the next. */
function resources(size: number, isClosed: boolean): ScreenText {
  const list = Array.from({ length: size }, (_, at) => {
    const cardId = isClosed || at < size - 1 ? `\${data.d${(at + 1) % size}.name}` : 'c1';
    return [`d${at}`, { endpoint: 'shelf', with: { cardId } }] as const;
  });
  return { data: Object.fromEntries(list), body: [TEXT] };
}

export function hostileDefinitions(): readonly HostileDefinition[] {
  const found: HostileDefinition[] = [];
  const add = (kind: string, title: string, screen: ScreenText, more?: { readonly typed: string }) =>
    found.push({ class: kind, title, screen, ...more });
  // Literal addresses; the page checks addresses from data (check 22).
  const literal = hostileAddresses('help.example.com').filter(({ class: kind }) => kind === 'scheme');
  for (const { address } of literal)
    for (const [place, put] of Object.entries(PLACES)) add('address', `${place} ${address}`, put(address));
  const reading = new Set([
    'inherited member',
    'computed member',
    'method',
    'foreign function',
    'foreign name',
    'assignment',
    'host syntax',
  ]);
  for (const { class: kind, source } of hostileSources())
    if (reading.has(kind)) add('path', source, { body: [{ ...TEXT, visibleWhen: source }] });
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    add('name', `state ${name}`, {
      state: JSON.parse(`{"${name}":{"type":"string","initial":""}}`) as Json,
      body: [TEXT],
    });
    add('name', `field ${name}`, form({ type: 'text-field', name, label: 'Name' }));
    add('name', `set ${name}`, tapping({ do: 'set', target: `state.${name}.polluted`, value: 1 }));
    add('name', `overlay ${name}`, tapping({ do: 'open', overlay: name }));
    add('name', `screen ${name}`, tapping({ do: 'go', to: name }));
  }
  const refused = new Set(['look-around', 'back-references', 'lazy quantifiers']);
  for (const [at, { class: kind, pattern, attack }] of PATTERN_ATTACKS.entries())
    if (refused.has(kind) && at % 4 === 0) add('pattern', pattern, matching(pattern), { typed: attack(30) });
  for (const levels of [16, 20, 40, 200, 2_000])
    add('depth', `${levels} sections`, { body: [nested(levels)] });
  for (const count of [limits.listItems + 1, limits.nodes + 1, 5_000, 100_000])
    add('huge', `${count} nodes`, { body: Array.from({ length: count }, () => TEXT) });
  for (const length of [limits.text + 1, 100_000, limits.bytes])
    add('huge', `${length} characters`, { body: [{ ...TEXT, text: 'w'.repeat(length) }] });
  for (const size of [2, 3, 5]) {
    add('cycle', `${size} fields`, computing(size, true));
    add('cycle', `${size} resources`, resources(size, true));
  }
  for (const type of FOREIGN_TYPES)
    add('markup', `a ${type}`, {
      body: [{ type, text: '<img src=x onerror=alert(1)>', src: 'javascript:alert(1)' }],
    });
  for (const member of FOREIGN_MEMBERS)
    for (const node of [TEXT, BUTTON])
      add('markup', `${String(node['type'])} with ${member}`, {
        body: [withMember(node, member, { __html: '<img onerror=alert(1)>' })],
      });
  for (const name of FOREIGN_ACTIONS)
    add('action', name, tapping({ do: name, to: 'alert(1)', code: 'alert(1)' }));
  return found;
}

import { planOf } from '#renderer/grammar/testing.ts';
import type { HostileDefinition } from './hostile-definitions.ts';

/* Compiles a definition without any check, so that each hostile definition reaches the page. */

type Json = { readonly [name: string]: unknown };

interface ForcedPlan {
  readonly class: string;
  readonly title: string;
  /** The plan as JSON. */
  readonly plan: string;
  readonly typed: string;
}

/** A condition as its operation. */
function lowerSource(source: string): unknown {
  const path = (text: string) => (text.startsWith("'") ? text.slice(1, -1) : ['get', ...text.split('.')]);
  const [, list, key] = /^([\w.]+)\[\??'(\w+)'\] == 'x'$/.exec(source) ?? [];
  if (list !== undefined) return ['==', ['at', path(list), key], 'x'];
  const [, read] = /^([\w.]+) == 'x'$/.exec(source) ?? [];
  if (read !== undefined) return ['==', path(read), 'x'];
  const [, receiver, name, argument] = /^(?:([\w.]+|'x')\.)?(\w+)\((?:'(.*)')?\)$/.exec(source) ?? [];
  if (name === undefined) return ['call', source];
  return ['call', name, ...(receiver === undefined ? [] : [path(receiver)]), ...(argument ? [argument] : [])];
}

/** A value or a template of one path. */
function lowerValue(value: unknown): unknown {
  const [, path] = /^\$\{([\w.]+)\}$/.exec(String(value)) ?? [];
  return path === undefined ? value : ['get', ...path.split('.')];
}

const lowerAll = (members: Json) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, lowerValue(value)]));

function lowerAction({ do: name, target, ...props }: Json): Json {
  const place = target === undefined ? {} : { target: ['get', ...String(target).split('.')] };
  return { do: name, props: { ...place, ...props } };
}

/** Defaults that the compiler adds. */
const DEFAULTS: { readonly [type: string]: Json } = {
  button: { emphasis: 'secondary' },
  form: { hidden: 'drop', draft: true },
  image: { ratio: 'auto', look: 'picture', zoom: false },
  section: { look: 'card' },
  text: { style: 'body', tone: 'neutral' },
  'text-field': { accept: 'any', readOnly: false, purpose: 'none' },
};

/** Uses loops, because deep nesting is one of the attacks. */
function lowerNodes(nodes: readonly Json[]): {
  readonly body: readonly Json[];
  readonly types: readonly string[];
} {
  const lowered: Json[] = [];
  const types = new Set<string>();
  const open = [{ from: nodes, into: lowered }];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { type, body, on, visibleWhen, rules, id: _id, ...props } of next.from) {
      const taps = (on as { readonly tap?: readonly Json[] } | undefined)?.tap;
      const inside: Json[] = [];
      if (Array.isArray(body)) open.push({ from: body as readonly Json[], into: inside });
      types.add(String(type));
      count += 1;
      next.into.push({
        id: type === 'form' ? 'f' : `n${count}`,
        type,
        props: { ...DEFAULTS[String(type)], ...lowerAll(props) },
        ...(Array.isArray(body) && { slots: { body: inside } }),
        ...(Array.isArray(rules) && { lists: { rules: rules.map((rule: Json) => ({ props: rule })) } }),
        ...(taps && { on: { tap: taps.map(lowerAction) } }),
        ...(typeof visibleWhen === 'string' && { visible: lowerSource(visibleWhen) }),
        reads: visibleWhen === undefined ? [] : ['data.shelf'],
      });
    }
  }
  return { body: lowered, types: [...types] };
}

/** A condition is also a text, because a hidden node would not compute it. */
function spoken(node: Json): readonly Json[] {
  const { visibleWhen, ...rest } = node;
  if (typeof visibleWhen !== 'string') return [node];
  return [node, { ...rest, text: lowerSource(visibleWhen) }];
}

/** Like `JSON.stringify`, but with a loop: recursion would overflow. */
function write(plan: Json): string {
  const written: string[] = [];
  const open: (string | { readonly value: unknown })[] = [{ value: plan }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') written.push(next);
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value));
    else {
      const isList = Array.isArray(next.value);
      const members = Object.entries(next.value).filter(([, value]) => value !== undefined);
      written.push(isList ? '[' : '{');
      open.push(isList ? ']' : '}');
      for (const [at, [name, value]] of [...members.entries()].reverse()) {
        open.push({ value }, `${at > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(name)}:`}`);
      }
    }
  }
  return written.join('');
}

export function forcePlan({ class: kind, title, screen, typed = 'aaaa' }: HostileDefinition): ForcedPlan {
  const { body: nodes = [], data, state } = screen;
  // With the contract that the definition reads.
  const readsShelf = kind === 'path' || data !== undefined;
  const base = planOf(
    readsShelf ? { body: [{ type: 'text', text: '${data.shelf.name}' }] } : { data: {}, body: [] },
  );
  const { body, types } = lowerNodes((nodes as readonly Json[]).flatMap(spoken));
  const states = Object.entries((state ?? {}) as { readonly [name: string]: Json }).map(
    ([name, { initial }]) => [name, { shape: { type: 'text' }, initial }],
  );
  const resources = Object.entries((data ?? {}) as { readonly [name: string]: Json }).map(
    ([name, { endpoint, with: asked }]) => {
      const reads = JSON.stringify(asked).match(/data\.\w+\.\w+/g) ?? [];
      return [name, { endpoint, with: lowerAll(asked as Json), reads }];
    },
  );
  const plan = {
    ...base,
    body,
    ...(state !== undefined && { state: Object.fromEntries(states) as Json }),
    ...(data !== undefined && { data: Object.fromEntries(resources) as Json }),
    uses: { widgets: types, actions: ['leave', 'go', 'open', 'set', 'submit', 'notice'], remote: true },
  };
  return { class: kind, title, typed, plan: write(plan) };
}

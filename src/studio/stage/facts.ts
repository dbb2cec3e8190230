import { listChildren, scopeOf } from '#src/devtools/inspector/describe.ts';
import { readDrawn } from '#src/devtools/inspector/drawn.ts';
import type { Value } from '#renderer/plan/expression.ts';
import type { Facts } from './scene.ts';

const ROOTS = ['params', 'session', 'config', 'kept', 'device', 'pages'] as const;

/** The values of the rendered screen; undefined if no screen is rendered. */
export function readFacts(document: Document): Facts | undefined {
  const screen = readDrawn(document)?.screen;
  const [child] = screen === undefined ? [] : listChildren(screen);
  if (screen === undefined || child === undefined) return undefined;
  const scope = scopeOf(child);
  const { plan, locale } = screen;
  const stored = scope.sources.store.get();
  const pending: string[] = [];
  const read = (root: string, names: readonly string[]): { [name: string]: Value } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = scope.read([root, name]);
        if (typeof value === 'symbol') pending.push(`${root}.${name}`);
        return value === undefined || typeof value === 'symbol' ? [] : [[name, value as Value]];
      }),
    );
  const roots = Object.fromEntries(ROOTS.map((root) => [root, read(root, Object.keys(stored[root]))]));
  const whole = {
    ...roots,
    data: read('data', Object.keys(plan.data)),
    state: read('state', Object.keys(plan.state)),
  };
  return {
    // Plain data: the studio has other copies of the engine's classes.
    roots: structuredClone(whole),
    state: Object.keys(plan.state),
    pending,
    now: locale.now(),
    timeZone: locale.timeZone,
  };
}

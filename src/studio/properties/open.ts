import { compileProject } from '#renderer/grammar/compile.ts';
import {
  type LiveChild,
  type LiveNode,
  type LiveScreen,
  openScreen,
  prepareScreen,
  type Services,
} from '#renderer/index.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Value } from '#renderer/plan/expression.ts';
import { defineForm, type Filled, type FormGroup } from './definition.ts';
import { readValue, writeValue } from './shown.ts';

/** What a form asks for. */
export interface FormOf {
  /** The same for all that have the same fields: they share one plan. */
  readonly key: string;
  readonly groups: readonly FormGroup[];
}

/** A form over one node's properties, or a document's, which says what was written into it. */
export interface PropertyForm {
  readonly live: LiveScreen;
  /** What stands in the document now, by name: undefined of what is not said. */
  fill(values: { readonly [name: string]: unknown }): void;
  close(): void;
}

interface Made {
  readonly app: AppPlan;
  readonly plan: Plan;
}

const made = new Map<string, Made>();

function make({ key, groups }: FormOf): Made {
  const known = made.get(key);
  if (known !== undefined) return known;
  const { app, plans, problems } = compileProject(defineForm(groups));
  const plan = plans.get('properties');
  if (app === undefined || plan === undefined)
    throw new Error(problems.map(({ message }) => message).join('\n'));
  const fresh = { app, plan };
  made.set(key, fresh);
  return fresh;
}

/**
 * Opens a form with our own engine.
 *
 * @param write - Told the new value of a property; undefined where it is not to be said any more.
 */
export async function openForm(
  form: FormOf,
  write: (property: Filled, value: unknown) => void,
): Promise<PropertyForm> {
  const { app, plan } = make(form);
  await prepareScreen(plan);
  const all = form.groups.flatMap(({ properties }) => properties);
  const byField = new Map(all.map((property) => [property.field, property]));
  const engine = openScreen({
    plan,
    app,
    services: quietServices(),
    params: {},
    session: {},
    device: {
      online: true,
      inShell: false,
      inApp: false,
      keyboardInset: 0,
      language: 'en',
      dark: false,
      textScale: 1,
    },
    entry: 'properties',
  });
  const live: LiveScreen = {
    ...engine,
    write(node, value, isShown) {
      engine.write(node, value, isShown);
      const property = byField.get(node.plan.id);
      if (property !== undefined) write(property, readValue(property, value));
    },
  };
  const nodes = new Map([...nodesIn(engine.body)].map((node) => [node.plan.id, node]));
  const stands = new Map<string, Value>();
  return {
    live,
    fill(values) {
      for (const { field, name, way, shape } of all) {
        const node = nodes.get(field);
        if (node === undefined) continue;
        // A list and a tick look the same for the default value, whether it is written or not.
        const isUsual =
          (way === 'words' || way === 'flag') && !shape.required && values[name] === shape.default;
        const said = isUsual ? undefined : values[name];
        const next = writeValue(way, said ?? (way === 'flag' ? shape.default : undefined));
        if (stands.get(field) === next) continue;
        stands.set(field, next);
        engine.write(node, next);
      }
    },
    close: () => engine.close(),
  };
}

function* nodesIn(children: readonly LiveChild[]): Iterable<LiveNode> {
  for (const child of children) {
    if (child.kind !== 'node') continue;
    yield child;
    for (const slot of Object.values(child.slots ?? {})) yield* nodesIn(slot);
  }
}

/** Nothing of a form of properties leaves it. */
function quietServices(): Services {
  const nowhere = { get: () => undefined, set: () => undefined, remove: () => undefined, keys: () => [] };
  return {
    http: { send: () => Promise.reject(new Error('A form of properties asks nobody.')) },
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    storage: { session: nowhere, device: nowhere },
    native: { inShell: false, has: () => false, call: () => Promise.reject(new Error('There is no shell.')) },
    router: {
      go: () => undefined,
      show: () => undefined,
      leave: () => undefined,
      back: () => undefined,
      isFirst: () => false,
      origin: window.location.origin,
    },
    clipboard: { write: (text) => navigator.clipboard.writeText(text) },
    random: { id: () => crypto.randomUUID() },
    report: () => undefined,
  };
}

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

/** Definition of a form. */
export interface FormOf {
  /** Forms with the same fields have the same key and share one plan. */
  readonly key: string;
  readonly groups: readonly FormGroup[];
}

/** An open form for the properties of a node or a document. */
export interface PropertyForm {
  readonly live: LiveScreen;
  /** Shows the document's values by name; undefined for an absent one. */
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
 * Opens a form in our engine.
 *
 * @param write - Called with the new value of a property; undefined removes it.
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
        // A list and a checkbox look the same for an absent value and for a written default.
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

/** Services without side effects outside the form. */
function quietServices(): Services {
  const nowhere = { get: () => undefined, set: () => undefined, remove: () => undefined, keys: () => [] };
  return {
    http: { send: () => Promise.reject(new Error('The properties form sends no requests.')) },
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

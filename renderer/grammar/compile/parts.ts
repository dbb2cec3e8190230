import type { Expression } from '../../plan/expression.ts';
import type { ActionPlan, CasePlan, CriticalPlan, EachPlan, NodePlan, SupplyPlan } from '../../plan/plan.ts';
import type { Declarations } from '../world.ts';
import type { Compiled, Origin } from './draft.ts';
import { shapes } from '../shapes.generated.ts';
import { withReads } from './node-reads.ts';
import type { FormAround } from './part-form.ts';
import type { PartSize } from './part-size.ts';
import { type SlotPlacing, spread } from './part-slots.ts';
import { ABSENT, membersOf, type Renaming, rename } from './plan-expression.ts';

/** A part, checked and lowered once, with its own names. */
export interface PartTemplate extends Compiled {
  readonly params: Declarations;
  readonly hasForm: boolean;
  /** Undefined if it has no fields of the form around it. */
  readonly form: FormAround | undefined;
  /** Values of parameters that a use leaves out, in the names of the part. */
  readonly defaults: ReadonlyMap<string, Expression>;
  readonly placed: ReadonlyMap<string, SlotPlacing>;
  /** See `Draft.counted`. */
  readonly counted: ReadonlyMap<string, string>;
  readonly size: PartSize;
  /** Too large for any document, so it cannot be used. */
  readonly isTooLarge: boolean;
}

export interface Parts {
  /** Undefined if the part is unknown, broken, or being read (it uses itself). */
  get(name: string): PartTemplate | undefined;
  isReading(name: string): boolean;
  /** Number of parts that are being read now, each used by the previous one. */
  readonly depth: number;
}

/** The compiled content of one use of a part. */
export type PartInstance = Omit<Compiled, 'problems' | 'unsettled' | 'flows'>;

/** Roots that are the same inside a part and where it is used. */
const SHARED = new Set(['session', 'config', 'device', 'kept', 'error', 'reply']);
/** Roots whose first member belongs to the part. */
const OWN = new Set(['state', 'form', 'timer']);

/**
 * Copies a part into the document that uses it. All its names are prefixed with the use's id, so they cannot
 * collide with names that an argument reads.
 *
 * @param values Values of its parameters; missing ones are absent.
 * @param filled Nodes of the use for the part's slots. They keep their names.
 * @param form The form around the use, for a part with fields of it.
 */
export function instantiate(
  template: PartTemplate,
  use: string,
  values: ReadonlyMap<string, Expression>,
  filled: ReadonlyMap<string, readonly NodePlan[]> = new Map(),
  form?: string,
): PartInstance {
  const own = (name: string): string => `${use}/${name}`;
  const ofForm = (name: string): string =>
    form !== undefined && name === template.form?.name ? form : own(name);
  const fields = form === undefined ? undefined : template.form;
  const copy = new Copy(own, ofForm, renamingOf(own, values, ofForm, fields), filled);
  const keyed = <T>(record: { readonly [name: string]: T }): { [name: string]: T } =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [own(name), value]));
  const origins: { readonly [node: string]: Origin } = keyed(template.origins);
  return {
    body: copy.nodes(template.body),
    bar: copy.nodes(template.bar),
    overlays: Object.fromEntries(
      Object.entries(template.overlays).map(([id, overlay]) => [own(id), copy.node(overlay)]),
    ),
    state: keyed(template.state),
    timers: keyed(template.timers),
    origins,
  };
}

/**
 * @param ofForm The name of a form of the part where the part is used.
 */
function renamingOf(
  own: (name: string) => string,
  values: ReadonlyMap<string, Expression>,
  ofForm = own,
  form?: FormAround,
): Renaming {
  return {
    name: own,
    path: (path) => {
      const [root = '', first, ...rest] = path;
      if (SHARED.has(root)) return ['get', ...path];
      if (root === 'params') return membersOf(values.get(first ?? '') ?? ABSENT, rest);
      // The form may have more fields, which the part has not checked.
      if (root === 'form' && first !== undefined && first === form?.name && rest.length === 0)
        return fieldsIn(form, ofForm(first));
      if (root === 'form' && first !== undefined) return ['get', root, ofForm(first), ...rest];
      if (OWN.has(root)) return first === undefined ? ['get', root] : ['get', root, own(first), ...rest];
      return ['get', own(root), ...path.slice(1)];
    },
  };
}

/** The fields of a part as one record. */
function fieldsIn({ fields }: FormAround, form: string): Expression {
  return [
    'record',
    Object.fromEntries([...fields.keys()].map((name) => [name, ['get', 'form', form, name]])),
  ];
}

/**
 * The default of a parameter where the part is used.
 *
 * @param values Values of the parameters before it.
 */
export function defaultIn(
  use: string,
  value: Expression,
  values: ReadonlyMap<string, Expression>,
): Expression {
  return rename(
    value,
    renamingOf((name) => `${use}/${name}`, values),
  );
}

/** Properties of actions that name an overlay, a form or a timer of the document. */
const PLACES: { readonly [action: string]: string } = {
  open: 'overlay',
  submit: 'form',
  validate: 'form',
  timer: 'timer',
};

class Copy {
  readonly #own: (name: string) => string;
  readonly #ofForm: (name: string) => string;
  readonly #renaming: Renaming;

  readonly #filled: ReadonlyMap<string, readonly NodePlan[]>;

  constructor(
    own: (name: string) => string,
    ofForm: (name: string) => string,
    renaming: Renaming,
    filled: ReadonlyMap<string, readonly NodePlan[]>,
  ) {
    this.#own = own;
    this.#ofForm = ofForm;
    this.#renaming = renaming;
    this.#filled = filled;
  }

  nodes(list: readonly NodePlan[]): NodePlan[] {
    return list.flatMap((node) => {
      if (node.type !== 'slot') return [this.node(node)];
      const visible = node.visible === undefined ? undefined : this.#expression(node.visible);
      const given = this.#filled.get(String(node.props?.['slot']));
      return spread(given ?? this.nodes(node.slots?.['body'] ?? []), visible);
    });
  }

  #expression(expression: Expression): Expression {
    return rename(expression, this.#renaming);
  }

  #record(record: { readonly [name: string]: Expression }): { [name: string]: Expression } {
    return Object.fromEntries(
      Object.entries(record).map(([name, expression]) => [name, this.#expression(expression)]),
    );
  }

  #each(each: EachPlan): EachPlan {
    return {
      ...each,
      list: this.#expression(each.list),
      as: this.#own(each.as),
      ...(each.at === undefined ? {} : { at: this.#own(each.at) }),
      ...(each.key === undefined ? {} : { key: this.#expression(each.key) }),
    };
  }

  node(node: NodePlan): NodePlan {
    const { props, lists, slots, on, each, visible, enabled, bind, supply, fallback } = node;
    return withReads({
      ...node,
      id: this.#own(node.id),
      ...(props === undefined ? {} : { props: this.#record(props) }),
      ...(lists === undefined
        ? {}
        : {
            lists: mapRecord(lists, (elements) =>
              elements.map((element) => ({
                ...(element.each === undefined ? {} : { each: this.#each(element.each) }),
                ...(element.visible === undefined ? {} : { visible: this.#expression(element.visible) }),
                props: this.#record(element.props),
              })),
            ),
          }),
      ...(slots === undefined ? {} : { slots: mapRecord(slots, (nodes) => this.nodes(nodes)) }),
      ...(on === undefined ? {} : { on: mapRecord(on, (list) => this.#actions(list)) }),
      ...(each === undefined ? {} : { each: this.#each(each) }),
      ...(visible === undefined ? {} : { visible: this.#expression(visible) }),
      ...(enabled === undefined ? {} : { enabled: this.#expression(enabled) }),
      ...(bind === undefined ? {} : { bind: this.#place(bind) }),
      ...(supply === undefined ? {} : { supply: this.#supply(supply) }),
      ...(fallback === undefined || fallback === 'none' ? {} : { fallback: this.node(fallback) }),
    });
  }

  #supply(supply: SupplyPlan): SupplyPlan {
    return {
      ...supply,
      elements: supply.elements.map(({ each, kind, name, section, initial, nodes }) => ({
        ...(each === undefined ? {} : { each: this.#each(each) }),
        kind: this.#expression(kind),
        name: this.#expression(name),
        ...(section === undefined ? {} : { section: this.#expression(section) }),
        ...(initial === undefined ? {} : { initial: this.#expression(initial) }),
        nodes: mapRecord(nodes, (node) => this.node(node)),
      })),
    };
  }

  /** Renames a path `state.name` or `form.id.field`. */
  #place(path: readonly string[]): string[] {
    const [root = '', name, ...rest] = path;
    if (!OWN.has(root) || name === undefined) return [...path];
    return [root, root === 'form' ? this.#ofForm(name) : this.#own(name), ...rest];
  }

  #actions(list: readonly ActionPlan[]): ActionPlan[] {
    return list.map((action) => this.#action(action));
  }

  #action(action: ActionPlan): ActionPlan {
    const { when, props, as, cases, critical } = action;
    return {
      ...action,
      ...(when === undefined ? {} : { when: this.#expression(when) }),
      ...(props === undefined ? {} : { props: this.#actionProps(action.do, props) }),
      ...(as === undefined ? {} : { as: this.#own(as) }),
      ...(action.catch === undefined ? {} : { catch: this.#cases(action.catch) }),
      ...(cases === undefined ? {} : { cases: this.#cases(cases) }),
      ...(critical === undefined ? {} : { critical: this.#critical(critical) }),
    };
  }

  #actionProps(kind: string, props: { readonly [name: string]: Expression }): { [name: string]: Expression } {
    const copied = this.#record(props);
    const place = PLACES[kind];
    const named = place === undefined ? undefined : copied[place];
    if (place !== undefined && typeof named === 'string')
      copied[place] = place === 'form' ? this.#ofForm(named) : this.#own(named);
    for (const [name, value] of Object.entries(props)) {
      if (shapes.actions[kind]?.properties[name]?.slot === 'path') copied[name] = this.#target(value);
    }
    return copied;
  }

  /** Renames a path to write to, or a list of them. */
  #target(target: Expression): Expression {
    if (!Array.isArray(target)) return target;
    const [operation, ...rest] = target as readonly unknown[];
    if (operation === 'list') return ['list', ...(rest as Expression[]).map((one) => this.#target(one))];
    return operation === 'get' ? ['get', ...this.#place(rest as string[])] : target;
  }

  #cases(cases: readonly CasePlan[]): CasePlan[] {
    return cases.map((item) => ({
      ...(item.when === undefined ? {} : { when: this.#expression(item.when) }),
      run: this.#actions(item.run),
    }));
  }

  /**
   * `done` includes the `failed` of the definition (`readOutcome`). `amounts` and `fresh` are still empty: `completeCritical` fills them
   * in for the whole screen.
   */
  #critical(critical: CriticalPlan): CriticalPlan {
    return {
      ...critical,
      ...(critical.per === undefined ? {} : { per: this.#expression(critical.per) }),
      ...(critical.with === undefined ? {} : { with: this.#record(critical.with) }),
      ...(critical.done === undefined ? {} : { done: this.#expression(critical.done) }),
    };
  }
}

function mapRecord<T>(record: { readonly [name: string]: T }, map: (value: T) => T): { [name: string]: T } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

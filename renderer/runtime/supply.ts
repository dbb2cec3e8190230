import { evaluate } from '../plan/evaluate.ts';
import { type Expression, PENDING, type Result } from '../plan/expression.ts';
import { matchPattern, type Pattern, parsePattern } from '../plan/pattern.ts';
import type { NodePlan, SuppliedPlan, SupplyPlan } from '../plan/plan.ts';
import { isRefusedName } from '../plan/value.ts';
import { listItems, type Pass } from './compute-props.ts';
import { setFrame } from './item-frames.ts';
import { TreeFieldList } from './field-list.ts';
import { keepEqual } from './keep-equal.ts';
import type { SupplyState } from './ports/forms.ts';
import type { Frame, LiveScope } from './scope.ts';
import type { TreeNode } from './tree-node.ts';
import type { Surroundings, TreeUnit, Unit } from './tree-unit.ts';

/** An allowed field, or the placeholder of a field that is loading. */
export interface Supplied {
  /** The field's name; a placeholder has a key that is no valid name. */
  readonly key: string;
  readonly isPlaceholder: boolean;
  readonly node: NodePlan;
  readonly initial: Expression | undefined;
  readonly scope: LiveScope;
}

interface Item {
  readonly scope: LiveScope;
  readonly item: Frame | undefined;
  readonly at: Frame | undefined;
}

interface Candidate {
  readonly plan: SuppliedPlan;
  readonly value: Result;
  readonly at: number;
  readonly scope: LiveScope;
}

/**
 * The fields that a server chooses for one map. The policy validates all of them before any is created; they are
 * grouped into sections.
 *
 * A refused field is reported by its position and the reason, without its content.
 */
export class Supply {
  /** The units that show the fields; they are refilled when the fields change. */
  readonly lists = new Set<Unit>();
  /** Name of the map in its form. */
  readonly map: string;
  private readonly plan: SupplyPlan;
  private readonly owner: TreeNode;
  private readonly names: Pattern | undefined;
  private readonly sections: readonly string[];
  private items = new Map<string, Item>();
  private bySection = new Map<string | undefined, Supplied[]>();

  constructor(plan: SupplyPlan, owner: TreeNode) {
    this.plan = plan;
    this.owner = owner;
    this.map = String(owner.plan.props?.['name']);
    this.names = parsePattern(plan.allow.name);
    this.sections = (owner.plan.slots?.['sections'] ?? []).flatMap((section) =>
      (section.slots?.['body'] ?? []).map((list) => String(list.props?.['section'])),
    );
  }

  /** Fields of a section, in order; undefined: fields without a section. */
  fieldsOf(section: string | undefined): readonly Supplied[] {
    return this.bySection.get(section) ?? [];
  }

  /** Creates a unit that shows fields. */
  makeList(plan: NodePlan, around: Surroundings): TreeUnit {
    return new TreeFieldList(plan, around);
  }

  /** Reads the lists again. `blocked`: the policy refused a field, so the map has no fields. */
  arrange(pass: Pass): 'open' | 'blocked' {
    const { host, form } = this.owner.around;
    const candidates = this.plan.elements.flatMap((plan) => this.candidatesOf(plan, pass));
    const loading = candidates.filter(({ value }) => value === PENDING);
    const loaded = candidates.filter(({ value }) => value !== PENDING);
    const { admitted, refusals } = this.admit(loaded, pass);
    if (refusals.length > 0) host.fault('fields/refused', this.owner, refusals.join('; '));
    const isBlocked = refusals.length > 0 && this.plan.allow.refused === 'block';
    this.place(isBlocked ? new Map() : admitted, loading, pass);
    const state = isBlocked ? 'blocked' : loading.length === 0 ? 'complete' : 'loading';
    if (form !== undefined) this.tellForm(form, state);
    for (const list of this.lists) host.again(list);
    return isBlocked ? 'blocked' : 'open';
  }

  private candidatesOf(plan: SuppliedPlan, pass: Pass): readonly Candidate[] {
    const { scope } = this.owner;
    if (plan.each === undefined) return [{ plan, value: undefined, at: 0, scope }];
    // The field's name is its key; it must be unique anyway.
    const { key: _key, ...each } = plan.each;
    return listItems(each, scope, pass).map(({ item, at }) => {
      const withItem = scope.with(each.as, item);
      return { plan, value: item, at, scope: each.at === undefined ? withItem : withItem.with(each.at, at) };
    });
  }

  private admit(candidates: readonly Candidate[], pass: Pass) {
    const admitted = new Map<string, Candidate & { readonly kind: string }>();
    const refusals: string[] = [];
    candidates.forEach((candidate, index) => {
      const kind = evaluate(candidate.plan.kind, candidate.scope, pass.meter);
      const name = evaluate(candidate.plan.name, candidate.scope, pass.meter);
      const reason =
        typeof kind !== 'string' || typeof name !== 'string'
          ? 'not computable'
          : this.findFault(candidate, kind, name, index, admitted, pass);
      if (reason === undefined) admitted.set(String(name), { ...candidate, kind: String(kind) });
      else refusals.push(`field ${index}: ${reason}`);
    });
    return { admitted, refusals };
  }

  private findFault(
    { plan, scope }: Candidate,
    kind: string,
    name: string,
    index: number,
    admitted: ReadonlyMap<string, unknown>,
    pass: Pass,
  ): string | undefined {
    const { allow } = this.plan;
    if (!allow.kinds.includes(kind) || !Object.hasOwn(plan.nodes, kind)) return 'kind';
    if (isRefusedName(name) || allow.not.includes(name)) return 'name';
    if (this.names === undefined || !matchPattern(this.names, name)) return 'name';
    if (admitted.has(name)) return 'repeated name';
    if (index >= allow.count) return 'count';
    return areOptionsFit(plan.nodes[kind], scope, pass, allow.options) ? undefined : 'options';
  }

  private place(
    admitted: ReadonlyMap<string, Candidate & { readonly kind: string }>,
    loading: readonly Candidate[],
    pass: Pass,
  ): void {
    const items = new Map<string, Item>();
    const bySection = new Map<string | undefined, Supplied[]>();
    const add = (section: string | undefined, supplied: Supplied): void => {
      const known = bySection.get(section);
      if (known) known.push(supplied);
      else bySection.set(section, [supplied]);
    };
    for (const [name, candidate] of admitted) {
      const item = this.keepItem(name, candidate);
      items.set(name, item);
      const node = candidate.plan.nodes[candidate.kind];
      const section = candidate.plan.section && evaluate(candidate.plan.section, item.scope, pass.meter);
      const known = this.sections.find((key) => key === section);
      const { initial } = candidate.plan;
      if (node) add(known, { key: name, isPlaceholder: false, node, initial, scope: item.scope });
    }
    loading.forEach((candidate, index) => {
      const { nodes } = candidate.plan;
      const node = nodes['text-field'] ?? Object.values(nodes)[0];
      const key = `~${index}`;
      if (node)
        add(this.sections[0], { key, isPlaceholder: true, node, initial: undefined, scope: candidate.scope });
    });
    this.items = items;
    this.bySection = bySection;
  }

  /** A field is reused while its name exists. Readers of changed members of its item are recomputed. */
  private keepItem(name: string, { plan, value, at }: Candidate): Item {
    const { around, scope } = this.owner;
    const known = this.items.get(name);
    if (known) {
      if (known.item) setFrame(around.host, known.item, keepEqual(known.item.value, value));
      if (known.at) setFrame(around.host, known.at, at);
      return known;
    }
    if (plan.each === undefined) return { scope, item: undefined, at: undefined };
    const item: Frame = { name: plan.each.as, value, outer: scope.frame };
    const index = plan.each.at === undefined ? undefined : { name: plan.each.at, value: at, outer: item };
    return { scope: scope.framed(index ?? item), item, at: index };
  }

  private tellForm(form: string, state: SupplyState): void {
    const fields = [...this.sections, undefined].flatMap((section) => this.fieldsOf(section));
    const given = fields.flatMap(({ key, isPlaceholder, node, scope, initial }) =>
      isPlaceholder ? [] : [{ name: key, plan: node, scope, ...(initial === undefined ? {} : { initial }) }],
    );
    this.owner.scope.sources.forms.supply(form, this.map, given, state);
  }
}

/**
 * Whether the options, including hidden ones, are within the limit. Options of `choices` must not contain a comma,
 * which separates their values.
 */
function areOptionsFit(node: NodePlan | undefined, scope: LiveScope, pass: Pass, most: number): boolean {
  const options = node?.lists?.['options'] ?? [];
  const placed = options.map((option) => ({
    option,
    items: option.each === undefined ? undefined : listItems(option.each, scope, pass),
  }));
  if (placed.reduce((count, { items }) => count + (items?.length ?? 1), 0) > most) return false;
  if (node?.type !== 'choices') return true;
  return placed.every(({ option, items }) => {
    const { each } = option;
    const scopes = each === undefined ? [scope] : (items ?? []).map(({ item }) => scope.with(each.as, item));
    return scopes.every((at) => {
      const value = evaluate(option.props['value'] ?? '', at, pass.meter);
      return typeof value !== 'string' || !value.includes(',');
    });
  });
}

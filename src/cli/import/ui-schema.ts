import { isJson, type Json } from '#renderer/grammar/json.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import { and, type Condition, not, TRUE, whyUnsayable } from './condition.ts';
import { fits } from './fits.ts';
import type { Hint, Hints, Layout } from './hints.ts';
import { References } from './references.ts';
import type { Report } from './report.ts';
import type { Slot } from './slot.ts';
import { joinPointer } from './source.ts';

/** Reads a UI schema of rjsf or JSON Forms, and reports everything that cannot be carried. */
export function readUiSchema(root: unknown, slot: Slot, report: Report): Hints {
  if (!isJson(root)) {
    report.refuse('', 'UI schema', 'It is no object.');
    return new UiHints();
  }
  const hints = new UiHints();
  if (typeof root['type'] === 'string' && (Array.isArray(root['elements']) || root['scope'] !== undefined)) {
    const reader = new LayoutReader(root, slot, report, hints);
    hints.layout = reader.elements([root], '');
  } else readRjsf(root, '', slot, report, hints);
  return hints;
}

class UiHints implements Hints {
  readonly bySlot = new Map<Slot, Hint>();
  readonly orders = new Map<Slot, readonly string[]>();
  layout: readonly Layout[] | undefined;

  of(slot: Slot): Hint {
    return this.bySlot.get(slot) ?? {};
  }

  add(slot: Slot, hint: Hint): void {
    this.bySlot.set(slot, { ...this.bySlot.get(slot), ...hint });
  }

  /** Members that the order does not name come at its `*`, else at the end. */
  order(slot: Slot): readonly Slot[] {
    const members = [...slot.members.values()];
    const order = this.orders.get(slot);
    if (order === undefined) return members;
    const named = order.flatMap((name) => slot.members.get(name) ?? []);
    const rest = members.filter((member) => !named.includes(member));
    const star = order.indexOf('*');
    if (star < 0) return [...named, ...rest];
    const before = order.slice(0, star).flatMap((name) => slot.members.get(name) ?? []);
    return [...before, ...rest, ...named.filter((member) => !before.includes(member))];
  }
}

const WORDS: { readonly [name: string]: 'title' | 'help' } = {
  title: 'title',
  description: 'help',
  help: 'help',
  placeholder: 'help',
};

function readRjsf(ui: Json, pointer: string, slot: Slot, report: Report, hints: UiHints): void {
  const { 'ui:options': options, ...own } = ui;
  const said: [name: string, value: unknown, at: string][] = [];
  for (const [name, value] of Object.entries(own)) {
    const at = joinPointer(pointer, name);
    if (name.startsWith('ui:')) said.push([name.slice(3), value, at]);
    else if (!isJson(value)) report.refuse(at, name, 'It says nothing that a form could show.');
    else if (name === 'items' && slot.items !== undefined) readRjsf(value, at, slot.items, report, hints);
    else {
      const member = slot.members.get(name);
      if (member === undefined) report.refuse(at, name, `The schema has no "${name}".`);
      else readRjsf(value, at, member, report, hints);
    }
  }
  for (const [name, value] of Object.entries(isJson(options) ? options : {})) {
    said.push([name, value, joinPointer(pointer, 'ui:options', name)]);
  }
  // If both are given, the help text is used and the placeholder is reported.
  said.sort(([a], [b]) => Number(b === 'placeholder') - Number(a === 'placeholder'));
  for (const [name, value, at] of said) readOption(name, value, at, slot, report, hints);
}

function readOption(
  name: string,
  value: unknown,
  at: string,
  slot: Slot,
  report: Report,
  hints: UiHints,
): void {
  report.meet(at, name);
  const words = WORDS[name];
  if (words !== undefined && typeof value === 'string') return hints.add(slot, { [words]: value });
  if (name === 'order' && Array.isArray(value)) {
    hints.orders.set(
      slot,
      value.filter((one) => typeof one === 'string'),
    );
    return;
  }
  if (name === 'enumNames' && Array.isArray(value)) {
    const enumeration = slot.constraints.find(({ keyword }) => keyword === 'enum')?.value;
    const values = Array.isArray(enumeration) ? (enumeration as readonly unknown[]) : [];
    slot.words.titles = Object.fromEntries(
      values.flatMap((one, index) =>
        typeof value[index] === 'string' ? [[JSON.stringify(one), value[index]]] : [],
      ),
    );
    return;
  }
  if (name === 'widget' && typeof value === 'string') return readWidget(value, at, slot, report, hints);
  report.refuse(at, name, 'A form has nothing to show it with.');
}

function readWidget(widget: string, at: string, slot: Slot, report: Report, hints: UiHints): void {
  switch (widget) {
    case 'textarea':
      return hints.add(slot, { isMultiline: true });
    case 'radio':
      return hints.add(slot, { look: 'list' });
    case 'select':
      return hints.add(slot, { look: 'sheet' });
    case 'hidden':
      if (slot.needed.op === 'false') return hints.add(slot, { visible: not(TRUE) });
      return report.refuse(at, 'widget', 'What has to be filled in cannot be hidden.');
    case 'text':
    case 'email':
    case 'uri':
    case 'date':
    case 'updown':
    case 'checkbox':
      return;
    default:
      report.refuse(at, 'widget', `A form has no widget "${widget}".`);
  }
}

/** Reads layouts, controls and rules of JSON Forms. */
class LayoutReader {
  readonly #references: References;
  readonly #slot: Slot;
  readonly #report: Report;
  readonly #hints: UiHints;

  constructor(root: Json, slot: Slot, report: Report, hints: UiHints) {
    this.#references = new References(root);
    this.#slot = slot;
    this.#report = report;
    this.#hints = hints;
  }

  elements(elements: readonly unknown[], pointer: string): Layout[] {
    return elements.flatMap((element, index) => {
      const at = pointer === '' ? '' : joinPointer(pointer, index);
      return isJson(element) ? this.#element(element, at) : [];
    });
  }

  #element(element: Json, at: string): Layout[] {
    const { type, rule, options } = element;
    this.#report.meet(joinPointer(at, 'type'), String(type));
    const visible = rule === undefined ? TRUE : this.#rule(rule, joinPointer(at, 'rule'));
    const inside = () =>
      this.elements(
        Array.isArray(element['elements']) ? (element['elements'] as unknown[]) : [],
        joinPointer(at, 'elements'),
      );
    const title = typeof element['label'] === 'string' ? element['label'] : undefined;
    switch (type) {
      case 'Control':
        return this.#control(element, at, visible);
      case 'Label': {
        const text = typeof element['text'] === 'string' ? element['text'] : '';
        return text === '' ? [] : [{ kind: 'words', text, visible }];
      }
      case 'VerticalLayout':
        return rule === undefined
          ? inside()
          : [{ kind: 'group', title: undefined, look: 'plain', body: inside(), visible }];
      case 'HorizontalLayout':
        return [{ kind: 'group', title: undefined, look: 'columns', body: inside(), visible }];
      case 'Group':
      case 'Category':
        return [{ kind: 'group', title, look: 'card', body: inside(), visible }];
      case 'Categorization':
        return inside();
      default:
        this.#report.refuse(joinPointer(at, 'type'), String(type), 'A form has no such layout.');
        if (options !== undefined)
          this.#report.refuse(joinPointer(at, 'options'), 'options', 'Its element is left out.');
        return inside();
    }
  }

  #control(element: Json, at: string, visible: Condition): Layout[] {
    const slot = this.#find(element['scope'], joinPointer(at, 'scope'));
    if (slot === undefined) return [];
    const { label, options } = element;
    if (typeof label === 'string') this.#hints.add(slot, { title: label });
    for (const [name, value] of Object.entries(isJson(options) ? options : {})) {
      const place = joinPointer(at, 'options', name);
      this.#report.meet(place, name);
      if (name === 'multi') this.#hints.add(slot, { isMultiline: value === true });
      else if (name === 'format' && value === 'radio') this.#hints.add(slot, { look: 'list' });
      else if (name === 'placeholder' && typeof value === 'string') this.#hints.add(slot, { help: value });
      else this.#report.refuse(place, name, 'A form has nothing to show it with.');
    }
    return [{ kind: 'slot', slot, visible }];
  }

  #find(scope: unknown, at: string): Slot | undefined {
    let slot: Slot | undefined = this.#slot;
    const names = typeof scope === 'string' ? splitPointer(scope.replace(/^#/, '')) : ['?'];
    for (const [index, name] of names.entries()) {
      if (name === 'properties' && index % 2 === 0) continue;
      slot = slot?.members.get(name);
    }
    if (slot === undefined) this.#report.refuse(at, 'scope', `The schema has no "${String(scope)}".`);
    return slot;
  }

  #rule(rule: unknown, at: string): Condition {
    this.#report.meet(at, 'rule');
    if (!isJson(rule)) return TRUE;
    const { effect } = rule;
    if (effect !== 'SHOW' && effect !== 'HIDE') {
      this.#report.refuse(
        at,
        'rule',
        `A field is always enabled; it can be shown and hidden, not "${String(effect)}".`,
      );
      return TRUE;
    }
    const condition = this.#condition(rule['condition'], joinPointer(at, 'condition'));
    const why = whyUnsayable(condition);
    if (why === undefined) return effect === 'SHOW' ? condition : not(condition);
    this.#report.refuse(at, 'rule', why);
    return TRUE;
  }

  #condition(condition: unknown, at: string): Condition {
    if (!isJson(condition)) return TRUE;
    const { type, conditions, expectedValue, scope } = condition;
    if ((type === 'AND' || type === 'OR') && Array.isArray(conditions)) {
      const parts = conditions.map((one, index) =>
        this.#condition(one, joinPointer(at, 'conditions', index)),
      );
      return type === 'AND' ? and(...parts) : not(and(...parts.map(not)));
    }
    const slot = this.#find(scope, joinPointer(at, 'scope'));
    if (slot === undefined) return TRUE;
    const reading = { references: this.#references, report: this.#report };
    if (condition['schema'] !== undefined) return fits(reading, slot, joinPointer(at, 'schema'));
    return typeof expectedValue === 'string' ||
      typeof expectedValue === 'number' ||
      typeof expectedValue === 'boolean'
      ? { op: 'equals', slot, value: expectedValue }
      : TRUE;
  }
}

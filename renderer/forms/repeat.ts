import type { FieldRows } from '../runtime/ports/field-state.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import {
  type Field,
  isMap,
  isNest,
  type Nest,
  type NestHost,
  type Nests,
  type Part,
  partsOf,
  valueOf,
  type Within,
  WrittenField,
} from './form-state.ts';

/** The fields of a group, or of one record in a repeating group. Its value object is reused until a field changes. */
interface FieldRecord {
  readonly name: string;
  parts: readonly Part[];
  value: { readonly [name: string]: Value } | undefined;
}

type Members = { readonly [name: string]: Value };

interface Row extends FieldRecord {
  readonly key: string;
  door: FieldRows | undefined;
}

interface Rows {
  readonly name: string;
  readonly field: Field;
  readonly plan: NodePlan;
  readonly within: Within;
  readonly min: number;
  readonly max: number;
  /** By key. Their order is the list's value in react-hook-form. */
  readonly rows: Map<string, Row>;
  value: readonly Value[] | undefined;
  door: FieldRows | undefined;
}

/**
 * Prototype of record values. `keepEqual` then compares records by identity, so that each keeps its hidden key; a
 * copy of the readable members would lose it.
 */
const RECORD: object = Object.freeze(Object.create(null));

/** Member with the key of a record. No field can have this name; it is not sent. */
const KEY = '#key';

/** Groups and repeating groups of a form. Their fields have full names: `incomes.r1.amount`. */
export function createNests({ form, enter, leave, set, touch, changed }: NestHost): Nests {
  const { library } = form;
  const records = new Map<string, FieldRecord>();
  const lists = new Map<string, Rows>();
  const fields = new Map<string, Field>();
  /** Pointers by name at the time of sending: records may be added or removed before the answer arrives. */
  let sent: ReadonlyMap<string, string | undefined> | undefined;
  let count = 0;

  function fieldsIn(parts: readonly Part[]): readonly Field[] {
    return parts.flatMap((part) => (isMap(part) ? [] : isNest(part) ? part.nested() : [part]));
  }

  function addParts(record: FieldRecord, plan: NodePlan, within: Within): void {
    record.parts = [...partsOf(plan.slots, within, nests)];
    records.set(record.name, record);
    const own = record.parts.flatMap((part) => (isMap(part) || isNest(part) ? [] : [part]));
    for (const part of own) fields.set(part.name, part);
    enter(own);
  }

  function makeGroup(plan: NodePlan, name: string, within: Within): Nest {
    const own = name.slice(within.prefix.length);
    const group: FieldRecord = { name, parts: [], value: undefined };
    /* The group as a field: for its rules, its problem, and whether it is sent. */
    const field = new WrittenField(plan, name, within);
    fields.set(name, field);
    enter([field]);
    addParts(group, plan, {
      ...within,
      prefix: `${name}.`,
      pointer: () => `${within.pointer()}${own}/`,
    });
    return { name, nested: () => [field, ...fieldsIn(group.parts)] };
  }

  function makeRows(plan: NodePlan, name: string, within: Within): Nest {
    const row = plan.slots?.['rows']?.[0];
    const own = name.slice(within.prefix.length);
    const { min, max } = plan.props ?? {};
    const list: Rows = {
      name,
      field: new WrittenField(plan, name, within),
      plan: row ?? plan,
      within: { ...within, pointer: () => `${within.pointer()}${own}/` },
      min: typeof min === 'number' ? min : 0,
      max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
      rows: new Map(),
      value: undefined,
      door: undefined,
    };
    lists.set(name, list);
    fields.set(name, list.field);
    enter([list.field]);
    fill(list);
    return { name, nested: () => [list.field, ...rowsOf(list).flatMap(({ parts }) => fieldsIn(parts))] };
  }

  /** Keys of a list's records, in order. */
  function keysOf(list: Rows): readonly string[] {
    // Only this file writes the value of a list.
    return (library.value(list.name) as readonly string[] | undefined) ?? [];
  }

  function rowsOf(list: Rows): readonly Row[] {
    return keysOf(list).flatMap((key) => list.rows.get(key) ?? []);
  }

  function fill(list: Rows): void {
    while (list.rows.size < list.min) addRow(list);
    settle(list);
  }

  function addRow(list: Rows): Row {
    count += 1;
    const { within, plan } = list;
    const key = `r${count}`;
    const row: Row = { key, name: `${list.name}.${key}`, parts: [], value: undefined, door: undefined };
    const at = () => keysOf(list).indexOf(key);
    const scope = (): Scope => {
      const item = within.scope().with(plan.each?.as ?? '', valueOfRecord(row, key));
      return plan.each?.at === undefined ? item : item.with(plan.each.at, at());
    };
    addParts(row, plan, {
      prefix: `${row.name}.`,
      shownWhen: plan.visible === undefined ? within.shownWhen : [...within.shownWhen, plan.visible],
      scope,
      pointer: () => `${within.pointer()}${at()}/`,
    });
    list.rows.set(key, row);
    library.set(list.name, [...keysOf(list), key]);
    return row;
  }

  function removeRow(list: Rows, row: Row): void {
    list.rows.delete(row.key);
    library.set(
      list.name,
      keysOf(list).filter((key) => key !== row.key),
    );
    forgetParts(row.parts);
    records.delete(row.name);
  }

  function forgetParts(parts: readonly Part[]): void {
    for (const part of parts) {
      if (isMap(part)) continue;
      const gone = (isNest(part) ? part.nested() : [part]).map(({ name }) => name);
      for (const name of gone) {
        fields.delete(name);
        lists.delete(name);
      }
      leave(gone);
      for (const name of records.keys()) {
        if (name === part.name || name.startsWith(`${part.name}.`)) records.delete(name);
      }
    }
  }

  /** The permitted operations on the records may have changed. */
  function settle(list: Rows): void {
    list.value = undefined;
    const { size } = list.rows;
    const act = (change: () => void) => {
      change();
      settle(list);
      library.write(list.name, keysOf(list));
      // While the person corrects a list, it shows no problem.
      library.clearProblem(list.name);
      touch([list.name]);
      changed(list.name);
    };
    list.door = { count: size, ...(size < list.max && { add: () => act(() => addRow(list)) }) };
    for (const row of list.rows.values()) {
      row.door = size > list.min ? { count: size, remove: () => act(() => removeRow(list, row)) } : undefined;
    }
  }

  function valueOfPart(part: Part): Value | undefined {
    return isMap(part) || form.dropped.has(part.name)
      ? undefined
      : isNest(part)
        ? nests.value(part.name)
        : valueOf(form, part.name);
  }

  function valueOfRecord(record: FieldRecord, key?: string): { readonly [name: string]: Value } {
    if (record.value !== undefined) return record.value;
    const value: { [name: string]: Value } = Object.create(RECORD);
    if (key !== undefined) Object.defineProperty(value, KEY, { value: key });
    for (const part of record.parts) {
      const member = valueOfPart(part);
      if (member !== undefined) value[part.name.slice(record.name.length + 1)] = member;
    }
    record.value = value;
    return value;
  }

  function writePart(part: Part, value: Value | undefined): void {
    if (isMap(part)) return;
    if (isNest(part)) nests.write(part.name, value);
    else set(part.name, value);
  }

  function membersOf(value: Value | undefined): Members {
    return typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};
  }

  /** Members without a given value keep their initial value. */
  function fillRow({ name, parts }: Row, value: Value): void {
    for (const [member, given] of Object.entries(membersOf(value))) {
      const part = parts.find((one) => one.name === `${name}.${member}`);
      if (part !== undefined) writePart(part, given);
    }
  }

  function writeRecord(record: FieldRecord, value: Value | undefined): void {
    const members = membersOf(value);
    for (const part of record.parts) {
      const name = part.name.slice(record.name.length + 1);
      writePart(part, Object.hasOwn(members, name) ? members[name] : undefined);
    }
    record.value = undefined;
  }

  /** An unchanged record keeps its key and fields, also at another position. */
  function writeRows(list: Rows, items: readonly Value[]): void {
    const known = new Map<Value, Row>(rowsOf(list).map((row) => [valueOfRecord(row, row.key), row]));
    const kept = new Set(items.flatMap((item) => known.get(item) ?? []));
    for (const row of list.rows.values()) if (!kept.has(row)) removeRow(list, row);
    const rows = items.map((item) => {
      const row = known.get(item);
      if (row !== undefined && kept.delete(row)) return row;
      const added = addRow(list);
      fillRow(added, item);
      return added;
    });
    library.set(
      list.name,
      rows.map(({ key }) => key),
    );
  }

  const nests: Nests = {
    make: (plan, name, within) =>
      plan.type === 'repeat' ? makeRows(plan, name, within) : makeGroup(plan, name, within),
    field: (name) => fields.get(name),
    has: (name) => lists.has(name) || records.has(name),
    value(name) {
      if (form.dropped.has(name)) return undefined;
      const list = lists.get(name);
      if (list !== undefined) {
        list.value ??= rowsOf(list).map((row) => valueOfRecord(row, row.key));
        return list.value;
      }
      const record = records.get(name);
      return record && valueOfRecord(record);
    },
    forget(name) {
      for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
        const part = name.slice(0, end);
        const nest = records.get(part) ?? lists.get(part);
        if (nest !== undefined) nest.value = undefined;
      }
    },
    keepPlaces() {
      sent = new Map([...fields.values()].map((field) => [field.name, field.pointer()]));
    },
    placeSent: (field) =>
      sent === undefined || !fields.has(field.name) ? field.pointer() : sent.get(field.name),
    rows(name) {
      const list = lists.get(name);
      return list === undefined ? (records.get(name) as Partial<Row> | undefined)?.door : list.door;
    },
    write(name, value) {
      const list = lists.get(name);
      if (list !== undefined) {
        writeRows(list, Array.isArray(value) ? value.slice(0, list.max) : []);
        fill(list);
      }
      const record = records.get(name);
      if (record !== undefined) writeRecord(record, value);
      touch([name]);
    },
    reset() {
      // Removes the lists in these records, too.
      for (const list of [...lists.values()]) {
        for (const row of list.rows.values()) removeRow(list, row);
        if (lists.has(list.name)) fill(list);
      }
    },
  };
  return nests;
}

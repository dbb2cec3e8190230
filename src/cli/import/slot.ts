import { type Condition, FALSE, isSame, or, type Scalar, type Selector, under } from './condition.ts';

/** A keyword that constrains a slot, and the condition under which it applies. */
export interface Constraint {
  readonly keyword: string;
  readonly value: unknown;
  /** JSON Pointer of the keyword. */
  readonly pointer: string;
  readonly when: Condition;
}

/** A condition that the entered values must fulfil. */
export interface Demand {
  readonly holds: Condition;
  readonly when: Condition;
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** The JSON type of a value, which selects the field. */
export type SlotType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** One kind of value of a slot. Most slots have one; alternatives with different types have several. */
export interface Variant {
  readonly type: SlotType;
  /** When a value is of this kind, in addition to the slot's own condition. */
  readonly when: Condition;
  /** The allowed values. */
  readonly options?: readonly Option[];
  /** A list of values, each chosen or not. */
  readonly isSet?: true;
  /** A text that is a date. */
  readonly isDay?: true;
  /** Name of the field in the form or in its record; empty if there is no field. */
  field: string;
}

export interface Option {
  readonly value: Scalar;
  /** The field's value, or a name for it if values differ in type. */
  readonly key: Scalar;
  readonly text: string;
  /** When the option is offered. */
  readonly when: Condition;
}

/** A word in a schema, and the condition under which that schema applies. */
export interface Said {
  readonly value: unknown;
  readonly pointer: string;
  readonly when: Condition;
}

/** Words of a schema for people; the nearest first. */
export interface Words {
  readonly title: Said[];
  readonly description: Said[];
  readonly default: Said[];
  /** Titles of values, by the value's JSON. */
  titles?: { readonly [json: string]: string };
}

/**
 * A part of the value that is sent: the root, a member of an object, or the items of a list. Collects everything that a
 * schema states about it; the field is decided afterwards.
 */
export class Slot {
  readonly parent: Slot | undefined;
  /** The member's name; `*` for a list's items. */
  readonly name: string;
  readonly members = new Map<string, Slot>();
  items: Slot | undefined;
  readonly constraints: Constraint[] = [];
  readonly demands: Demand[] = [];
  /** Schemas with `additionalProperties: false`: no other members are allowed. */
  readonly closed: {
    readonly names: ReadonlySet<string>;
    readonly pointer: string;
    readonly when: Condition;
  }[] = [];
  readonly selectors: Selector[] = [];
  /** When the schema describes the slot. Otherwise the slot has no value. */
  described: Condition = FALSE;
  /** Pointer of the first schema that describes the slot. */
  pointer = '';
  /** When the slot is required, and by which keyword. */
  readonly required: { readonly when: Condition; readonly pointer: string }[] = [];
  /** Alternatives that are null: sent if the slot is empty and required. */
  readonly nulls: string[] = [];
  readonly words: Words = { title: [], description: [], default: [] };
  variants: Variant[] = [];
  /** For an optional object: the checkbox that includes it. */
  toggle: string | undefined;

  constructor(parent: Slot | undefined, name: string) {
    this.parent = parent;
    this.name = name;
  }

  /** The member with this name; created if missing. */
  member(name: string): Slot {
    const known = this.members.get(name);
    if (known !== undefined) return known;
    const made = new Slot(this, name);
    this.members.set(name, made);
    return made;
  }

  /** The slot of this list's items. */
  item(): Slot {
    this.items ??= new Slot(this, '*');
    return this.items;
  }

  /** The nearest item slot that is or contains this slot; undefined outside lists. */
  get record(): Slot | undefined {
    return this.name === '*' ? this : this.parent?.record;
  }

  /**
   * The word that applies whenever the slot is shown. A word from alternatives applies only if all of them have the
   * same word.
   */
  said(kind: 'title' | 'description' | 'default'): Said | undefined {
    const all = this.words[kind];
    const always = all.find(
      ({ when }) => this.described.op === 'false' || under(this.described, when).op === 'true',
    );
    if (always !== undefined) return always;
    const [first] = all;
    const isOne = all.every(({ value }) => value === first?.value);
    return isOne && isSame(or(...all.map(({ when }) => when)), this.described) ? first : undefined;
  }

  /** Whether only null is allowed. */
  get isOnlyNull(): boolean {
    return this.isNullable && this.variants.length === 0;
  }

  /** When the slot is required. */
  get needed(): Condition {
    return or(...this.required.map(({ when }) => when));
  }

  /** Whether the slot is required whenever it is shown. */
  get isAlways(): boolean {
    const { needed } = this;
    return needed.op === 'true' || isSame(needed, this.described);
  }

  get isNullable(): boolean {
    return this.nulls.length > 0;
  }

  /** Whether a person must choose between several kinds of value first. */
  get isMixed(): boolean {
    return this.variants.length > 1;
  }
}

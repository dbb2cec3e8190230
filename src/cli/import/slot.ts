import { type Condition, FALSE, isSame, or, type Scalar, type Selector, under } from './condition.ts';

/** A keyword of the schema that says something about a slot, and when it does. */
export interface Constraint {
  readonly keyword: string;
  readonly value: unknown;
  /** JSON Pointer of the keyword. */
  readonly pointer: string;
  readonly when: Condition;
}

/** A condition that has to hold for what is filled in. */
export interface Demand {
  readonly holds: Condition;
  readonly when: Condition;
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** What is asked in a place: the JSON type of its value decides the field. */
export type SlotType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** One way to fill a slot in. Most slots have one; those whose alternatives differ in type have several. */
export interface Variant {
  readonly type: SlotType;
  /** Beyond what shows the slot itself. */
  readonly when: Condition;
  /** It is one of these. */
  readonly options?: readonly Option[];
  /** A list of values of which each is chosen or not. */
  readonly isSet?: true;
  /** A text that is a day. */
  readonly isDay?: true;
  /** Name of the field in the form or in its record; empty where nothing is asked. */
  field: string;
}

export interface Option {
  readonly value: Scalar;
  /** What the field holds: the value, or a name for it where values differ in type. */
  readonly key: Scalar;
  readonly text: string;
  /** Where not all options can be chosen at all times. */
  readonly when: Condition;
}

/** A word of a schema, and when the schema that says it holds. */
export interface Said {
  readonly value: unknown;
  readonly pointer: string;
  readonly when: Condition;
}

/** Words of a schema for people, the nearest first. */
export interface Words {
  readonly title: Said[];
  readonly description: Said[];
  readonly default: Said[];
  /** Of values, by their JSON. */
  titles?: { readonly [json: string]: string };
}

/**
 * A place of the value that is to be sent: the root, a member of an object, or the items of a list. All that a
 * schema says about it, from wherever, is collected here before it is decided how it is asked.
 */
export class Slot {
  readonly parent: Slot | undefined;
  /** The member's name; `*` of a list's items. */
  readonly name: string;
  readonly members = new Map<string, Slot>();
  items: Slot | undefined;
  readonly constraints: Constraint[] = [];
  readonly demands: Demand[] = [];
  /** Schemas with `additionalProperties: false`: no members but these. */
  readonly closed: {
    readonly names: ReadonlySet<string>;
    readonly pointer: string;
    readonly when: Condition;
  }[] = [];
  readonly selectors: Selector[] = [];
  /** When the schema speaks of it; never otherwise filled in. */
  described: Condition = FALSE;
  /** A schema of it, the first. */
  pointer = '';
  /** When it has to be there, and which keyword says so. */
  readonly required: { readonly when: Condition; readonly pointer: string }[] = [];
  /** Alternatives that are null: it is sent where the slot is empty and has to be there. */
  readonly nulls: string[] = [];
  readonly words: Words = { title: [], description: [], default: [] };
  variants: Variant[] = [];
  /** Of an object that may be left out: the box that says it is there. */
  toggle: string | undefined;

  constructor(parent: Slot | undefined, name: string) {
    this.parent = parent;
    this.name = name;
  }

  /** The member of this name; made where there is none. */
  member(name: string): Slot {
    const known = this.members.get(name);
    if (known !== undefined) return known;
    const made = new Slot(this, name);
    this.members.set(name, made);
    return made;
  }

  /** What the items of this list are. */
  item(): Slot {
    this.items ??= new Slot(this, '*');
    return this.items;
  }

  /** The items it is a part of, the nearest; undefined outside of lists. */
  get record(): Slot | undefined {
    return this.name === '*' ? this : this.parent?.record;
  }

  /**
   * The word that holds whenever the slot is asked for. A word of one of several alternatives is none for all of them,
   * unless all say the same.
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

  /** Nothing but null fits. */
  get isOnlyNull(): boolean {
    return this.isNullable && this.variants.length === 0;
  }

  /** When it must not be left out. */
  get needed(): Condition {
    return or(...this.required.map(({ when }) => when));
  }

  /** It is there whenever it is asked for at all. */
  get isAlways(): boolean {
    const { needed } = this;
    return needed.op === 'true' || isSame(needed, this.described);
  }

  get isNullable(): boolean {
    return this.nulls.length > 0;
  }

  /** Several ways to fill it in, of which one is chosen first. */
  get isMixed(): boolean {
    return this.variants.length > 1;
  }
}

import type { Field, Nest } from './fields.ts';

/** The groups and repeating groups of a form, and their fields, by full name: `incomes.r1.amount`. */
export class Nests {
  readonly fields = new Map<string, Field>();
  private readonly nests = new Map<string, Nest>();
  /** Pointers by name at the time of sending: records may be added or removed before the answer arrives. */
  private sent: ReadonlyMap<string, string | undefined> | undefined;
  private records = 0;

  get(name: string): Nest | undefined {
    return this.nests.get(name);
  }

  all(): readonly Nest[] {
    return [...this.nests.values()];
  }

  add(nest: Nest): void {
    this.nests.set(nest.name, nest);
  }

  /** Removes a nest and the nests in it. */
  remove(name: string): void {
    for (const other of this.nests.keys()) {
      if (other === name || other.startsWith(`${name}.`)) this.nests.delete(other);
    }
  }

  /** A key is never used again. */
  nextKey(): string {
    this.records += 1;
    return `r${this.records}`;
  }

  /** A field changed: its containers have other values. */
  forgetValues(name: string): void {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      this.nests.get(name.slice(0, end))?.forgetValue();
    }
  }

  /** Fixes the pointers of fields at sending; problems from services use them. */
  keepPointers(): void {
    this.sent = new Map([...this.fields.values()].map((field) => [field.name, field.pointer()]));
  }

  /** The field's pointer in the last send; undefined if it was not sent. */
  pointerSent(field: Field): string | undefined {
    return this.sent === undefined || !this.fields.has(field.name)
      ? field.pointer()
      : this.sent.get(field.name);
  }
}

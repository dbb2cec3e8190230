import type { FormSpec } from './spec.ts';

/* The steps of a form, as the language defines them. Imports nothing from the engine. */

interface Doors {
  /** Whether any field of the step is shown. */
  isShown(step: number): boolean;
  moved(): void;
}

/** A form without steps has one step. */
export class Steps {
  readonly #spec: FormSpec;
  readonly #doors: Doors;
  #at = 0;
  /** Steps that were left forward. */
  #seen = new Set<number>();
  /** The next button returns to the review. */
  #isChanging = false;

  constructor(spec: FormSpec, doors: Doors) {
    this.#spec = spec;
    this.#doors = doors;
  }

  /** The step that was opened last. */
  get at(): number {
    return this.#at;
  }

  get #review(): number | undefined {
    return this.#spec.steps?.review === true ? this.#spec.body.length : undefined;
  }

  /** A step without visible fields is skipped. */
  get #there(): readonly number[] {
    const own = this.#spec.body.map((_, step) => step).filter((step) => this.#doors.isShown(step));
    return this.#review === undefined ? own : [...own, this.#review];
  }

  /** The visible step: the last opened one, or the nearest one before it while that one is skipped. */
  get current(): number | undefined {
    if (!this.#spec.steps) return 0;
    const there = this.#there;
    return there.filter((step) => step <= this.#at).at(-1) ?? there[0];
  }

  get place(): string | undefined {
    const { current } = this;
    if (!this.#spec.steps || current === undefined) return undefined;
    const there = this.#there;
    return `Step ${there.indexOf(current) + 1} of ${there.length}`;
  }

  /** Steps that the review lists; undefined if the review is not shown. */
  get reviewed(): readonly number[] | undefined {
    const review = this.#review;
    return review === undefined || this.current !== review
      ? undefined
      : this.#there.filter((step) => step < review);
  }

  get hasNext(): boolean {
    const { current } = this;
    return this.#spec.steps !== undefined && current !== undefined && current !== this.#there.at(-1);
  }

  /** The current step is valid and is left forward. */
  goOn(): void {
    const { current } = this;
    if (current === undefined) return;
    this.#seen.add(current);
    const after = this.#there.filter((step) => step > current);
    const isAhead = (step: number) => step === this.#review || !this.#seen.has(step);
    const next = this.#isChanging ? (after.find(isAhead) ?? after[0]) : after[0];
    if (next !== undefined) this.#go(next);
  }

  back(): void {
    const { current } = this;
    const before = this.#there.filter((step) => current !== undefined && step < current).at(-1);
    if (!this.#spec.steps || before === undefined) return;
    this.#isChanging = false;
    this.#go(before);
  }

  change(number: number): void {
    const { reviewed } = this;
    const step = reviewed?.[number % Math.max(reviewed.length, 1)];
    if (step === undefined) return;
    this.#isChanging = true;
    this.#go(step);
  }

  /** Opens a step, for example to show its error. */
  show(step: number): void {
    if (!this.#spec.steps || step === this.current) return;
    if (this.#review !== undefined && this.#seen.has(step)) this.#isChanging = true;
    this.#go(step);
  }

  /** Ends the detour when the review is reached again. */
  rest(): void {
    if (this.#review !== undefined && this.current === this.#review) this.#isChanging = false;
  }

  restart(): void {
    this.#at = 0;
    this.#seen.clear();
    this.#isChanging = false;
  }

  open(at: number): void {
    this.restart();
    this.#at = at;
  }

  #go(step: number): void {
    this.#at = step;
    this.#doors.moved();
  }
}

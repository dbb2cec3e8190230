import type { Verdict } from './model-rules.ts';

/** A field's question to a service. Equal questions are the same one. */
export interface Question {
  /** The field's name. */
  readonly name: string;
  /** The complete question. */
  readonly key: string;
}

/**
 * The calls to services: after a debounce, never the same twice, and cancelled by a change that makes them useless. Imports
 * nothing from the engine.
 */
export class Questions {
  #said = new Map<string, Verdict>();
  #failed = new Set<string>();
  #open = new Map<string, string>();

  /** Open questions, by field. */
  get open(): ReadonlyMap<string, string> {
    return this.#open;
  }

  verdict(key: string): Verdict {
    return this.#said.get(key);
  }

  /** The debounce ended: sends the current requests of the fields, but does not repeat a failed one. */
  turnTo(questions: readonly Question[]): void {
    for (const [name, key] of [...this.#open]) {
      if (!questions.some((one) => one.name === name && one.key === key)) this.#open.delete(name);
    }
    for (const { name, key } of questions) {
      if (!this.#said.has(key) && !this.#failed.has(key)) this.#open.set(name, key);
    }
  }

  /** Sends the request immediately. */
  ask({ name, key }: Question): void {
    this.#failed.delete(key);
    this.#open.set(name, key);
  }

  hasFailed(key: string): boolean {
    return this.#failed.has(key);
  }

  /** @returns The answered question, if there is one. */
  tell(which: number, verdict: Verdict, fails: boolean): Question | undefined {
    const open = [...this.#open].sort(([one], [other]) => (one < other ? -1 : 1));
    const found = open[which % Math.max(open.length, 1)];
    if (found === undefined) return undefined;
    const [name, key] = found;
    this.#open.delete(name);
    if (fails) this.#failed.add(key);
    else this.#said.set(key, verdict);
    return { name, key };
  }

  /** Resets the form; known answers stay. */
  forget(): void {
    this.#open.clear();
    this.#failed.clear();
  }
}

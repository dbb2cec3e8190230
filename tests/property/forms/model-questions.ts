import type { Verdict } from './model-rules.ts';

/** What a field asks a service about, where it asks. Two of them are one if they are equal. */
export interface Question {
  /** Of the field. */
  readonly name: string;
  /** What is asked, whole. */
  readonly key: string;
}

/**
 * What services are asked: once typing has paused, never the same twice, and no more once a change made it
 * pointless. Nothing here is of the engine.
 */
export class Questions {
  #said = new Map<string, Verdict>();
  #failed = new Set<string>();
  #open = new Map<string, string>();

  /** What is being asked, by field. */
  get open(): ReadonlyMap<string, string> {
    return this.#open;
  }

  verdict(key: string): Verdict {
    return this.#said.get(key);
  }

  /** Typing has paused: what is asked is what fields ask now, but nobody asks again by itself what just failed. */
  turnTo(questions: readonly Question[]): void {
    for (const [name, key] of [...this.#open]) {
      if (!questions.some((one) => one.name === name && one.key === key)) this.#open.delete(name);
    }
    for (const { name, key } of questions) {
      if (!this.#said.has(key) && !this.#failed.has(key)) this.#open.set(name, key);
    }
  }

  /** Somebody wants to know now. */
  ask({ name, key }: Question): void {
    this.#failed.delete(key);
    this.#open.set(name, key);
  }

  hasFailed(key: string): boolean {
    return this.#failed.has(key);
  }

  /** @returns The question that is answered, if there is one. */
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

  /** The form begins anew; what is known stays known. */
  forget(): void {
    this.#open.clear();
    this.#failed.clear();
  }
}

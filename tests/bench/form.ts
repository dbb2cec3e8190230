/*
 * The form that all pages draw: text fields in groups of fifty, the last fifth of each group shown unless
 * the group's first field holds "x"; one in ten required and empty; a pattern and a longest length for all.
 */

export interface BenchField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly initial: string;
  /** The field that decides whether this one is shown; empty: it always is. */
  readonly under: string;
}

export const GROUP_SIZE = 50;
export const HIDING_VALUE = 'x';
export const PATTERN = '[a-z0-9 ]*';
export const MAX_LENGTH = 40;

/** How many fields of a group hang on its first. */
export function countConditional(count: number): number {
  return Math.floor(Math.min(count, GROUP_SIZE) / 5);
}

export function nameOf(at: number): string {
  return `f${at}`;
}

export function makeFields(count: number): readonly BenchField[] {
  const unconditional = Math.min(count, GROUP_SIZE) - countConditional(count);
  return Array.from({ length: count }, (_, at) => {
    const place = at % GROUP_SIZE;
    const isRequired = at % 10 === 1;
    return {
      name: nameOf(at),
      label: `Field number ${at}`,
      required: isRequired,
      initial: place === 0 || isRequired ? '' : 'v',
      under: place < unconditional ? '' : nameOf(at - place),
    };
  });
}

/** What the service answers that chooses the fields. */
export function replyOf(count: number): string {
  return JSON.stringify({ ok: true, data: { items: makeFields(count) } });
}

/** What a page of the bench offers to who measures it. */
export interface BenchPage {
  /** Everything before the clock starts. `supplied`: the fields come in a reply. */
  prepare(count: number, supplied: boolean): Promise<void>;
  /** In place of `prepare`: a list of so many rows, which `mount` draws. Ours alone. */
  prepareRows?(count: number): Promise<void>;
  /** Draws all fields; may go on afterwards. */
  mount(): void;
  submit(): void;
  /** How many fields are said to be wrong. */
  errors(): number;
  /** How long it waits before it takes what was typed. */
  readonly quietMs?: number;
  /** Takes what was typed when the control is left. */
  readonly takesAtLeaving?: boolean;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

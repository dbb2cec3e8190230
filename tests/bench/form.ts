/*
 * The form of all pages: text fields in groups of fifty, the last fifth of each group shown unless the group's first field holds
 * "x"; one in ten required and empty; a pattern and a maximum length for all.
 */
export interface BenchField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly initial: string;
  /** The field that controls whether this one is shown; empty: always shown. */
  readonly under: string;
}

export const GROUP_SIZE = 50;
export const HIDING_VALUE = 'x';
export const PATTERN = '[a-z0-9 ]*';
export const MAX_LENGTH = 40;

/** Number of fields in a group that depend on its first. */
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

/** The reply that supplies the fields. */
export function replyOf(count: number): string {
  return JSON.stringify({ ok: true, data: { items: makeFields(count) } });
}

/** The interface of a bench page for the measuring code. */
export interface BenchPage {
  /** Everything before the measurement. `supplied`: the fields come in a reply. */
  prepare(count: number, supplied: boolean): Promise<void>;
  /** Instead of `prepare`: a list of rows, which `mount` renders. Only in our page. */
  prepareRows?(count: number): Promise<void>;
  /** Renders all fields; may continue afterwards. */
  mount(): void;
  submit(): void;
  /** Number of fields with an error. */
  errors(): number;
  /** Debounce before a typed value is used. */
  readonly quietMs?: number;
  /** Uses a typed value when the control loses the focus. */
  readonly takesAtLeaving?: boolean;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

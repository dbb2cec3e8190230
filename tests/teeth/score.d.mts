export const LEAST: number;

export interface Survivor {
  /** `file:line:column`. */
  readonly at: string;
  readonly was: string;
  readonly became: string;
}

export interface Line {
  readonly group: string;
  /** Noticed faults in per cent, with one decimal, rounded down. */
  readonly score: number;
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly uncovered: number;
  readonly survivors: readonly Survivor[];
  readonly seconds?: number;
  readonly commit?: string;
}

/** The members of Stryker's report that are read. */
export interface Report {
  readonly files: {
    readonly [path: string]: {
      readonly source: string;
      readonly mutants: readonly {
        readonly status: string;
        readonly replacement?: string;
        readonly location: { readonly start: Place; readonly end: Place };
      }[];
    };
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export function lineOf(group: string, report: Report): Line;
export function keepLast(lines: readonly Line[], line: Line, order: readonly string[]): Line[];
export function tableOf(lines: readonly Line[], more?: readonly string[]): string[];
export function writePage(
  lines: readonly Line[],
  groups: { readonly [name: string]: { readonly title: string; readonly code: readonly string[] } },
): string;

import type { ReportedTest } from './behaviours.mjs';

export interface Check {
  readonly title: string;
  readonly files: readonly string[];
  readonly journeys?: readonly string[];
  readonly measuresTimes?: boolean;
  readonly planted: RegExp;
}

export interface Figures {
  readonly check: number;
  readonly [name: string]: unknown;
}

export interface Line {
  readonly check: number;
  readonly title: string;
  readonly verdict: 'holds' | 'falls-short' | 'not-shown';
  readonly long: boolean;
  readonly seed: number;
  readonly passed: number;
  readonly failed: number;
  readonly planted: number;
  readonly seconds: number;
  readonly figures: readonly Figures[];
}

export interface WrittenLine extends Line {
  readonly commit: string;
}

export function filesOf(check: Check): string[];
export function lineOf(
  number: number,
  check: Check,
  run: {
    readonly long: boolean;
    readonly seed: number;
    readonly tests: readonly ReportedTest[];
    readonly figures: readonly Figures[];
  },
): Line;
export function redOf(
  number: number,
  check: Check,
  tests: readonly ReportedTest[],
): { check: number; title: string; red: boolean; faults: string[] };
export function writePage(lines: readonly WrittenLine[]): string;

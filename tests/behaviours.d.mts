/** A numbered behaviour of docs/contributing/specification.md; `without` is why it needs no test. */
export interface Behaviour {
  readonly number: string;
  readonly chapter: string;
  readonly group: string;
  readonly without: string | undefined;
}

export interface Specification {
  readonly behaviours: readonly Behaviour[];
  readonly problems: readonly string[];
}

export interface RunTest {
  readonly title: string;
  readonly passed: boolean;
}

/** A test in a report. `file` is relative to the root of the project. A skipped test neither ran nor passed. */
export interface ReportedTest extends RunTest {
  readonly file: string;
  readonly ran: boolean;
  readonly ms: number;
}

export interface Count {
  readonly tested: readonly Behaviour[];
  readonly without: readonly Behaviour[];
  readonly open: readonly Behaviour[];
  readonly problems: readonly string[];
}

export function readSpecification(text: string): Specification;
export function numbersOf(title: string): readonly string[] | undefined;
export function testsOf(report: unknown, root?: string): ReportedTest[];
export function failedOf(report: unknown, root?: string): ReportedTest[];
export function countBehaviours(specification: Specification, tests: readonly RunTest[]): Count;
export function describeCount(count: Count): string[];
export function countWrong(count: Pick<Count, 'open' | 'problems'>, isWhole: boolean): number;

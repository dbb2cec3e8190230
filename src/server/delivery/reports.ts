import { isRecord } from '../contract.ts';

/** A report of a page: a refused resource, or a fault of the engine. Carries no value of a session. */
export interface PageReport {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: 'csp' | 'fault';
  readonly details: { readonly [name: string]: string };
}

/** A report is a few lines; what is longer is none of ours. */
export const LARGEST_REPORT_BYTES = 16 * 1024;
const MOST_REPORTS = 500;
const LONGEST_DETAIL = 200;

/** What is kept of a policy report, by both spellings; a sample of the page's text is not. */
const POLICY_MEMBERS: { readonly [name: string]: string } = {
  'document-uri': 'document',
  documentURL: 'document',
  'effective-directive': 'directive',
  effectiveDirective: 'directive',
  'violated-directive': 'directive',
  'blocked-uri': 'blocked',
  blockedURL: 'blocked',
  'source-file': 'source',
  sourceFile: 'source',
  'line-number': 'line',
  lineNumber: 'line',
  disposition: 'disposition',
};
const FAULT_MEMBERS: { readonly [name: string]: string } = {
  code: 'code',
  screen: 'screen',
  node: 'node',
  detail: 'detail',
};

/** The last reports of all pages. */
export class Reports {
  #reports: PageReport[] = [];

  list(): readonly PageReport[] {
    return this.#reports;
  }

  /**
   * Takes a body as it was posted: a policy report in either format, or one of the page's own.
   *
   * @returns what was kept; empty when the body is no report.
   */
  take(body: string, at: number): readonly PageReport[] {
    const taken = readReports(body).map((report) => ({ at, ...report }));
    this.#reports = [...this.#reports, ...taken].slice(-MOST_REPORTS);
    return taken;
  }
}

type ReadReport = Omit<PageReport, 'at'>;

function readReports(body: string): ReadReport[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const list = Array.isArray(value) ? value.slice(0, 20) : [value];
  return list.flatMap((entry: unknown) => {
    const report = isRecord(entry) ? readReport(entry) : undefined;
    return report === undefined || Object.keys(report.details).length === 0 ? [] : [report];
  });
}

function readReport(entry: { readonly [name: string]: unknown }): ReadReport | undefined {
  const policy = entry['csp-report'] ?? (entry.type === 'csp-violation' ? entry.body : undefined);
  if (isRecord(policy)) return { kind: 'csp', details: pick(policy, POLICY_MEMBERS) };
  return typeof entry.code === 'string' ? { kind: 'fault', details: pick(entry, FAULT_MEMBERS) } : undefined;
}

function pick(
  source: { readonly [name: string]: unknown },
  names: { readonly [name: string]: string },
): PageReport['details'] {
  const details: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(source)) {
    const kept = Object.hasOwn(names, name) ? names[name] : undefined;
    if (kept === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    details[kept] ??= withoutQueries(String(value)).slice(0, LONGEST_DETAIL);
  }
  return details;
}

/** Addresses may carry who the borrower is; their paths do not. Line breaks would forge log lines. */
function withoutQueries(text: string): string {
  return text.replace(/[?#]\S*/g, '').replace(/\p{Cc}+/gu, ' ');
}

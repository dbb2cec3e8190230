import * as v from 'valibot';
import { ERROR_KINDS } from '#renderer/plan/problem.ts';
import { FAULT_CODES } from './fault-codes.ts';

/**
 * A report of a page: a refused resource, or a fault of the engine. Anyone can post anything, so only known words
 * are stored, and the host of a refused resource.
 */
export interface PageReport {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: 'csp' | 'fault';
  readonly details: { readonly [name: string]: string };
}

/** Names that a report may contain besides codes. */
export interface Vocabulary {
  isScreen(id: string): boolean;
  /** Whether an existing screen has this node. */
  isNode(screen: string, id: string): boolean;
  isCall(name: string): boolean;
}

/** A larger body is refused; our own reports are smaller. */
export const LARGEST_REPORT_BYTES = 16 * 1024;
const MOST_REPORTS = 500;
const MOST_IN_ONE = 20;

/** Replaces every unknown word. */
const OTHER = 'other';

const DIRECTIVES: ReadonlySet<string> = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...[
    'style-src-attr',
    'img-src',
    'font-src',
    'connect-src',
    'media-src',
    'object-src',
    'frame-src',
    'child-src',
  ],
  ...['worker-src', 'manifest-src', 'base-uri', 'form-action', 'frame-ancestors', 'sandbox'],
  ...['require-trusted-types-for', 'trusted-types'],
]);
/** Words that browsers send instead of an address. */
const SOURCES: ReadonlySet<string> = new Set([
  ...['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob', 'filesystem', 'about'],
  ...['trusted-types-policy', 'trusted-types-sink'],
]);
const KINDS: ReadonlySet<string> = new Set(ERROR_KINDS);

/** Code of a fault whose detail is a host. */
const PICTURE_REFUSED = 'image/not-allowed';

/** The last reports of all pages. */
export class Reports {
  #reports: PageReport[] = [];

  list(): readonly PageReport[] {
    return this.#reports;
  }

  /**
   * Reads a posted body: a policy report in either format, or a report of our page.
   * @returns the stored reports; empty if the body is not a report.
   */
  take(body: string, at: number, vocabulary: Vocabulary): readonly PageReport[] {
    const taken = readReports(body, vocabulary).map((report) => ({ at, ...report }));
    this.#reports = [...this.#reports, ...taken].slice(-MOST_REPORTS);
    return taken;
  }
}

type ReadReport = Omit<PageReport, 'at'>;

/** Undefined if it is not a string. */
const TEXT = v.fallback(v.optional(v.string()), undefined);
const DIRECTIVE = v.nullish(v.string());

/** Both report formats of browsers. The older one may send the whole directive instead of its name. */
const POLICY = v.object({
  'effective-directive': DIRECTIVE,
  effectiveDirective: DIRECTIVE,
  'violated-directive': DIRECTIVE,
  'blocked-uri': TEXT,
  blockedURL: TEXT,
});
type Policy = v.InferOutput<typeof POLICY>;

const FAULT = v.object({ code: v.string(), screen: TEXT, node: TEXT, detail: TEXT });
type Fault = v.InferOutput<typeof FAULT>;

const REPORT = v.union([
  v.object({ 'csp-report': POLICY }),
  v.object({ type: v.literal('csp-violation'), body: POLICY }),
  FAULT,
]);

const BODY = v.pipe(
  v.string(),
  v.parseJson(),
  v.transform((json): unknown[] => (Array.isArray(json) ? json.slice(0, MOST_IN_ONE) : [json])),
);

function readReports(body: string, vocabulary: Vocabulary): ReadReport[] {
  const list = v.safeParse(BODY, body);
  if (!list.success) return [];
  return list.output.flatMap((entry) => {
    const read = v.safeParse(REPORT, entry);
    const report = read.success ? describeReport(read.output, vocabulary) : undefined;
    return report === undefined ? [] : [report];
  });
}

function describeReport(
  report: v.InferOutput<typeof REPORT>,
  vocabulary: Vocabulary,
): ReadReport | undefined {
  if ('code' in report) return describeFault(report, vocabulary);
  return describePolicy('body' in report ? report.body : report['csp-report']);
}

function describePolicy(policy: Policy): ReadReport | undefined {
  const directive =
    policy['effective-directive'] ?? policy.effectiveDirective ?? policy['violated-directive'];
  const blocked = policy['blocked-uri'] ?? policy.blockedURL;
  if (typeof directive !== 'string') return undefined;
  const name = directive.split(' ')[0] ?? '';
  return {
    kind: 'csp',
    details: {
      directive: DIRECTIVES.has(name) ? name : OTHER,
      ...(blocked !== undefined && { blocked: readBlocked(blocked) }),
    },
  };
}

/** Only the host, with a limited set of characters: the rest of the address may identify the borrower. */
function readBlocked(text: string): string {
  if (SOURCES.has(text)) return text;
  if (!URL.canParse(text)) return OTHER;
  const { protocol, hostname } = new URL(text);
  if (SOURCES.has(protocol.slice(0, -1))) return protocol.slice(0, -1);
  return /^(?:https?|wss?):$/.test(protocol) && hostname.length <= 253 ? hostname : OTHER;
}

function describeFault(
  { code, screen, node, detail: text = '' }: Fault,
  { isScreen, isNode, isCall }: Vocabulary,
): ReadReport {
  if (!FAULT_CODES.has(code)) return { kind: 'fault', details: { code: OTHER } };
  const isHere = screen !== undefined && isScreen(screen);
  // The kind of a failure, its call, or the host of an image that was not loaded.
  const said = code === PICTURE_REFUSED ? readBlocked(`https://${text}`) : (text.split(':')[0] ?? '');
  const isKept = code === PICTURE_REFUSED || KINDS.has(said) || isCall(said);
  return {
    kind: 'fault',
    details: {
      code,
      ...(isHere && { screen }),
      ...(isHere && node !== undefined && isNode(screen, node) && { node }),
      ...(isKept && { detail: said }),
    },
  };
}

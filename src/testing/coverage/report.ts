import { parse } from 'jsonc-parser';
import type { Plan } from '#renderer/plan/plan.ts';
import { createPositions, type Positions } from '#renderer/grammar/positions.ts';
import type { TestRun } from '../test-run.ts';
import { CALL_ENDS, instrumentAll } from './collect.ts';
import type { Instrumented, Point } from './instrument.ts';

/** What `capiz coverage --json` prints, below its version. */
export interface CoverageReport {
  readonly total: Counts;
  /** By document: a part's conditions are the part's own, whichever screens use it. */
  readonly documents: readonly DocumentCoverage[];
  readonly screens: readonly ScreenCoverage[];
  readonly misses: readonly Miss[];
}

/** How many there are, and how many of them were seen. */
export interface Count {
  readonly seen: number;
  readonly of: number;
}

export interface Counts {
  readonly nodes: Count;
  /** Each true, and each false: two of a condition. */
  readonly conditions: Count;
  /** Each action done, each that can fail failed, each case taken. */
  readonly outcomes: Count;
  /** Each endpoint of each screen: success, business error, invalid reply, network, timeout. */
  readonly endpoints: Count;
}

export type Metric = keyof Counts;
export const METRICS: readonly Metric[] = ['nodes', 'conditions', 'outcomes', 'endpoints'];

export interface DocumentCoverage extends Omit<Counts, 'endpoints'> {
  readonly file: string;
}

export interface ScreenCoverage {
  readonly screen: string;
  readonly endpoints: Count;
  /** What its states show, of loading, content, error and so on. */
  readonly states: readonly string[];
  readonly languages: readonly string[];
  readonly scripts: number;
}

/** Something that was never seen. */
export interface Miss {
  readonly metric: Metric;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  /** What was not seen of what is written there. */
  readonly missing: string;
  readonly text: string;
  /** Of an endpoint: whose calls they are. */
  readonly screen?: string;
}

const METRIC_OF: { readonly [kind in Point['kind']]: Exclude<Metric, 'endpoints'> } = {
  node: 'nodes',
  condition: 'conditions',
  case: 'outcomes',
  action: 'outcomes',
};

/** Of the screens that were drawn, and the parts that they use. */
export function makeCoverage({ hits, project, screens: drawn, report }: TestRun): CoverageReport {
  const all = instrumentAll(project);
  const positions = createPositions(project);
  const points = new Map<string, Point>();
  for (const screen of drawn) {
    for (const [id, point] of all.get(screen)?.points ?? []) {
      const ways = [...new Set([...(points.get(id)?.ways ?? []), ...point.ways])];
      points.set(id, { ...point, ways });
    }
  }
  const misses: Miss[] = [];
  const documents = new Map<string, Mutable>();
  const places = placeAlternatives(points, positions);
  for (const [id, { file, pointer: around, kind, ways }] of points) {
    if (isAdded(file, around, positions)) continue;
    const pointer = places.get(id) ?? around;
    const counts = documents.get(file) ?? makeCounts();
    documents.set(file, counts);
    const count = counts[METRIC_OF[kind]];
    for (const way of ways) {
      count.of += 1;
      if (hits.has(`${id} ${way}`)) count.seen += 1;
      else {
        const { line, column, text } = positions.ofFile(file, pointer);
        misses.push({
          metric: METRIC_OF[kind],
          file,
          line,
          column,
          pointer,
          missing: sayMissing(kind, way),
          text: shorten(kind, text),
        });
      }
    }
  }
  const screens = drawn.map((screen): ScreenCoverage => {
    const found = all.get(screen);
    const states = new Set(project.states.get(screen)?.map(({ shows }) => shows) ?? []);
    return {
      screen,
      endpoints: found ? countCalls(found, hits, positions, misses) : { seen: 0, of: 0 },
      states: [...states].sort(),
      languages: [...new Set(report.states.flatMap((one) => (one.screen === screen ? [one.language] : [])))],
      scripts: project.scripts.get(screen)?.length ?? 0,
    };
  });
  const rows = [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = (metric: Exclude<Metric, 'endpoints'>): Count =>
    addUp(rows.map(([, counts]) => counts[metric]));
  return {
    total: {
      nodes: sum('nodes'),
      conditions: sum('conditions'),
      outcomes: sum('outcomes'),
      endpoints: addUp(screens.map(({ endpoints }) => endpoints)),
    },
    documents: rows.map(([file, counts]) => ({ file, ...counts })),
    screens,
    misses: misses.sort(byPlace),
  };
}

/** Whether the compiler added the `catch` that it is in: it shows what the contract of a request says of a lost answer. */
function isAdded(file: string, pointer: string, positions: Positions): boolean {
  const [, around = ''] = /^(.*\/catch\/\d+)(?:\/|$)/.exec(pointer) ?? [];
  return around !== '' && !positions.isWritten(file, around);
}

/**
 * Where each condition of a list of alternatives is written, by its id: they are counted as they are met, so they have an
 * entry each where there are as many of both.
 */
function placeAlternatives(
  points: ReadonlyMap<string, Point>,
  positions: Positions,
): ReadonlyMap<string, string> {
  const counted = new Map<string, string[]>();
  for (const id of points.keys()) {
    const [, whole] = /^(.*)\?\d+$/.exec(id) ?? [];
    if (whole !== undefined) counted.set(whole, [...(counted.get(whole) ?? []), id]);
  }
  const places = new Map<string, string>();
  for (const ids of counted.values()) {
    const { file, pointer } = points.get(ids[0] ?? '') ?? {};
    if (file === undefined || pointer === undefined) continue;
    const written = parse(positions.ofFile(file, pointer).text) as { readonly choose?: readonly unknown[] };
    const entries = (Array.isArray(written?.choose) ? written.choose : []).flatMap((entry, index) =>
      typeof entry === 'object' && entry !== null && 'when' in entry ? [index] : [],
    );
    if (entries.length !== ids.length) continue;
    for (const [index, entry] of entries.entries())
      places.set(ids[index] ?? '', `${pointer}/choose/${entry}/when`);
  }
  return places;
}

type Mutable = { [metric in Exclude<Metric, 'endpoints'>]: { seen: number; of: number } };

function makeCounts(): Mutable {
  return { nodes: { seen: 0, of: 0 }, conditions: { seen: 0, of: 0 }, outcomes: { seen: 0, of: 0 } };
}

function addUp(counts: readonly Count[]): Count {
  return {
    seen: counts.reduce((sum, { seen }) => sum + seen, 0),
    of: counts.reduce((sum, count) => sum + count.of, 0),
  };
}

/** Of the calls that a screen can make; pictures are the image's own. */
function countCalls(
  { plan, actions }: Instrumented,
  hits: ReadonlySet<string>,
  positions: Positions,
  misses: Miss[],
): Count {
  let seen = 0;
  let of = 0;
  for (const [name, { picture }] of Object.entries(plan.endpoints)) {
    if (picture === true) continue;
    for (const end of CALL_ENDS) {
      of += 1;
      if (hits.has(`${plan.id} ${name} ${end}`)) seen += 1;
      else {
        const { file, pointer } = placeOfCall(plan, actions, name);
        const { line, column } = positions.ofFile(file, pointer);
        const missing = `${name} never ends with ${end}`;
        misses.push({
          metric: 'endpoints',
          file,
          line,
          column,
          pointer,
          missing,
          text: '',
          screen: plan.id,
        });
      }
    }
  }
  return { seen, of };
}

/** Where a screen first asks an endpoint: its data, or an action; the whole screen where a widget of it does. */
function placeOfCall(
  { id, data }: Plan,
  actions: Instrumented['actions'],
  endpoint: string,
): { readonly file: string; readonly pointer: string } {
  const file = `screens/${id}.screen.json`;
  const resource = Object.entries(data).find(([, one]) => one.endpoint === endpoint)?.[0];
  if (resource !== undefined) return { file, pointer: `/data/${resource}` };
  for (const [{ props }, place] of actions) {
    const [where = file, pointer = ''] = place.split('#');
    if (props?.['endpoint'] === endpoint) return { file: where, pointer };
  }
  return { file, pointer: '' };
}

function sayMissing(kind: Point['kind'], way: string): string {
  if (kind === 'node') return 'is never drawn';
  if (kind === 'condition') return `is never ${way}`;
  if (kind === 'case') return 'is never taken';
  return way === 'done' ? 'is never done' : 'never fails';
}

/** A condition's own text; of an action or a node what it is. */
function shorten(kind: Point['kind'], text: string): string {
  if (kind === 'condition' && text.startsWith('"')) return String(JSON.parse(text));
  const names = ['do', 'type', 'endpoint', 'overlay', 'to', 'form', 'when', 'text', 'title'];
  const said = names.flatMap((name) => {
    const found = new RegExp(`^\\{?\\s*(?:"[^"]*":\\s*"[^"]*",\\s*)*"${name}":\\s*"([^"]*)"`).exec(text)?.[1];
    return found === undefined ? [] : [found];
  });
  return said.slice(0, 2).join(' ');
}

function byPlace(a: Miss, b: Miss): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.missing < b.missing ? -1 : 1);
}

/** Of a hundred, rounded down: what is not whole never says so. Nothing to see is all seen. */
export function percentOf({ seen, of }: Count): number {
  return of === 0 ? 100 : Math.floor((seen / of) * 1000) / 10;
}

import { parse } from 'jsonc-parser';
import type { Plan } from '#renderer/plan/plan.ts';
import { createPositions, type Positions } from '#renderer/grammar/positions.ts';
import type { TestRun } from '../test-run.ts';
import { CALL_ENDS, instrumentAll } from './collect.ts';
import type { Instrumented } from './instrument.ts';
import type { Point } from './points.ts';

/** The output of `capiz coverage --json`, without its version. */
export interface CoverageReport {
  readonly total: Counts;
  /** By document: the points of a part are counted once for all screens that use it. */
  readonly documents: readonly DocumentCoverage[];
  readonly screens: readonly ScreenCoverage[];
  readonly misses: readonly Miss[];
}

/** Number of points, and of covered ones. */
export interface Count {
  readonly seen: number;
  readonly of: number;
}

export interface Counts {
  readonly nodes: Count;
  /** Two for each condition: true and false. */
  readonly conditions: Count;
  /** Outcomes: each action done, each fallible action failed, each case taken. */
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
  /** The kinds of state that the screen shows: loading, content, error and so on. */
  readonly states: readonly string[];
  readonly languages: readonly string[];
  readonly scripts: number;
}

/** A point that was not covered. */
export interface Miss {
  readonly metric: Metric;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  /** The missing result. */
  readonly missing: string;
  readonly text: string;
  /** For an endpoint: the screen that calls it. */
  readonly screen?: string;
}

const METRIC_OF: { readonly [kind in Point['kind']]: Exclude<Metric, 'endpoints'> } = {
  node: 'nodes',
  condition: 'conditions',
  case: 'outcomes',
  action: 'outcomes',
};

/** Coverage of the rendered screens and their parts. */
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

/** Whether the compiler added the surrounding `catch`, which shows the contract's text for a lost answer. */
function isAdded(file: string, pointer: string, positions: Positions): boolean {
  const [, around = ''] = /^(.*\/catch\/\d+)(?:\/|$)/.exec(pointer) ?? [];
  return around !== '' && !positions.isWritten(file, around);
}

/**
 * Positions of the conditions in a list of alternatives, by id. Conditions are numbered by occurrence, so they match the
 * entries only if there are as many of both.
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

/** Counts the calls of a screen, without those of images. */
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

/** The first position where a screen calls an endpoint: its data, or an action; the whole screen if a widget does. */
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

/** The text of a condition; the kind of an action or a node. */
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

/** Per cent, rounded down, so that only full coverage gives 100. If there is nothing to cover, the result is 100. */
export function percentOf({ seen, of }: Count): number {
  return of === 0 ? 100 : Math.floor((seen / of) * 1000) / 10;
}

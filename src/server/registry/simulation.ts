import type { Counts } from '#src/shared/registry/rollout.ts';
import type { Comparison, Verdict } from './decide-stage.ts';
import type { Stage, Strategy } from '#src/shared/rollout/strategy.ts';

/** Random numbers for simulated visitors; seeded, so that a failure can be repeated. */
export type Random = () => number;

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of `of` events happen, each with this probability. */
function countOf(of: number, probability: number, random: Random): number {
  let count = 0;
  for (let at = 0; at < of; at += 1) if (random() < probability) count += 1;
  return count;
}

export interface Health {
  /** Share of screens that fail to render, and of screens whose calls fail. */
  readonly render: number;
  readonly request: number;
}

/** The reports of one side of a rollout while this number of visitors open a screen. */
export function drawCounts(visitors: number, health: Health, random: Random): Counts {
  return {
    served: visitors,
    load: countOf(visitors, 0.98, random),
    view: visitors,
    render: countOf(visitors, health.render, random),
    request: countOf(visitors, health.request, random),
  };
}

export type DecideStage = (strategy: Strategy, stage: Stage, comparison: Comparison) => Verdict;

export interface Simulation extends Health {
  readonly strategy: Strategy;
  readonly how: DecideStage;
  readonly random: Random;
  /** Visitors of both releases together. */
  readonly perMinute: number;
  /** Like `render`, for the live release. */
  readonly base: number;
}

const TICK_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;

/** Simulates one rollout until its end or for a day, with a simulated clock. */
export function simulateRollout({ strategy, how, random, perMinute, base, ...health }: Simulation): {
  readonly end: 'completed' | 'returned' | 'waiting';
  readonly stage: number;
} {
  let stage = 0;
  let elapsedMs = 0;
  let sides: Pick<Comparison, 'candidate' | 'control'> = { candidate: {}, control: {} };
  for (let at = 0; at < DAY_MS; at += TICK_MS) {
    const current = strategy.stages[stage];
    if (current === undefined) return { end: 'completed', stage };
    const visitors = Math.round(((perMinute * current.basisPoints) / 10_000 / 60_000) * TICK_MS);
    elapsedMs += TICK_MS;
    sides = {
      candidate: add(sides.candidate, drawCounts(visitors, health, random)),
      control: add(sides.control, drawCounts(visitors, { ...health, render: base }, random)),
    };
    const verdict = how(strategy, current, { ...sides, elapsedMs });
    if (verdict.do === 'return') return { end: 'returned', stage };
    if (verdict.do === 'wait') continue;
    stage += 1;
    elapsedMs = 0;
    sides = { candidate: {}, control: {} };
  }
  return { end: stage === strategy.stages.length ? 'completed' : 'waiting', stage };
}

function add(one: Counts, other: Counts): Counts {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Counts>;
  return Object.fromEntries([...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}

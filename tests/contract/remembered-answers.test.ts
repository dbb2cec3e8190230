import { describe, expect, it } from 'vitest';
import { criticalsOf } from '#renderer/live/frames.ts';
import { walkNodes } from '#renderer/live/lists.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { loadProject } from '#src/server/project.ts';

/* For every critical call of the shipped screens the contract says which answer ends its intent. */

const { definitions } = loadProject('.', 'dist');

function callsOf(plan: Plan) {
  const lists = [
    ...Object.values(plan.on),
    ...Object.values(plan.data).map(({ load }) => load),
    ...[...walkNodes(plan)].flatMap((node) => Object.values(node.plan.on ?? {})),
  ];
  return lists.flatMap((list) => criticalsOf(plan, list ?? []));
}

describe('a critical call', () => {
  const calls = [...(definitions?.plans.values() ?? [])].flatMap((plan) =>
    callsOf(plan).map(({ critical, props }) => ({ plan, critical, name: String(props?.['endpoint']) })),
  );

  it('has a contract that says which yes ends the wish, and needs a page that obeys it', () => {
    expect(calls.length).toBeGreaterThan(8);
    for (const { plan, name } of calls) {
      expect(plan.endpoints[name]?.once?.forMs).toBeGreaterThanOrEqual(24 * 60 * 60_000);
      expect(plan.grammar).toBeGreaterThanOrEqual(3);
    }
  });

  it('is part of a wish that is the intent of a call, of its own screen or of another for the same thing', () => {
    for (const { critical } of calls) {
      const wish = critical.wish ?? critical.intent;
      const begins = calls.filter(({ critical: { intent } }) => intent === wish);
      expect(begins.map(({ critical: { per } }) => per)).toContainEqual(critical.per);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { criticalsOf } from '#renderer/runtime/frames.ts';
import { walkNodes } from '#renderer/runtime/lists.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { loadProject } from '#src/server/project.ts';

/* For every critical call of the shipped screens a reply that ends it is declared. */

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

  it('has a contract that declares which success ends its intent, and needs a client that supports it', () => {
    expect(calls.length).toBeGreaterThan(8);
    for (const { plan, name } of calls) {
      expect(plan.endpoints[name]?.once?.forMs).toBeGreaterThanOrEqual(24 * 60 * 60_000);
      expect(plan.grammar).toBeGreaterThanOrEqual(3);
    }
  });

  it('belongs to an intent of a call on its own screen, or on another screen for the same purpose', () => {
    for (const { critical } of calls) {
      const wish = critical.wish ?? critical.intent;
      const begins = calls.filter(({ critical: { intent } }) => intent === wish);
      expect(begins.map(({ critical: { per } }) => per)).toContainEqual(critical.per);
    }
  });
});

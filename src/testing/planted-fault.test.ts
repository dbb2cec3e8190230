// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from './index.ts';
import { readSnapshot } from './snapshot-file.ts';
import { describeChanges } from './tree-diff.ts';

// The fault: amounts are written in another currency's format.
vi.mock('#renderer/widgets/amount/amount.tsx', async (load) => {
  const { amount } = await load<{ amount: { readonly type: string } }>();
  return { amount: { ...amount, Widget: () => createElement('p', {}, '₱1.250.00') } };
});

it('a fault in a widget changes the tree, and the difference shows where', async () => {
  const drawn = await renderScreen('repay');
  const now = drawn.tree().split('\n');
  await drawn.close();
  const text = readFileSync('fixtures/snapshots/en-PH/repay.txt', 'utf8');
  const before = readSnapshot(text).find(({ state }) => state === 'content')?.lines ?? [];
  const changes = describeChanges(before, now);
  expect(changes?.lines[0]).toBe('  main');
  expect(changes?.lines).toContain('+   "₱1.250.00"');
  expect(changes?.lines).toContain('-   "₱3,412.50"');
});

import { describe, expect, it } from 'vitest';
import type { LiveNode } from '#renderer/runtime/index.ts';
import { existingNodes, visitScreen } from '#tests/engine.ts';

const ACCOUNT = '001234567890';

describe.each(['bind-bank', 'add-card'])('%s', (screen) => {
  it('5.27 stores no account number on the device', async () => {
    const { live, world, settle } = await visitScreen(screen, { scenario: 'bank-form' });
    const field = (label: string): LiveNode => {
      for (const node of existingNodes(live)) if (node.snapshot().props['label'] === label) return node;
      throw new Error(`no field ${label}`);
    };
    const stored = async () => {
      await settle();
      return JSON.stringify([...world.device, ...world.session]);
    };
    live.write(field('Account number'), ACCOUNT);
    live.write(field('Account holder'), 'Maria Santos');
    // The code for drafts is loaded lazily.
    await expect.poll(stored).toContain('Maria Santos');
    expect(await stored()).not.toContain(ACCOUNT);
    live.close();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForwarder } from '#src/server/forwarder.ts';
import type { ClaimStore } from '#src/server/keyed-call.ts';
import { type Database, openDatabase } from '#src/server/registry/database.ts';
import { createClaimStore } from '#src/server/registry/claim-store.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { FULL_PAYMENT, testContracts, testProject } from '#src/server/testing.ts';
import { BREAKS, type Fault, FaultyService } from '#tests/journeys/faulty-service.ts';
import { LONG } from '#tests/property/settings.ts';
import { reportFigures } from './figures.ts';

/*
 * Check 12: the connection between the server and the loan service breaks at eight points, and a retry with the same key
 * finds the correct result. `tests/journeys/forwarder.spec.ts` tests what a borrower sees.
 */
const PAY_CODE = '/v3/loan-details/generate-vcode';
const ROUNDS = LONG ? 50 : 3;

const folder = mkdtempSync(join(tmpdir(), 'capiz-breaks-'));
let reference: RunningServer;
let loans: FaultyService;
let database: Database;
beforeAll(async () => {
  const settings = readSettings({ PORT: '0', CAPIZ_DATA: folder }) as Settings;
  reference = await startServer(settings, testProject, () => {});
  loans = new FaultyService(reference.origin, [PAY_CODE]);
  await loans.start();
  database = await openDatabase(':memory:');
});
afterAll(async () => {
  loans.stop();
  await reference.close(0);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function paymentsOf(orderId: string): Promise<number> {
  const answer = await fetch(`${reference.origin}/capiz/reference/order?orderId=${orderId}`);
  return ((await answer.json()) as { payments: unknown[] }).payments.length;
}

/**
 * One payment over a broken connection, retried until its result is known.
 *
 * @param keyOf - The key of each try; the page uses one key for all.
 */
async function pay(
  calls: ClaimStore | undefined,
  orderId: string,
  fault: Fault,
  keyOf: (turn: number) => string,
) {
  const upstream = new URL(loans.origin);
  const options = { contracts: testContracts, upstream, keepsKeys: true, timeoutMs: 5_000 };
  const app = createForwarder({ ...options, ...(calls && { calls }) });
  loans.plan(orderId, fault);
  let falseEnds = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    const answer = await app.request(PAY_CODE, {
      method: 'POST',
      body: new URLSearchParams({ orderId, ...FULL_PAYMENT }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Requested-With': 'XMLHttpRequest',
        ...{ swift: 's', eyes: 'e', 'Idempotency-Key': keyOf(turn) },
      },
    });
    const text = await answer.text();
    const saysYes = answer.ok && text.includes('"success":true');
    const saysNo = answer.ok && text.includes('"success":false');
    const made = await paymentsOf(orderId);
    if ((saysYes && made === 0) || (saysNo && made > 0)) falseEnds += 1;
    if (saysYes || saysNo) return { payments: made, falseEnds, isKnown: true };
  }
  return { payments: await paymentsOf(orderId), falseEnds, isKnown: false };
}

async function breakAll(
  calls: ClaimStore | undefined,
  name: string,
  keyOf: (orderId: string, turn: number) => string,
) {
  const counts = { breaks: 0, duplicates: 0, falseEnds: 0, unknown: 0, slowestMs: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const fault of BREAKS) {
      const orderId = `repayable-${name}${round}${fault}`;
      const began = performance.now();
      const { payments, falseEnds, isKnown } = await pay(calls, orderId, fault, (turn) =>
        keyOf(orderId, turn),
      );
      counts.breaks += 1;
      counts.duplicates += Math.max(0, payments - 1);
      counts.falseEnds += falseEnds;
      counts.unknown += isKnown ? 0 : 1;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - began));
    }
  }
  return counts;
}

describe('a broken connection to the loan service (check 12)', () => {
  it('causes no second payment, reports nothing wrong, and ends with the correct result', async () => {
    const counts = await breakAll(createClaimStore(database, Date.now), 'a', (orderId) => orderId);
    reportFigures({ check: 12, at: 'the server', ...counts });
    expect(counts).toMatchObject({
      ...{ breaks: ROUNDS * BREAKS.length, duplicates: 0, falseEnds: 0, unknown: 0 },
    });
  }, 600_000);

  it('the check detects a key per attempt: it makes second payments', async () => {
    const { duplicates } = await breakAll(undefined, 'b', (orderId, turn) => `${orderId}-${turn}`);
    expect(duplicates).toBeGreaterThanOrEqual(ROUNDS);
  }, 600_000);
});

// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Script, ScriptStep } from '#src/shared/scripts.ts';
import { playScript } from './play-script.ts';
import { prepareScreens } from './prepare.ts';
import { loadTestProject } from './project.ts';
import { readSnapshot } from './snapshot-file.ts';

const project = loadTestProject('.');
await prepareScreens(project.release.plans.values());

async function play(
  screen: string,
  script: Partial<Script> & { readonly steps: readonly ScriptStep[] },
  of = project,
) {
  const { lines, failure } = await playScript(of, screen, { name: 'of-a-test', ...script });
  return { text: lines.map(({ text }) => text).join('\n'), failure };
}

const pay: readonly ScriptStep[] = [{ tap: 'Payment Method' }, { tap: 'Payment' }];

describe("playScript plays a script on the borrowers' page", () => {
  it('matches its record, twice with the same result', async () => {
    const script = project.scripts.get('rollover')?.find(({ name }) => name === 'pays');
    if (script === undefined) throw new Error('There is no such script.');
    const written = readSnapshot(readFileSync('fixtures/snapshots/scripts/rollover.txt', 'utf8'));
    const { text } = await play('rollover', script);
    expect(text.split('\n')).toEqual(written.find(({ state }) => state === 'pays')?.lines);
    expect((await play('rollover', script)).text).toBe(text);
  });

  it('records the start of a script, unless it equals its state', async () => {
    const steps: readonly ScriptStep[] = [{ see: 'Repayment amount' }];
    const { text } = await play('repay', {
      steps,
      answers: { 'instalment-plan': { patch: { repayAmount: 99900 } } },
    });
    expect(text).toMatch(/^from content\n {4}asks .*\n(?: {4}.*\n)* {4}banner\n/);
    expect(text).toContain('"₱999.00"');
    expect((await play('repay', { steps })).text).toBe('from content\nsee “Repayment amount”');
  });

  it('changes an answer where its contract has the data, also if the whole answer is a list', async () => {
    const rest = loadTestProject('fixtures/examples/rest-service');
    await prepareScreens(rest.release.plans.values());
    const list = { 'list-notes': { patch: { notes: [{ id: '9', text: 'Patched' }] } } };
    expect(await play('all-notes', { steps: [{ see: 'Patched' }], answers: list }, rest)).toMatchObject({
      failure: undefined,
    });
    const record = { 'read-note': { patch: { text: 'Patched' } } };
    expect(await play('note', { steps: [{ see: 'Patched' }], answers: record }, rest)).toMatchObject({
      failure: undefined,
    });
  });

  it('changes the answer to one method of a path alone', async () => {
    const rest = loadTestProject('fixtures/examples/rest-service');
    await prepareScreens(rest.release.plans.values());
    const steps: readonly ScriptStep[] = [
      { see: 'Patched' },
      { type: 'Mine', in: 'New text' },
      { tap: 'Save' },
      { see: 'Somebody has changed the note. Read it again before you save.' },
      { expect: { requests: ['save-note', 'read-note'] } },
    ];
    const answers: Script['answers'] = {
      'read-note': { patch: { text: 'Patched' } },
      'save-note': { status: 412, body: '' },
      'delete-note': 'break',
    };
    expect(await play('note', { steps, answers }, rest)).toMatchObject({ failure: undefined });
    // The service answers again, and still refuses nothing.
    const again = { ...answers, 'save-note': 'scenario' } as const;
    const saved = await play(
      'note',
      { steps: [...steps.slice(0, 3), { see: 'Saved.' }], answers: again },
      rest,
    );
    expect(saved).toMatchObject({ failure: undefined });
  });

  it('records a request by its exact body, and the same key for the same payment', async () => {
    const { text } = await play('repay', {
      steps: [
        { tap: 'Payment Method' },
        { answer: 'pay-code', with: 'break' },
        { tap: 'Payment' },
        { answer: 'pay-code', with: 'scenario' },
        { tap: 'Payment' },
      ],
    });
    const keys = [...text.matchAll(/Idempotency-Key: (.*)/g)].map(([, key]) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(text).toContain('      productId=1203&orderId=repayable-test&amount=341250&channelNumber=90006');
  });

  it('restores window.fetch if a script names an endpoint that does not exist', async () => {
    const { fetch } = window;
    const { failure } = await play('repay', { steps: [], answers: { 'pay-cash': 'break' } });
    expect(failure).toContain('pay-cash');
    expect(window.fetch).toBe(fetch);
  });

  it('uploads a photo as a photo, and fails if the file picker does not exist', async () => {
    const photo = async (words: string) =>
      playScript(project, 'complaint-form', { name: 'photo', steps: [{ photo: 'slip.jpg', in: words }] });
    const { lines } = await photo('Add photo');
    expect(lines.map(({ text }) => text.trim())).toContain('problemImage');
    expect((await photo('Add film')).failure).toContain('there is no picker “Add film”');
  });

  it('uses the replies of the script: a business error, another shape, a timeout', async () => {
    const answer = (reply: ScriptStep, ...more: readonly ScriptStep[]) =>
      play('repay', { steps: [reply, ...pay, ...more] });
    const error = { code: '5001', message: 'Closed today.' };
    expect((await answer({ answer: 'pay-code', with: { error } })).text).toContain('"Closed today."');
    expect((await answer({ answer: 'pay-code', with: 'wrong-shape' })).text).toContain(
      'reports reply/invalid (pay-code: /data/payUrl)',
    );
    const late = await answer({ answer: 'pay-code', with: 'hold' }, { wait: 61 });
    expect(late.text).toContain('reports intent/unknown (timeout)');
  });
});

describe('an unmet expectation fails a script, with all steps so far and the text of the page', () => {
  it.each<readonly [why: string, expected: ScriptStep]>([
    ['it asks for pay-code, not for nothing', { expect: { requests: [] } }],
    ['it asks for pay-code, not for pay-code, pay-code', { expect: { requests: ['pay-code', 'pay-code'] } }],
    ['"amount":"341250"', { expect: { requests: [{ endpoint: 'pay-code', body: { amount: '341251' } }] } }],
    ['“Paid” is nowhere', { expect: { text: 'Paid' } }],
    ['“Payment” is there', { expect: { no: { role: 'button', name: 'Payment' } } }],
    ['not for https://elsewhere.test/', { expect: { leaves: 'https://elsewhere.test/' } }],
    ['Waited in vain for “Refund” to tap', { tap: 'Refund' }],
  ])('%s', async (why, expected) => {
    const { failure } = await play('repay', { steps: [...pay, expected] });
    expect(failure).toContain(why === '“Payment” is there' ? 'button “Payment” is there' : why);
    expect(failure).toContain('    tap “Payment Method”\n');
    expect(failure).toContain('dialog "Please select your repayment method for payment"');
  });

  it('fails a call without a reply by its name', async () => {
    const [contract] = project.contracts.filter(({ name }) => name === 'pay-code');
    const path = contract?.paths[0] ?? '';
    const { failure } = await play('repay', {
      steps: [{ answer: 'pay-code', with: { status: 200, body: '{"code":"501"}' } }, ...pay],
    });
    expect(failure).toBeUndefined();
    const unanswered = { ...project, contracts: project.contracts.filter((one) => one !== contract) };
    const played = await playScript(unanswered, 'repay', { name: 'unanswered', steps: pay });
    expect(played.failure).toContain(`nobody answers POST ${path}, which the screen repay asked for`);
  });
});

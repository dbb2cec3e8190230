import { describe, expect, it } from 'vitest';
import { readEnvelope } from '#renderer/plan/read-envelope.ts';
import type { EndpointPlan } from '#renderer/plan/plan.ts';
import { dumpScreen, plans, visitScreen, type VisitOptions } from '#tests/engine.ts';

/*
 * One member of one reply is damaged, and the whole screen is opened with it. A decorative member counts as absent; a member
 * with an amount, a date of payment, a payment code or an id makes the reply invalid.
 */

interface Target {
  readonly screen: string;
  /** Part of the call's address. */
  readonly path: string;
  readonly scenario?: string;
}
const ORDER: Target = { screen: 'order', path: 'loan-details/loan-details' };
const FAILED: Target = { ...ORDER, scenario: 'recommended' };
const REPAY: Target = { screen: 'repay', path: 'loan-play-detail' };
const ROLLOVER: Target = { screen: 'rollover', path: '/growing/plan' };
const CONFIRM: Target = { screen: 'loan-confirm-new', path: 'loan-detail-confirm' };
const OLDER: Target = { screen: 'loan-confirm', path: '/gopia/goya/satire' };
const FAILURE: Target = { screen: 'login-failure', path: '/panda/honey/scholarships' };
const COMPLAINT: Target = { screen: 'complaint-start', path: 'problem-init', scenario: 'complaint' };

type Json = { [name: string]: unknown };

/** Sets a member of the reply's data by its path: `defDetail.logo`, `recProducts.0.tags`. */
function put(envelope: { readonly [member: string]: unknown }, path: string, value: unknown): unknown {
  const copy = structuredClone(envelope) as Json;
  const steps = path.split('.');
  let holder = copy['data'] as Json;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Json;
  holder[steps.at(-1) ?? ''] = value;
  return copy;
}

async function open({ screen, path, scenario }: Target, member: string, value: unknown) {
  let seen = 0;
  const options: VisitOptions = {
    ...(scenario === undefined ? {} : { scenario }),
    tamper: (envelope, url) => {
      if (!url.includes(path)) return envelope;
      seen += 1;
      return put(envelope, member, value);
    },
  };
  const { live, world } = await visitScreen(screen, options);
  const dump = dumpScreen(live);
  live.close();
  expect(seen).toBeGreaterThan(0);
  return { dump, faults: world.faults.map(({ code, detail }) => `${code} ${detail}`) };
}

/** The damaged member counts as absent, and is reported. */
const decorates = (target: Target, members: readonly string[], values: readonly unknown[]) =>
  it.each(members.flatMap((member) => values.map((value) => [member, value] as const)))(
    `${target.screen}: %s = %j counts as absent and is reported`,
    async (member, value) => {
      const [without, damaged] = [await open(target, member, null), await open(target, member, value)];
      expect(damaged.dump).toContain('"phase":"content"');
      expect(damaged.dump).toBe(without.dump);
      expect(without.faults).toEqual([]);
      const pointer = `/data/${member.replaceAll('.', '/')}`;
      expect(damaged.faults).toEqual([
        expect.stringMatching(new RegExp(`^reply/member-absent .*: ${pointer}$`)),
      ]);
    },
  );

/** The damaged member makes the reply invalid: the screen shows its error state. */
const decides = (target: Target, members: readonly string[], values: readonly unknown[]) =>
  it.each(members.flatMap((member) => values.map((value) => [member, value] as const)))(
    `${target.screen}: %s = %j makes the reply invalid`,
    async (member, value) => {
      const { dump, faults } = await open(target, member, value);
      expect(dump).toContain('"phase":"error"');
      expect(dump).toContain('"kind":"invalid-reply"');
      expect(faults.join()).toContain('reply/invalid');
    },
  );

const NO_FLAG = ['', 2, '2', 'yes', [], {}];
const NO_TEXT = [[], {}];
const NO_URL = ['logo.png', 'javascript:alert(1)', 7, []];
const NO_MONEY = ['12,50', '12.50', 12.5, [], true];

describe('a switch that is neither 0 nor 1 is off', () => {
  decorates(ORDER, ['isScore', 'isDelay', 'inside', 'cardNeedPop'], NO_FLAG);
  decorates(FAILED, ['recProducts.0.status'], NO_FLAG);
  decorates(REPAY, ['isShowReyTop'], NO_FLAG);
  decorates(ROLLOVER, ['isShowReyTop'], NO_FLAG);
  decorates(CONFIRM, ['isPopType'], NO_FLAG);
  decorates(OLDER, ['isPopType'], NO_FLAG);
  decorates(FAILURE, ['recProducts.0.available'], NO_FLAG);
});

describe('words and images with a wrong type count as absent', () => {
  const words = ['noticeDesText', 'telephone', 'reyMsg', 'KindTipsMsg', 'cardPopTitle', 'cardPopMsg'];
  decorates(ORDER, words, NO_TEXT);
  decorates(ORDER, ['productLogo'], NO_URL);
  decorates(FAILED, ['recProducts.0.rate', 'recProducts.0.range', 'recProducts.0.description'], NO_TEXT);
  decorates(FAILED, ['recProducts.0.logo'], NO_URL);
  decorates(FAILED, ['recProducts', 'recProducts.0.tags'], ['', {}, 7]);
  decorates(REPAY, ['noticeMsg'], NO_TEXT);
  decorates(REPAY, ['productLogo', 'defDetail.logo', 'repayList.0.logo'], NO_URL);
  decorates(REPAY, ['defDetail.payNotice'], ['', {}]);
  decorates(ROLLOVER, ['productName', 'noticeMsg', 'repayPlan.0.remark'], NO_TEXT);
  decorates(ROLLOVER, ['productLogo', 'defDetail.logo', 'repayList.0.logo'], NO_URL);
  decorates(
    CONFIRM,
    ['comProductName', 'popTitle', 'popContent', 'sendSms', 'repay_plans.0.description'],
    NO_TEXT,
  );
  decorates(CONFIRM, ['comProductLogo'], NO_URL);
  decorates(OLDER, ['comProductName', 'popTitle', 'popContent', 'promoMsg', 'buttonText'], NO_TEXT);
  decorates(FAILURE, ['message', 'recProducts.0.description'], NO_TEXT);
  decorates(COMPLAINT, ['orderDetail.list', 'orderList.0.list'], ['', {}, 7]);
});

describe('money, dates of payment, payment codes, ids and members that protect a request make the reply invalid', () => {
  decides(REPAY, ['repayAmount'], NO_MONEY);
  decides(REPAY, ['defDetail', 'repayList'], ['', 7]);
  decides(REPAY, ['repayDate'], [20_260_306, {}]);
  decides(REPAY, ['defDetail.payCode'], [{}, [], 'x'.repeat(65)]);
  decides(ROLLOVER, ['delayInfo.delayAmount', 'repayPlan.0.amount'], NO_MONEY);
  decides(ROLLOVER, ['repayDate', 'repayPlan.0.time'], [20_260_306, []]);
  decides(CONFIRM, ['amount', 'repay_plans.0.amount'], NO_MONEY);
  decides(CONFIRM, ['firstPayTime', 'repay_plans.0.pay_time', 'termUnit', 'pRateDsc'], [[], {}]);
  decides(CONFIRM, ['popAgreementUrl'], NO_URL);
  decides(OLDER, ['amount'], NO_MONEY);
  decides(OLDER, ['popAgreementUrl'], NO_URL);
});

describe('after a payment', () => {
  const commit = [...plans.values()]
    .map((plan) => plan.endpoints['repayment-commit'])
    .find(Boolean) as EndpointPlan;
  const answer = (data: unknown) => readEnvelope(commit, 200, JSON.stringify({ code: '00', data }));

  it.each(NO_FLAG)('needValid = %j asks for no code', (needValid) => {
    expect(answer({ needValid })).toMatchObject({ ok: true, value: { needValid: false } });
  });

  it('the record id is unchanged, or the reply is invalid', () => {
    expect(answer({ needValid: 1, repayRecordId: 77 })).toMatchObject({ value: { repayRecordId: '77' } });
    expect(answer({ needValid: 1, repayRecordId: [] })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-reply', pointer: '/data/repayRecordId' },
    });
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstRequests } from '#renderer/plan/first-requests.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { readContract } from '#src/shared/contract.ts';
import { appPlan, plans } from '#tests/engine.ts';

const CONTRACTS = 'schemas/api';
const contracts = readdirSync(CONTRACTS).map((file) =>
  readContract(readFileSync(`${CONTRACTS}/${file}`, 'utf8'), file),
);

/** Every parameter of the screen has a value, so that no request is missing for lack of one. */
function sentAhead(plan: Plan): readonly string[] {
  const app = appPlan();
  const wires = Object.values({ ...app.carried, ...plan.params }).flatMap(({ wire }) => wire);
  const params = Object.fromEntries(wires.map((wire) => [wire, '1']));
  const paths = firstRequests({ app, plan, params, session: {} }).map(({ url }) => url.split('?')[0]);
  return contracts.filter((contract) => contract.paths.some((path) => paths.includes(path))).map(nameOf);
}

const nameOf = ({ name }: { readonly name: string }) => name;

describe('the calls that are sent before a screen opens', () => {
  it('each screen has these and no others: a new one needs a reason in the specification', () => {
    const calls = [...plans].map(([screen, plan]) => [screen, sentAhead(plan)] as const);
    expect(Object.fromEntries(calls.filter(([, names]) => names.length > 0))).toEqual({
      'about-us': ['contact-info'],
      'add-card': ['card-init'],
      'bind-bank': ['card-init'],
      'borrow-detail': ['order-details'],
      'complaint-details': ['problem-detail'],
      'complaint-list': ['problem-list'],
      'customer-service': ['contact-info'],
      'loan-confirm': ['older-confirm-detail', 'older-contract-list'],
      'loan-confirm-new': ['contract-list', 'loan-confirm-detail'],
      'login-failure': ['login-failure'],
      order: ['order-details'],
      'pay-way': ['repayment-way'],
      promotion: ['channel-template'],
      repay: ['instalment-plan'],
      rollover: ['rollover-plan'],
    });
  });

  it('a sid and a captcha are not among them, because being asked begins a registration or replaces the picture', () => {
    expect(contracts.filter(({ prefetch }) => prefetch === false).map(nameOf)).toEqual([
      'captcha-image',
      'get-sid',
    ]);
  });
});

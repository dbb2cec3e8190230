import { describe, expect, it } from 'vitest';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { RequestToSend, RequestMember, ToSend } from '#src/devtools/inspector/to-send.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { contractsOf } from '../model/version.ts';
import { openVersion } from '../review/versions.ts';
import { linesOf, sayTrigger } from './request-lines.ts';

const version = openVersion(readProjectFiles('.'));
const { app, plans } = version.compiled;
const contracts = contractsOf(version);
const money = { sign: '₱', decimals: 2 };

function lines(
  screen: string,
  endpoint: string,
  members: readonly RequestMember[],
  fields: ToSend['fields'] = {},
  secrets: ToSend['secrets'] = [],
) {
  const plan = plans.get(screen);
  if (app === undefined || plan === undefined) throw new Error(`There is no ${screen}.`);
  const request: RequestToSend = { id: '1', endpoint, members, from: { event: 'submit', copies: 1 } };
  return linesOf(request, { app: app as AppPlan, plan: plan as Plan, contracts, fields, secrets, money });
}

const absent = (name: string, ...reads: readonly string[]): RequestMember => ({
  name,
  status: 'absent',
  reads,
});
const there = (
  name: string,
  value: NonNullable<RequestMember['value']>,
  ...reads: readonly string[]
): RequestMember => ({
  ...{ name, status: 'present', value, reads },
});

describe('a member that will be sent', () => {
  const complaint = (member: RequestMember, fields?: ToSend['fields']) =>
    lines('complaint-form', 'problem-save', [member], fields)[0];
  const detail = { label: 'Your comments', isRequired: true };

  it('has its name and its value, and says which field it comes from', () => {
    const fields = { 'form.complaint.detail': detail };
    expect(complaint(there('problemDetail', 'Late', 'form.complaint.detail'), fields)).toEqual({
      name: 'Problem detail',
      status: 'present',
      value: 'Late',
      from: 'field “Your comments”',
    });
  });

  it('is still missing if the contract or its field requires it, and empty otherwise', () => {
    const optional = { ...detail, isRequired: false };
    expect(complaint(absent('problemDetail', 'form.complaint.detail'))?.status).toBe('missing');
    expect(complaint(absent('orderNo', 'params.orderNo'))?.status).toBe('empty');
    expect(
      complaint(absent('problemImage', 'form.complaint.photos'), { 'form.complaint.photos': detail })?.status,
    ).toBe('missing');
    expect(
      complaint(there('orderNo', '', 'form.complaint.no'), { 'form.complaint.no': optional })?.status,
    ).toBe('empty');
  });

  it.each([
    ['fixed', there('problemType', '1')],
    ['“problem type”, from the link', there('problemType', '1', 'params.problemType')],
    ['“order list of init”, from the service', there('orderNo', '1', 'data.init.orderList')],
    ['“step”, of this screen', there('orderNo', '1', 'state.send/step')],
    ['“text of row”', there('orderNo', '1', 'row.text')],
    ['a field that is not shown', absent('problemDetail', 'form.complaint.detail')],
    [
      '“a”, from the link; “b”, from the link; “c”, from the link; and 1 more',
      there('orderNo', '1', 'params.a', 'params.b', 'params.c', 'params.d'),
    ],
  ])('comes from: %s', (from, member) => {
    expect(complaint(member)?.from).toBe(from);
  });

  it('is known later if it comes from an earlier step', () => {
    expect(complaint({ name: 'orderNo', status: 'later', reads: ['sent.id'] })?.status).toBe('later');
  });

  it('is shown as dots if a secret field is in it, also as a member of the value of the field', () => {
    const fields = { 'form.pay.card': { label: 'Card', isRequired: true } };
    const [line] = lines(
      'pay-way',
      'repayment-commit',
      [there('cardNo', '4000', 'form.pay.card.cardNo')],
      fields,
      ['form.pay.card'],
    );
    expect(line).toMatchObject({ value: '••••', from: 'field “Card”' });
  });

  it('is formatted as an amount if the data is an amount, and a list is separated by commas', () => {
    const [amount] = lines('repay', 'pay-code', [there('amount', 341_250, 'data.plan.repayAmount')]);
    expect(amount?.value).toBe('₱3,412.50');
    const [session] = lines('pay-way', 'repayment-commit', [
      there('amount', 341_250, 'session.withholdingAmount'),
    ]);
    expect(session?.value).toBe('₱3,412.50');
    const [list] = lines('repay', 'pay-code', [there('codes', ['a', 'b'], 'state.codes')]);
    expect(list?.value).toBe('a, b');
  });
});

it('each field of a form has its own line with its label, also if one member sends the whole form', () => {
  const fields = {
    'form.bank.items.cardNo': { label: 'Account number', isRequired: true },
    'form.bank.items.city': { label: 'City', isRequired: false },
    'form.bank.items.birth': { label: 'Date of birth', isRequired: true },
  };
  const members = [
    there('items', { cardNo: '4000', city: 'Cebu' }, 'form.bank.items'),
    // Its contract does not send this member.
    there('source', 'app'),
  ];
  expect(
    lines('bind-bank', 'bank-save', members, fields, ['form.bank.items.cardNo']).map(
      ({ name, status, value }) => [name, status, value],
    ),
  ).toEqual([
    ['Account number', 'present', '••••'],
    ['City', 'present', 'Cebu'],
    ['Date of birth', 'missing', ''],
  ]);
});

it.each([
  ['when the form is sent', { event: 'submit', type: 'form', copies: 1 }],
  ['on a tap on “Send code”', { event: 'tap', type: 'button', words: 'Send code', copies: 1 }],
  ['on a tap on “Agree”; the first of 3', { event: 'tap', type: 'button', words: 'Agree', copies: 3 }],
  ['on a tap (Section), not on the phone now', { event: 'tap', type: 'section', copies: 0 }],
  ['when the screen opens', { event: 'enter', copies: 1 }],
  ['on Back', { event: 'back', copies: 1 }],
])('a request is sent %s', (words, from) => {
  expect(sayTrigger(from)).toBe(words);
});

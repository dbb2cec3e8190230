import { describe, expect, it } from 'vitest';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { RequestToSend, SentMember, ToSend } from '#src/devtools/inspector/to-send.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { contractsOf } from '../model/version.ts';
import { openVersion } from '../review/versions.ts';
import { linesOf, sayTrigger } from './sent-lines.ts';

const version = openVersion(readProjectFiles('.'));
const { app, plans } = version.compiled;
const contracts = contractsOf(version);
const money = { sign: '₱', decimals: 2 };

function lines(
  screen: string,
  endpoint: string,
  members: readonly SentMember[],
  fields: ToSend['fields'] = {},
  secrets: ToSend['secrets'] = [],
) {
  const plan = plans.get(screen);
  if (app === undefined || plan === undefined) throw new Error(`There is no ${screen}.`);
  const request: RequestToSend = { id: '1', endpoint, members, from: { event: 'submit', copies: 1 } };
  return linesOf(request, { app: app as AppPlan, plan: plan as Plan, contracts, fields, secrets, money });
}

const absent = (name: string, ...reads: readonly string[]): SentMember => ({ name, is: 'absent', reads });
const there = (
  name: string,
  value: NonNullable<SentMember['value']>,
  ...reads: readonly string[]
): SentMember => ({
  ...{ name, is: 'there', value, reads },
});

describe('a member that will be sent', () => {
  const complaint = (member: SentMember, fields?: ToSend['fields']) =>
    lines('complaint-form', 'problem-save', [member], fields)[0];
  const detail = { label: 'Your comments', isRequired: true };

  it('has its name and its value, and says which field it comes from', () => {
    const fields = { 'form.complaint.detail': detail };
    expect(complaint(there('problemDetail', 'Late', 'form.complaint.detail'), fields)).toEqual({
      name: 'Problem detail',
      is: 'there',
      value: 'Late',
      from: 'field “Your comments”',
    });
  });

  it('is missing yet if the contract or its field needs it, and else is nothing', () => {
    const optional = { ...detail, isRequired: false };
    expect(complaint(absent('problemDetail', 'form.complaint.detail'))?.is).toBe('missing');
    expect(complaint(absent('orderNo', 'params.orderNo'))?.is).toBe('none');
    expect(
      complaint(absent('problemImage', 'form.complaint.photos'), { 'form.complaint.photos': detail })?.is,
    ).toBe('missing');
    expect(complaint(there('orderNo', '', 'form.complaint.no'), { 'form.complaint.no': optional })?.is).toBe(
      'none',
    );
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

  it('is known later if an earlier step decides it', () => {
    expect(complaint({ name: 'orderNo', is: 'later', reads: ['sent.id'] })?.is).toBe('later');
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

  it('is an amount or a day if the data is', () => {
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

it('the fields of a form that are sent together have a line each, with their labels', () => {
  const fields = {
    'form.bank.items.cardNo': { label: 'Account number', isRequired: true },
    'form.bank.items.city': { label: 'City', isRequired: false },
    'form.bank.items.birth': { label: 'Date of birth', isRequired: true },
  };
  const members = [
    there('items', { cardNo: '4000', city: 'Cebu' }, 'form.bank.items'),
    // The contract reads it, and does not send it.
    there('source', 'app'),
  ];
  expect(
    lines('bind-bank', 'bank-save', members, fields, ['form.bank.items.cardNo']).map(
      ({ name, is, value }) => [name, is, value],
    ),
  ).toEqual([
    ['Account number', 'there', '••••'],
    ['City', 'there', 'Cebu'],
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

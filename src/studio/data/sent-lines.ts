import type { Value } from '#renderer/plan/expression.ts';
import type { AppPlan, Plan, Shape } from '#renderer/plan/plan.ts';
import { isRecord } from '#renderer/plan/value.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Money } from '../conditions/say.ts';
import { nameSubject, sayOrigin } from '../conditions/subjects.ts';
import { describeType, wordsOf } from '../properties/describe.ts';
import type { RequestToSend, SentMember, ToSend } from '#src/devtools/inspector/to-send.ts';
import { sayDatum } from './typed.ts';

/** A member of a request in words. */
export interface SentLine {
  readonly name: string;
  /** `missing`: it is needed, and not there yet. `none`: it is not sent now. */
  readonly is: 'there' | 'missing' | 'none' | 'later';
  /** In words; dots for a secret; empty if it is not there. */
  readonly value: string;
  /** Where the value comes from. */
  readonly from: string;
}

export interface SentAround {
  readonly app: AppPlan;
  readonly plan: Plan;
  readonly contracts: readonly Contract[];
  readonly fields: ToSend['fields'];
  readonly secrets: ToSend['secrets'];
  readonly money: Money;
}

/** The members of a request as they would be sent now. */
export function linesOf({ endpoint, members }: RequestToSend, around: SentAround): readonly SentLine[] {
  const { plan, contracts, fields } = around;
  const contract = contracts.find(({ name }) => name === endpoint);
  const unsent = plan.endpoints[endpoint]?.request.filter(({ none }) => none).map(({ name }) => name) ?? [];
  return members
    .filter(({ name }) => !unsent.includes(name))
    .flatMap((member): readonly SentLine[] => {
      const [path = '', ...more] = member.reads;
      const inside = more.length > 0 ? [] : Object.keys(fields).filter((one) => one.startsWith(`${path}.`));
      if (path.startsWith('form.') && inside.length > 0) return fieldLines(member, path, inside, around);
      const required = contract?.members.find(({ name }) => name === member.name)?.required;
      const isNeeded = required === true || member.reads.some((one) => fieldAt(fields, one)?.isRequired);
      return [{ name: wordsOf(member.name), ...lineOf(member, isNeeded, around) }];
    });
}

/** One line for each field of a record or a map of the form. */
function fieldLines(
  { value }: SentMember,
  path: string,
  inside: readonly string[],
  around: SentAround,
): readonly SentLine[] {
  return inside.map((one) => {
    const name = one.slice(path.length + 1);
    const { label, isRequired } = around.fields[one] ?? {};
    const own = name
      .split('.')
      .reduce<Value | undefined>((record, step) => (isRecord(record) ? record[step] : undefined), value);
    const member: SentMember = {
      ...{ name, reads: [one] },
      ...(own === undefined ? { is: 'absent' } : { is: 'there', value: own }),
    };
    return { name: label ?? wordsOf(name), ...lineOf(member, isRequired === true, around) };
  });
}

function lineOf(member: SentMember, isNeeded: boolean, around: SentAround): Omit<SentLine, 'name'> {
  const { is, value, reads } = member;
  const { secrets, money } = around;
  const from = sayFrom(member, around);
  if (is === 'later') return { is, value: '', from };
  if (is === 'absent' || value === undefined || value === '')
    return { is: isNeeded ? 'missing' : 'none', value: '', from };
  if (reads.some((path) => secrets.some((one) => path === one || path.startsWith(`${one}.`))))
    return { is: 'there', value: '••••', from };
  const [path = ''] = reads;
  return { is: 'there', value: sayWhole(value, reads.length === 1 ? typeAt(around, path) : '', money), from };
}

function sayWhole(value: Value, type: string, money: Money): string {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object'))
    return value.map((one) => sayDatum(one, '', money)).join(', ');
  return sayDatum(value, type, money);
}

const MOST = 3;

function sayFrom({ reads, is }: SentMember, { fields }: SentAround): string {
  if (reads.length === 0) return is === 'there' ? 'fixed' : '';
  const all = reads.map((path) => {
    const [root = ''] = path.split('.');
    if (root === 'form') return sayField(path, fields);
    // Names inside a part have the part's id in front.
    const name = nameSubject(path.replaceAll(/[^.]*\//g, ''), new Map());
    const origin = sayOrigin(root);
    return origin === undefined ? `“${name}”` : `“${name}”, ${origin}`;
  });
  const shown = all.slice(0, MOST).join('; ');
  return all.length > MOST ? `${shown}; and ${all.length - MOST} more` : shown;
}

function sayField(path: string, fields: ToSend['fields']): string {
  const field = fieldAt(fields, path);
  if (field !== undefined) return `field “${field.label ?? wordsOf(path.split('.').at(-1) ?? '')}”`;
  const isAround = Object.keys(fields).some((one) => one.startsWith(`${path}.`));
  return isAround ? 'fields of the form' : 'a field that is not shown';
}

/** The field of a path; the value of a field may be a record, of which the path reads a member. */
function fieldAt(fields: ToSend['fields'], path: string): ToSend['fields'][string] | undefined {
  const found = Object.keys(fields).find((one) => path === one || path.startsWith(`${one}.`));
  return found === undefined ? undefined : fields[found];
}

/** The type of a value in the plan, as for amounts and days; empty if it is not known. */
function typeAt({ plan, app }: Pick<SentAround, 'plan' | 'app'>, path: string): string {
  const [root = '', name = '', ...names] = path.split('.');
  const holders: { readonly [root: string]: { readonly [name: string]: { readonly shape: Shape } } } = {
    params: plan.params,
    state: plan.state,
    session: app.session,
    kept: { ...app.kept, ...plan.kept },
  };
  const endpoint = root === 'data' ? plan.data[name]?.endpoint : undefined;
  const whole = endpoint === undefined ? holders[root]?.[name]?.shape : plan.endpoints[endpoint]?.reply;
  const found = names.reduce<Shape | undefined>(
    (shape, step) =>
      shape?.type === 'record' ? shape.members.find((one) => one.name === step)?.shape : undefined,
    whole,
  );
  return found?.type ?? '';
}

/** What sends a request: “on a tap on ‘Send’”. */
export function sayTrigger({ event, words, copies, type }: RequestToSend['from']): string {
  const widget = type === undefined ? undefined : describeType('widgets', type).title;
  const said = sayEvent(event, words === undefined ? undefined : `“${words}”`, widget);
  if (copies > 1) return `${said}; the first of ${copies}`;
  return copies === 0 ? `${said}, not on the phone now` : said;
}

function sayEvent(event: string, words: string | undefined, widget = ''): string {
  switch (event) {
    case 'submit':
      return 'when the form is sent';
    case 'tap':
      return words === undefined ? `on a tap (${widget})` : `on a tap on ${words}`;
    case 'enter':
      return 'when the screen opens';
    case 'back':
      return 'on Back';
    default:
      return `on “${wordsOf(event)}” of ${words ?? widget}`;
  }
}

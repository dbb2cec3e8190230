import type { Value } from '#renderer/plan/expression.ts';
import type { AppPlan, Plan, Shape } from '#renderer/plan/plan.ts';
import { isRecord } from '#renderer/plan/value.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Money } from '../conditions/say.ts';
import { nameSubject, sayOrigin } from '../conditions/subjects.ts';
import { describeType, wordsOf } from '../properties/describe.ts';
import type { RequestToSend, RequestMember, ToSend } from '#src/devtools/inspector/to-send.ts';
import { sayDatum } from './typed.ts';

/** A member of a request, as text for display. */
export interface RequestLine {
  readonly name: string;
  /** `missing`: required, without a value. `empty`: optional, without a value. `later`: known when the request is sent. */
  readonly status: 'present' | 'missing' | 'empty' | 'later';
  /** The formatted value; dots for a secret; empty if there is none. */
  readonly value: string;
  /** Where the value comes from. */
  readonly from: string;
}

export interface LineContext {
  readonly app: AppPlan;
  readonly plan: Plan;
  readonly contracts: readonly Contract[];
  readonly fields: ToSend['fields'];
  readonly secrets: ToSend['secrets'];
  readonly money: Money;
}

/** The members of a request as they would be sent now. */
export function linesOf({ endpoint, members }: RequestToSend, context: LineContext): readonly RequestLine[] {
  const { plan, contracts, fields } = context;
  const contract = contracts.find(({ name }) => name === endpoint);
  const unsent = plan.endpoints[endpoint]?.request.filter(({ none }) => none).map(({ name }) => name) ?? [];
  return members
    .filter(({ name }) => !unsent.includes(name))
    .flatMap((member): readonly RequestLine[] => {
      const [path = '', ...more] = member.reads;
      const inside = more.length > 0 ? [] : Object.keys(fields).filter((one) => one.startsWith(`${path}.`));
      if (path.startsWith('form.') && inside.length > 0) return fieldLines(member, path, inside, context);
      const required = contract?.members.find(({ name }) => name === member.name)?.required;
      const isNeeded = required === true || member.reads.some((one) => fieldAt(fields, one)?.isRequired);
      return [{ name: wordsOf(member.name), ...lineOf(member, isNeeded, context) }];
    });
}

/** One line for each field of a record or a map of the form. */
function fieldLines(
  { value }: RequestMember,
  path: string,
  inside: readonly string[],
  context: LineContext,
): readonly RequestLine[] {
  return inside.map((one) => {
    const name = one.slice(path.length + 1);
    const { label, isRequired } = context.fields[one] ?? {};
    const own = name
      .split('.')
      .reduce<Value | undefined>((record, step) => (isRecord(record) ? record[step] : undefined), value);
    const member: RequestMember = {
      ...{ name, reads: [one] },
      ...(own === undefined ? { status: 'absent' } : { status: 'present', value: own }),
    };
    return { name: label ?? wordsOf(name), ...lineOf(member, isRequired === true, context) };
  });
}

function lineOf(member: RequestMember, isNeeded: boolean, context: LineContext): Omit<RequestLine, 'name'> {
  const { status, value, reads } = member;
  const { secrets, money } = context;
  const from = sayFrom(member, context);
  if (status === 'later') return { status, value: '', from };
  if (status === 'absent' || value === undefined || value === '')
    return { status: isNeeded ? 'missing' : 'empty', value: '', from };
  if (reads.some((path) => secrets.some((one) => path === one || path.startsWith(`${one}.`))))
    return { status: 'present', value: '••••', from };
  const [path = ''] = reads;
  return {
    status: 'present',
    value: sayWhole(value, reads.length === 1 ? typeAt(context, path) : '', money),
    from,
  };
}

function sayWhole(value: Value, type: string, money: Money): string {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object'))
    return value.map((one) => sayDatum(one, '', money)).join(', ');
  return sayDatum(value, type, money);
}

/** Maximum number of sources that are named. */
const MOST_SOURCES = 3;

function sayFrom({ reads, status }: RequestMember, { fields }: LineContext): string {
  if (reads.length === 0) return status === 'present' ? 'fixed' : '';
  const all = reads.map((path) => {
    const [root = ''] = path.split('.');
    if (root === 'form') return sayField(path, fields);
    // Names inside a part have the part's id in front.
    const name = nameSubject(path.replaceAll(/[^.]*\//g, ''), new Map());
    const origin = sayOrigin(root);
    return origin === undefined ? `“${name}”` : `“${name}”, ${origin}`;
  });
  const shown = all.slice(0, MOST_SOURCES).join('; ');
  return all.length > MOST_SOURCES ? `${shown}; and ${all.length - MOST_SOURCES} more` : shown;
}

function sayField(path: string, fields: ToSend['fields']): string {
  const field = fieldAt(fields, path);
  if (field !== undefined) return `field “${field.label ?? wordsOf(path.split('.').at(-1) ?? '')}”`;
  const isAround = Object.keys(fields).some((one) => one.startsWith(`${path}.`));
  return isAround ? 'fields of the form' : 'a field that is not shown';
}

/** The field that a path reads. The path may continue into the value of the field. */
function fieldAt(fields: ToSend['fields'], path: string): ToSend['fields'][string] | undefined {
  const found = Object.keys(fields).find((one) => path === one || path.startsWith(`${one}.`));
  return found === undefined ? undefined : fields[found];
}

/** The type of a value in the plan, such as `money` or `date`; empty if it is not known. */
function typeAt({ plan, app }: Pick<LineContext, 'plan' | 'app'>, path: string): string {
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

/** The event that sends a request, such as “on a tap on ‘Send’”. */
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

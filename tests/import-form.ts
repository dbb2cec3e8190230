import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { compileProject } from '#renderer/grammar/compile.ts';
import { allNodes, DEVICE, fakeWorld } from '#renderer/runtime/testing.ts';
import { type LiveNode, openScreen } from '#renderer/runtime/index.ts';
import type { Value } from '#renderer/plan/expression.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { FORM, type Imported } from '#src/cli/import/import-schema.ts';
import type { Slot, Variant } from '#src/cli/import/slot.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';

/* An imported form as a person fills it in: its fields are given values, it is sent, and what it sent is read. */

export interface ImportedForm {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly root: Slot;
}

const APP = {
  $schema: '../schemas/app.schema.json',
  grammar: 2,
  name: 'Imported',
  languages: { default: 'en', list: ['en', 'source'] },
  session: { userId: { type: 'string' } },
  signedIn: ['userId'],
  carried: {},
  config: {},
  kept: {},
  bridge: {},
  hosts: { leave: [], frame: [] },
  failures: { default: [{ do: 'notice', text: 'Something went wrong.' }] },
};

/** Checks and compiles an imported screen, in a project with nothing else. */
export function compileImported(
  imported: Imported,
): ImportedForm | { readonly problems: readonly Problem[] } {
  const id = String(imported.screen['id']);
  const { app, plans, problems } = compileProject([
    { path: 'screens/app.json', text: JSON.stringify(APP) },
    { path: `screens/${id}.screen.json`, text: JSON.stringify(imported.screen) },
    { path: `schemas/api/${id}.endpoint.json`, text: JSON.stringify(imported.endpoint) },
  ]);
  const plan = plans.get(id);
  return app === undefined || plan === undefined || problems.length > 0
    ? { problems }
    : { plan, app, root: imported.root };
}

/** Values of fields by name; the records of a list by theirs. */
type Entries = { readonly [field: string]: Value | undefined };

/** The sent bodies, for every way to enter the value. Empty: the form refuses it. */
export async function sendValue(form: ImportedForm, value: Json): Promise<unknown[]> {
  const sent: unknown[] = [];
  for (const entries of enterMembers(form.root, value)) {
    const body = await send(form, entries);
    if (body !== undefined) sent.push(body);
  }
  return sent;
}

async function send({ plan, app }: ImportedForm, entries: Entries): Promise<unknown> {
  const world = fakeWorld();
  const { services } = world;
  const live = openScreen({
    plan,
    app,
    services,
    params: {},
    session: { userId: 'u1' },
    device: DEVICE,
    entry: 'entry-1',
    actions,
    createForms,
  });
  await settle();
  for (const [name, value] of Object.entries(entries)) live.engine.forms.write(FORM, name, value);
  await settle();
  const isOffered = [...allNodes(live.body)].every((node) => offers(node));
  const button = [...allNodes(live.bar)].find(({ plan: { id } }) => id === 'send');
  if (!isOffered || button === undefined) return undefined;
  live.emit(button, 'tap');
  await settle();
  const [call] = world.calls;
  live.close();
  return call?.body === undefined ? undefined : (JSON.parse(call.body) as unknown);
}

/** The value of a choice must be one of the rendered options, because nothing else can be tapped. */
function offers(node: LiveNode): boolean {
  const { visible, props, value } = node.snapshot();
  if (!visible || node.plan.type !== 'choice' || value === undefined) return true;
  const options = (props['options'] ?? []) as readonly { readonly value: Value }[];
  return options.some((option) => option.value === value);
}

function* enterMembers(slot: Slot, value: Json): Generator<Entries> {
  const known = [...slot.members.values()].filter(({ described }) => described.op !== 'false');
  if (Object.keys(value).some((name) => !known.some((member) => member.name === name))) return;
  let ways: Entries[] = [...selectors(slot)];
  for (const member of known) {
    const entered = [...enter(member, value[member.name])];
    ways = ways.flatMap((way) => entered.map((more) => ({ ...way, ...more })));
    if (ways.length > 64) ways.length = 64;
  }
  yield* ways;
}

/** All answers to the questions that come before a slot's fields. */
function* selectors(slot: Slot): Generator<Entries> {
  let ways: Entries[] = [{}];
  for (const { kind, titles, dropped, names } of slot.selectors) {
    const indexes = titles.map((_, index) => index).filter((index) => !dropped.has(index));
    if (kind === 'one' && indexes.length < 2) continue;
    const answers: Entries[] =
      kind === 'one'
        ? indexes.map((index) => ({ [names[0] ?? '']: index }))
        : Array.from({ length: 2 ** indexes.length - 1 }, (_, mask) =>
            Object.fromEntries(
              indexes.map((index, bit) => [names[index] ?? '', ((mask + 1) & (1 << bit)) !== 0] as const),
            ),
          );
    ways = ways.flatMap((way) => answers.map((answer) => ({ ...way, ...answer })));
  }
  yield* ways;
}

function* enter(slot: Slot, value: unknown): Generator<Entries> {
  if (value === undefined || (value === null && slot.isNullable && slot.isAlways)) {
    yield emptied(slot);
    return;
  }
  for (const variant of slot.variants) {
    for (const way of selectorsOf(slot)) {
      for (const more of enterVariant(slot, variant, value)) yield { ...emptied(slot), ...way, ...more };
    }
  }
}

/** The questions of an object come with those of its members. */
function selectorsOf(slot: Slot): Iterable<Entries> {
  return slot.isMixed || slot.variants.every(({ type }) => type !== 'object') ? selectors(slot) : [{}];
}

/** Clears initial values. */
function emptied(slot: Slot): Entries {
  const own = slot.variants.filter(({ field, type }) => field !== '' && type !== 'array');
  const inside = [...slot.members.values()].map((member) =>
    member.described.op === 'false' ? {} : emptied(member),
  );
  return Object.assign({}, ...own.map(({ field }) => ({ [field]: undefined })), ...inside) as Entries;
}

function* enterVariant(slot: Slot, variant: Variant, value: unknown): Generator<Entries> {
  const { type, field, options } = variant;
  if (type === 'object') {
    if (!isJson(value)) return;
    const inside = slot.isMixed ? membersOnly(slot, value) : enterMembers(slot, value);
    for (const entries of inside)
      yield { ...(slot.toggle === undefined ? {} : { [slot.toggle]: true }), ...entries };
    return;
  }
  if (type === 'array') {
    if (!Array.isArray(value) || slot.items === undefined) return;
    for (const records of enterItems(slot.items, value)) yield { [field]: records };
    return;
  }
  if (options !== undefined) {
    const option = options.find((one) => one.value === value);
    if (option === undefined) return;
    yield field === '' ? {} : { [field]: option.key };
    return;
  }
  if (isTypeable(variant, value)) yield { [field]: value as Value };
}

/** Enters the members of an object whose questions are already answered. */
function* membersOnly(slot: Slot, value: Json): Generator<Entries> {
  const bare = Object.create(slot, { selectors: { value: [] } }) as Slot;
  yield* enterMembers(bare, value);
}

function* enterItems(slot: Slot, values: readonly unknown[]): Generator<Value> {
  let ways: Entries[][] = [[]];
  for (const value of values) {
    const isObject = slot.variants.some(({ type }) => type === 'object');
    const entered = isObject
      ? isJson(value)
        ? [...enterMembers(slot, value)]
        : []
      : [...enter(slot, value)];
    ways = ways.flatMap((way) => entered.map((more) => [...way, present(more)]));
    if (ways.length > 16) ways.length = 16;
  }
  for (const way of ways) yield way as Value;
}

function present(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** Whether a person can enter this value in the field. */
function isTypeable({ type, isDay }: Variant, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && (isDay !== true || isCalendarDay(value));
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function isCalendarDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Waits until all fields are checked. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareScreen, Screen } from '#renderer/index.ts';
import type { Value } from '#renderer/plan/expression.ts';
import { dumpScreen, plans, tappable, type Visit, type VisitOptions, visitScreen } from '#tests/engine.ts';
import {
  contractFiles,
  isJson,
  type Json,
  parseFile,
  type ReplyMember,
  replyMembers,
} from '#tests/reply-members.ts';
import { LONG } from './settings.ts';

/*
 * Old and hostile data: for every value of every member of a reply, a screen neither throws nor shows words such as
 * `undefined`.
 */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

/** Words of programs; no payload below contains one. */
const NO_WORDS = /undefined|\bnull\b|NaN|\[object|Infinity|\$\{/;

const HUGE = 'Wide word and more of it. '.repeat(2_000);

type Payload = { [member: string]: unknown };

/** Replacements of a value; `undefined` removes the member. */
const MISFITS: readonly { readonly title: string; readonly value: unknown }[] = [
  { title: 'missing', value: undefined },
  { title: 'null', value: null },
  { title: 'an empty text', value: '' },
  { title: 'an empty list', value: [] },
  { title: 'an empty record', value: {} },
  { title: 'a number', value: 1_234.5 },
  { title: 'a number beyond 2^53', value: 1e300 },
  { title: 'minus one', value: -1 },
  { title: 'true', value: true },
  { title: 'a text', value: 'some words' },
  { title: 'markup', value: '<img src=x onerror=alert(1)>' },
  { title: 'code', value: 'javascript:alert(1)' },
  { title: 'no date', value: '0000-00-00' },
  { title: 'huge text', value: HUGE },
  { title: 'a huge word', value: 'w'.repeat(5_000) },
  { title: 'a list of nulls', value: [null, null] },
  { title: 'a list of lists', value: [[], [[]]] },
  { title: 'a list of records', value: [{}, { text: null, value: 7, name: [] }] },
  {
    title: 'a thousand records',
    value: Array.from({ length: 1_000 }, (_, at) => ({
      text: at,
      value: at,
      name: at,
      title: at,
      amount: at,
    })),
  },
  {
    title: 'a record with strange names',
    value: JSON.parse('{"__proto__":{"name":1},"constructor":{"name":2}}') as unknown,
  },
];

/** The first two replacements are used for every value: removal, and `null`. */
const ALWAYS = 2;
/**
 * Number of further replacements for each member in a short run; each run uses the next ones. The long check
 * uses all.
 */
const OTHERS = 1;
let turn = 0;

function nextMisfits(): typeof MISFITS {
  if (LONG) return MISFITS;
  const others = MISFITS.slice(ALWAYS);
  const drawn = Array.from({ length: OTHERS }, (_, at) => others[(turn + at) % others.length]);
  turn += OTHERS;
  return [...MISFITS.slice(0, ALWAYS), ...drawn.filter((one) => one !== undefined)];
}

/** A payload with every member, with wire names, and two items in each list. */
function completePayload(schema: Json, name = 'value'): unknown {
  const { type, properties, items, format, read } = schema;
  if (isJson(properties)) {
    const payload: Payload = {};
    for (const [member, declared] of Object.entries(properties as { [name: string]: Json })) {
      Object.assign(payload, put(payload, wireOf(member, declared), completePayload(declared, member)));
    }
    return payload;
  }
  if (type === 'array')
    return [completePayload(items as Json, name), completePayload(items as Json, `${name} two`)];
  if (format === 'uri') return 'https://page.test/picture.svg';
  if (format === 'date') return '2026-03-17';
  if (read === 'minor' || type === 'integer') return 12_345;
  if (read === 'flag') return '1';
  return name === 'orderStatus' ? '174' : `The ${name}`;
}

/** The wire path of a member as a JSON Pointer. */
function wireOf(name: string, declared: Json): string {
  const wire = typeof declared['wire'] === 'string' ? declared['wire'] : name;
  return wire.startsWith('/') ? wire : `/${wire}`;
}

/** A copy with another value at a pointer; `undefined` removes it. */
function put(target: unknown, pointer: string, value: unknown): unknown {
  const [step, ...rest] = pointer.split('/').slice(1);
  if (step === undefined) return value;
  const { [step]: old, ...others } = (target ?? {}) as Payload;
  const fresh = rest.length === 0 ? value : put(old, `/${rest.join('/')}`, value);
  return fresh === undefined ? others : { ...others, [step]: fresh };
}

function take(target: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, step) => (value as Payload | undefined)?.[step], target);
}

/** The payload with one member replaced; in lists in the first item. */
function replaceMember(
  payload: unknown,
  schema: Json,
  [step = '', ...rest]: readonly string[],
  value: unknown,
): unknown {
  if (step === '[]') {
    const [first, ...others] = payload as unknown[];
    return [replaceMember(first, schema['items'] as Json, rest, value), ...others];
  }
  const declared = (schema['properties'] as { readonly [name: string]: Json })[step] as Json;
  const wire = wireOf(step, declared);
  const fresh = rest.length > 0 ? replaceMember(take(payload, wire), declared, rest, value) : value;
  return put(payload, wire, fresh);
}

const contracts = new Map(
  contractFiles.map(parseFile).map((contract) => [String(contract['name']), contract]),
);
const replies = new Map([...contracts].map(([name, contract]) => [name, contract['reply'] as Json]));

/** Screens that load an endpoint when they open. */
function readersOf(endpoint: string): readonly string[] {
  return [...plans.values()]
    .filter((plan) => Object.values(plan.data).some((resource) => resource.endpoint === endpoint))
    .map(({ id }) => id);
}

/** Everything that a person, a screen reader or the title bar gets. */
function shownBy({ live }: Visit): string {
  return `${live.surface.snapshot().documentTitle ?? ''}\n${document.body.innerHTML}`;
}

const CONFIG = { market: { visible: true } };

/** Faults of the engine or a widget that no data may cause. */
const OWN_FAULTS =
  /^(widget|text|condition|list)\/(threw|unknown|unavailable|failed)$|^amount\/not-shown$|^action\/fault$/;

type Tamper = NonNullable<VisitOptions['tamper']>;

/** The complete state of a loaded screen; everything later follows from it. */
function standingOf({ live, world }: Visit): string {
  const had = [live.engine.store.get(), world.faults, world.went, world.left];
  // Distinguishes lists from records and texts from numbers; a store contains no other types.
  return `${live.plan.id} ${JSON.stringify(had)}\n${dumpScreen(live)}`;
}

/**
 * Renders a screen, taps everything on it and in its overlays, and returns all faults.
 *
 * @param stood - Fingerprints of earlier states, which are skipped, because missing, `null` and wrong types mostly give the
 *   same. In the long check none is skipped.
 */
async function findFaults(
  screen: string,
  options: Pick<VisitOptions, 'tamper' | 'kept' | 'params'>,
  stood?: Set<string>,
): Promise<{ faults: readonly string[]; seen: string }> {
  const faults: string[] = [];
  let seen = '';
  const visit = await visitScreen(screen, { ...options, config: CONFIG });
  const { live, world, settle } = visit;
  if (stood !== undefined && !LONG) {
    const standing = standingOf(visit);
    if (stood.has(standing)) {
      live.close();
      return { faults, seen };
    }
    stood.add(standing);
  }
  await prepareScreen(live.plan);
  const look = () => {
    const shown = shownBy(visit);
    seen += shown;
    const word = NO_WORDS.exec(shown);
    if (word) faults.push(`shows ${shown.slice(Math.max(0, word.index - 60), word.index + 40)}`);
  };
  const perform = async (run: () => void) => {
    await act(async () => {
      run();
      await settle();
    });
    look();
  };
  const tapAll = async (depth: number) => {
    for (const { instance } of tappable(live)) {
      const open = live.surface.snapshot().overlays.length;
      const node = tappable(live).find((one) => one.instance === instance);
      if (!node) continue;
      await perform(() => live.emit(node, 'tap'));
      if (depth > 0 && live.surface.snapshot().overlays.length > open) await tapAll(depth - 1);
      // The page was left, and the visitor has returned.
      if (live.engine.navigation.isLeaving) await perform(() => live.resume());
    }
    if (live.surface.snapshot().overlays.length > 0) await perform(() => live.dismissOverlay());
  };
  await act(async () => {
    render(<Screen live={live} />);
  });
  look();
  // Popups that open by themselves appear one after the other, and the screen below them last.
  // A popup that opens again, like the card's after each load, is only closed.
  const tried = new Set<string>();
  for (let popup = 0; popup < 8 && live.surface.snapshot().overlays.length > 0; popup += 1) {
    const id = live.surface.snapshot().overlays.at(-1)?.node.plan.id ?? '';
    if (tried.has(id)) await perform(() => live.dismissOverlay());
    else await tapAll(1);
    tried.add(id);
  }
  await tapAll(1);
  await perform(() => void live.handleBack());
  await tapAll(1);
  for (const { code, detail } of world.faults) if (OWN_FAULTS.test(code)) faults.push(`${code}: ${detail}`);
  for (const address of [...world.went.map(({ address }) => address), ...world.left]) {
    if (NO_WORDS.test(address)) faults.push(`goes to ${address}`);
  }
  live.close();
  cleanup();
  return { faults, seen };
}

async function findAllFaults(
  screens: readonly string[],
  tamperWith: (value: unknown) => Tamper,
  stood?: Set<string>,
) {
  const wrong: string[] = [];
  const misfits = nextMisfits();
  for (const screen of screens) {
    for (const { title, value } of misfits) {
      const { faults } = await findFaults(screen, { tamper: tamperWith(value) }, stood);
      wrong.push(...faults.map((fault) => `${screen}, ${title}: ${fault}`));
    }
  }
  return wrong;
}

/** Members left out of complete payloads: with them the screen navigates away before it renders. */
const LEADS_AWAY = 'playeduL';

/** Texts that no screen shows unchanged: compared, sent, dialled, grouped by four, or never read. */
const NOT_SHOWN = [
  'loan-confirm-detail#sendSms',
  'older-confirm-detail#sendSms',
  'repayment-way#alipay',
  'repayment-way#repayToken',
  'repayment-way#bankCards[].id',
  'repayment-way#bankCards[].cardNo',
  'repayment-way#bankCards[].bankCode',
  'instalment-plan#repayList[].channelNumber',
  'instalment-plan#defDetail.payCode',
  'order-details#orderStatus',
  'order-details#telephone',
  'order-details#recProducts[].id',
  'rollover-plan#productName',
  'rollover-plan#repayList[].channelNumber',
  'rollover-plan#defDetail.payCode',
];

describe.each([...replies.keys()].filter((endpoint) => readersOf(endpoint).length > 0))('%s', (endpoint) => {
  const schema = replies.get(endpoint) as Json;
  const { [LEADS_AWAY]: _, ...whole } = completePayload(schema) as Payload;
  const members = replyMembers.filter((member) => member.endpoint === endpoint);
  const { path: asked, reply: given } = contracts.get(endpoint) as Json;
  const only =
    (change: (envelope: Payload) => unknown): Tamper =>
    (envelope, url) =>
      url.split('?')[0] === asked ? change(envelope) : envelope;
  const place = (given as Json)['at'];
  const stood = new Set<string>();
  const answer = (data: unknown): Tamper =>
    only((envelope) =>
      typeof place === 'string' ? put(envelope, place, data) : isJson(data) ? { ...envelope, ...data } : data,
    );

  it('a complete payload is shown with all its values', async () => {
    let seen = '';
    for (const screen of readersOf(endpoint)) {
      // The address requests the order of the reply.
      const params = { orderNo: 'The orderNo' };
      const { faults, seen: shown } = await findFaults(screen, { tamper: answer(whole), params });
      expect(faults).toEqual([]);
      seen += shown;
    }
    const texts = members.filter(({ schema: { type, format } }) => type === 'string' && format === undefined);
    const missing = texts.filter(({ name }) => !seen.includes(`The ${name}`)).map(({ place }) => place);
    expect(missing).toEqual(NOT_SHOWN.filter((place) => place.startsWith(`${endpoint}#`)));
  });

  it.each(members)('$place can have any value', async ({ path }: ReplyMember) => {
    const replaced = (value: unknown) => answer(replaceMember(whole, schema, path, value));
    expect(await findAllFaults(readersOf(endpoint), replaced, stood)).toEqual([]);
  });

  it('the whole reply can have any value', async () => {
    expect(await findAllFaults(readersOf(endpoint), answer, stood)).toEqual([]);
  });

  it.each(['code', 'message', 'success'])('%s of its envelope can have any value', async (name) => {
    const replaced = (value: unknown): Tamper =>
      only((envelope) => ({
        ...envelope,
        success: false,
        ...('code' in envelope && { code: '5001' }),
        [name]: value,
      }));
    expect(await findAllFaults(readersOf(endpoint), replaced, stood)).toEqual([]);
  });

  it('at least half as many different screens were shown as there are members', () => {
    expect(LONG ? Number.POSITIVE_INFINITY : stood.size).toBeGreaterThan(members.length / 2);
  });
});

describe('a reply to a payment', () => {
  const screens = ['repay', 'rollover'];
  const onlyThere =
    (change: Tamper): Tamper =>
    (envelope, url) =>
      url.includes('generate-vcode') ? change(envelope, url) : envelope;

  it.each(['data', 'success', 'code', 'message'])('%s can have any value', async (name) => {
    const replaced = (value: unknown) =>
      onlyThere((envelope) => ({ ...envelope, ...(name !== 'data' && { success: false }), [name]: value }));
    expect(await findAllFaults(screens, replaced)).toEqual([]);
  });

  it('its address can have any value', async () => {
    const replaced = (payUrl: unknown) => onlyThere((envelope) => ({ ...envelope, data: { payUrl } }));
    expect(await findAllFaults(screens, replaced)).toEqual([]);
  });
});

describe('values that an earlier release stored', () => {
  const instalment = replies.get('instalment-plan') as Json;
  const { defDetail } = instalment['properties'] as { readonly [name: string]: Json };
  const repayment = {
    repayAmount: 341_250,
    delayInfo: { title: 'The rollover', delayAmount: 52_500 },
    defDetail: completePayload(defDetail as Json),
  } as Value;
  const variants = [...placesIn(repayment)].flatMap((path) =>
    MISFITS.map(({ title, value }) => ({
      title: `${path.join('.')} as ${title}`,
      value: replaceAt(repayment, path, value),
    })),
  );

  it('are shown if they still match', async () => {
    const { faults, seen } = await findFaults('repay-code-stored', { kept: { repayment } });
    expect(faults).toEqual([]);
    for (const words of ['₱3,412.50', 'The title', 'The name', 'The steps']) expect(seen).toContain(words);
  });

  it('can have any value', async () => {
    const wrong: string[] = [];
    const stored = variants.filter(({ value }) => value !== undefined);
    // There are 19 variants at each pointer, no multiple of 3: another third is tested at each pointer.
    for (const { title, value } of stored.filter((_, at) => LONG || at % 3 === 0)) {
      const { faults } = await findFaults('repay-code-stored', { kept: { repayment: value as Value } });
      wrong.push(...faults.map((fault) => `${title}: ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(variants.length).toBeGreaterThan(200);
  }, 120_000);
});

function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    if (name !== '1') yield* placesIn(member, [...path, name]);
}

function replaceAt(target: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const fresh = replaceAt((target as Payload)[name], rest, value);
  if (Array.isArray(target)) return target.map((item: unknown, at) => (String(at) === name ? fresh : item));
  return { ...(target as Payload), [name]: fresh };
}

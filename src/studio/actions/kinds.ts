import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { readPlainText } from '../words/plain-text.ts';
import { sayValue } from '../words/say-value.ts';
import { FAILURES, type Begun } from './lists.ts';
import type { Choice, Input, Service, Surroundings } from './surroundings.ts';

/* The actions as staff know them: what each is called, when it can be added, and what a new one is. */

/** Where a new action would be. */
export interface Place {
  readonly begun: Begun;
  /** It handles a failure. */
  readonly handlesFailure: boolean;
}

/** An action that can be added. */
export interface Kind {
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly help: string;
  /** A new action. */
  readonly action: Json;
}

interface Described {
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly help: string;
  /** @returns undefined if there is nothing that it could name here. */
  make(around: Surroundings, place: Place): Json | undefined;
}

const GO = 'Go somewhere';
const SAY = 'Show something';
const SERVICE = 'The loan service and forms';
const ORDER = 'Order';
const VALUES = 'Values of the screen';

/** Types with a first value that is always right. */
const SIMPLE: ReadonlySet<string> = new Set(['boolean', 'number', 'integer', 'text', 'list']);

const KINDS: readonly Described[] = [
  {
    name: 'go',
    group: GO,
    title: 'Go to a screen',
    help: 'Another screen of the app.',
    make: ({ screens, file, inputsOf }) => {
      const to = (screens.find(({ value }) => !file.endsWith(`/${value}.screen.json`)) ?? screens[0])?.value;
      return to === undefined ? undefined : { do: 'go', to, ...withOf(inputsOf('to', to)) };
    },
  },
  {
    name: 'link',
    group: GO,
    title: 'Open a link',
    help: 'A page outside of the app.',
    make: ({ hosts: [host] }) => (host === undefined ? undefined : { do: 'leave', to: `https://${host}/` }),
  },
  {
    name: 'call',
    group: GO,
    title: 'Call a phone number',
    help: 'The phone asks before it calls.',
    make: () => ({ do: 'leave', to: 'tel:+63' }),
  },
  {
    name: 'mail',
    group: GO,
    title: 'Write an e-mail',
    help: 'In the mail app of the phone.',
    make: () => ({ do: 'leave', to: 'mailto:name@example.com' }),
  },
  { name: 'back', group: GO, title: 'Go back', help: 'To the screen before.', make: () => ({ do: 'back' }) },
  {
    name: 'notice',
    group: SAY,
    title: 'Show a notice',
    help: 'Words at the bottom for a moment, or at the top.',
    make: () => ({ do: 'notice', text: 'New notice' }),
  },
  {
    name: 'open',
    group: SAY,
    title: 'Show a dialog or sheet',
    help: 'The next step runs when it is closed.',
    make: ({ overlays: [first] }) => first && { do: 'open', overlay: first.value },
  },
  {
    name: 'close',
    group: SAY,
    title: 'Close the dialog, and go on',
    help: 'The steps that opened it go on.',
    make: ({ hasOverlay }) => (hasOverlay ? { do: 'close' } : undefined),
  },
  {
    name: 'dismiss',
    group: SAY,
    title: 'Close the dialog, and end',
    help: 'The steps that opened it end.',
    make: ({ hasOverlay }) => (hasOverlay ? { do: 'dismiss' } : undefined),
  },
  {
    name: 'copy',
    group: SAY,
    title: 'Copy a text',
    help: 'To the clipboard of the phone.',
    make: (_around, { begun }) => (isTap(begun) ? { do: 'copy', text: 'New text' } : undefined),
  },
  {
    name: 'request',
    group: SERVICE,
    title: 'Call a service',
    help: 'Sends to the loan service, or reads from it. You choose what happens if that fails.',
    make: ({ services }, place) => {
      // The simplest one, so that the new step has no problem while the person chooses.
      const [service] = [...servicesFor(services, place.begun)].sort(
        (one, other) => openInputs(one) - openInputs(other) || Number(other.isSafe) - Number(one.isSafe),
      );
      return service && requestOf(service);
    },
  },
  {
    name: 'submit',
    group: SERVICE,
    title: 'Send a form',
    help: 'Checks the form, then runs what it does on send.',
    make: ({ forms: [first] }, { begun }) =>
      first && begun !== 'page' ? { do: 'submit', form: first.value } : undefined,
  },
  {
    name: 'validate',
    group: SERVICE,
    title: 'Check a form',
    help: 'Shows what is wrong in it, and sends nothing.',
    make: ({ forms: [first] }) => first && { do: 'validate', form: first.value },
  },
  {
    name: 'reload',
    group: SERVICE,
    title: 'Read data again',
    help: 'All data of the screen, or some.',
    make: ({ data }) => (data.length === 0 ? undefined : { do: 'reload' }),
  },
  {
    name: 'more',
    group: SERVICE,
    title: 'Load more of a list',
    help: 'The next page of data that is read page by page.',
    make: ({ paged: [first] }) => first && { do: 'more', data: first.value },
  },
  {
    name: 'set',
    group: VALUES,
    title: 'Set a value',
    help: 'A value that the screen or the app remembers.',
    make: ({ values }) => {
      const first = values.find(({ type }) => type !== undefined && SIMPLE.has(type.kind)) ?? values[0];
      return first && { do: 'set', target: first.value, value: valueFor(first.type) };
    },
  },
  {
    name: 'reset',
    group: VALUES,
    title: 'Set values or forms back',
    help: 'To what they were in the beginning.',
    make: ({ values, forms }) => {
      const target = values[0]?.value ?? (forms[0] && `form.${forms[0].value}`);
      return target === undefined ? undefined : { do: 'reset', target: [target] };
    },
  },
  {
    name: 'timer',
    group: VALUES,
    title: 'Start or stop a countdown',
    help: 'A countdown of the screen.',
    make: ({ timers: [first] }) => first && { do: 'timer', timer: first.value, run: 'start' },
  },
  {
    name: 'choose',
    group: ORDER,
    title: 'Choose by condition',
    help: 'Different steps in different cases.',
    make: () => ({ do: 'choose', cases: [{ run: [] }] }),
  },
  {
    name: 'run',
    group: ORDER,
    title: 'Run a named list',
    help: 'Steps that have a name, because several places run them.',
    make: ({ lists: [first], inputsOf }) =>
      first && { do: 'run', list: first.value, ...withOf(inputsOf('list', first.value)) },
  },
  {
    name: 'native',
    group: ORDER,
    title: 'Use the phone’s app',
    help: 'Something that the app around the page can do.',
    make: ({ methods, inputsOf }, { begun }) => {
      const open = ({ value }: Choice): number => openInputs({ inputs: inputsOf('method', value) });
      const [method] = methods
        .filter(({ needsTap }) => !needsTap || isTap(begun))
        .sort((one, other) => open(one) - open(other));
      return method && { do: 'native', method: method.value, ...withOf(inputsOf('method', method.value)) };
    },
  },
  {
    name: 'wait',
    group: ORDER,
    title: 'Wait',
    help: 'Some seconds.',
    make: () => ({ do: 'wait', seconds: 2 }),
  },
  {
    name: 'stop',
    group: ORDER,
    title: 'Stop here',
    help: 'No later step runs.',
    make: () => ({ do: 'stop' }),
  },
];

/** Whether the browser still counts an action as part of a tap, as far as is known. */
function isTap(begun: Begun): boolean {
  return begun === 'tap' || begun === 'unknown';
}

/** The actions that can be added at a place, in the order of the menu. */
export function kindsAt(around: Surroundings, place: Place): readonly Kind[] {
  return KINDS.flatMap(({ make, ...kind }) => {
    const action = make(around, place);
    const since = action && shapes.actions[wordOf(action['do'])]?.since;
    return action === undefined || since === undefined || since > around.grammar ? [] : [{ ...kind, action }];
  });
}

/** Services that an action may call. Without a person only those that change nothing. */
export function servicesFor(services: readonly Service[], begun: Begun): readonly Service[] {
  return services.filter(({ needsPerson }) => !needsPerson || begun !== 'page');
}

/** The number of inputs that somebody must write. */
function openInputs({ inputs }: Pick<Service, 'inputs'>): number {
  return inputs.filter(({ required, usual }) => required && usual === undefined).length;
}

function requestOf({ value, isCritical, inputs }: Service): Json {
  return { do: 'request', endpoint: value, ...(isCritical && { critical: value }), ...withOf(inputs) };
}

function withOf(inputs: readonly Input[]): { readonly with?: Json } {
  const given = newInputs(inputs);
  return given === undefined ? {} : { with: given };
}

/**
 * The inputs that something takes, with values for the required ones. Earlier values of inputs that it takes stay.
 *
 * @returns undefined if it needs none.
 */
export function newInputs(inputs: readonly Input[], before: unknown = {}): Json | undefined {
  const given = isJson(before) ? before : {};
  const entries = inputs.flatMap(({ name, type, required, usual }) => {
    if (given[name] !== undefined) return [[name, given[name]] as const];
    return required ? [[name, usual ?? valueFor(type)] as const] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A first value of a type. */
export function valueFor(type: Input['type']): unknown {
  switch (type?.kind) {
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 0;
    case 'text':
      return type.known?.[0] ?? '';
    case 'url':
      return 'https://example.com/';
    case 'list':
      return [];
    default:
      return '';
  }
}

/** Actions that the list waits for; the next ones are no longer part of the tap. */
const WAITS: ReadonlySet<unknown> = new Set([
  ...['open', 'submit', 'validate', 'reload', 'more', 'wait', 'copy', 'request', 'native'],
]);

/** Where the actions after these are. */
export function placeAfter(actions: readonly unknown[], begun: Begun): Begun {
  return actions.reduce<Begun>((now, action) => {
    if (!isJson(action)) return now;
    if (action['do'] === 'wait') return 'page';
    const waits = WAITS.has(action['do']) && action['background'] !== true;
    return waits && now === 'tap' ? 'person' : now;
  }, begun);
}

/** Actions that cannot fail. */
const SAFE: ReadonlySet<unknown> = new Set([
  ...['close', 'dismiss', 'notice', 'reset', 'set', 'stop', 'timer', 'wait', 'choose', 'run'],
]);

/** Whether one can say what happens if an action fails. */
export function canHandleFailure(action: Json, { handlesFailure }: Place): boolean {
  const isHandled = action['optional'] === true || action['background'] === true || handlesFailure;
  return action['catch'] !== undefined || (!SAFE.has(action['do']) && !isHandled);
}

/** What a person should know of an action before it is published. */
export function marksOf(action: Json, { services, methods }: Surroundings): readonly string[] {
  const kind = action['do'];
  const service = services.find(({ value }) => value === action['endpoint']);
  const needsTap = kind === 'copy' || methods.some((one) => one.value === action['method'] && one.needsTap);
  const isCritical = action['critical'] !== undefined || (kind === 'request' && service?.isCritical === true);
  return [
    ...(needsTap ? ['needs a tap'] : []),
    ...(isCritical ? ['money or legal effect'] : []),
    ...(!isCritical && kind === 'request' && service?.needsPerson === true ? ['sends'] : []),
  ];
}

/** An action in a short sentence, such as `Go to Repayment (repay)`. */
export function sayStep(action: Json, around: Surroundings): string {
  const called = (among: readonly Choice[], member: string): string => {
    const name = wordOf(action[member] ?? '');
    return among.find(({ value }) => value === name)?.text ?? name;
  };
  switch (action['do']) {
    case 'go':
      return `Go to ${called(around.screens, 'to')}`;
    case 'leave':
      return sayLeave(action['to']);
    case 'notice':
      return `Show “${sayText(action['text'])}”`;
    case 'open':
      return `Show ${called(around.overlays, 'overlay')}`;
    case 'copy':
      return `Copy “${sayText(action['text'])}”`;
    case 'request':
      return `Call ${called(around.services, 'endpoint')}`;
    case 'submit':
      return `Send the form ${called(around.forms, 'form')}`;
    case 'validate':
      return `Check the form ${called(around.forms, 'form')}`;
    case 'reload':
      return Array.isArray(action['data'])
        ? `Read ${action['data'].map(wordOf).join(', ')} again`
        : 'Read all data again';
    case 'more':
      return `Load more of ${called(around.data, 'data')}`;
    case 'set':
      return `Set ${called(around.values, 'target')} to ${sayText(action['value'])}`;
    case 'reset':
      return `Set ${Array.isArray(action['target']) ? action['target'].map(wordOf).join(', ') : ''} back`;
    case 'timer':
      return `${action['run'] === 'stop' ? 'Stop' : 'Start'} ${called(around.timers, 'timer')}`;
    case 'run':
      return `Run ${called(around.lists, 'list')}`;
    case 'native':
      return `Use the phone’s app: ${called(around.methods, 'method')}`;
    case 'wait':
      return `Wait ${wordOf(action['seconds'])} seconds`;
    case 'stop':
      return action['text'] === undefined ? 'Stop here' : `Stop with “${sayText(action['text'])}”`;
    default:
      return KINDS.find(({ name }) => name === action['do'])?.title ?? wordOf(action['do']);
  }
}

function sayLeave(to: unknown): string {
  const text = sayText(to);
  if (text.startsWith('tel:')) return `Call ${text.slice('tel:'.length)}`;
  return text.startsWith('mailto:') ? `Write to ${text.slice('mailto:'.length)}` : `Open ${text}`;
}

/** A text, or the last of its cases. */
function sayText(value: unknown): string {
  if (isJson(value) && Array.isArray(value['choose'])) {
    const plain = readPlainText(value);
    if (plain !== undefined) return plain.source;
    const last: unknown = value['choose'].at(-1);
    return `${sayText(isJson(last) ? last['value'] : last)}, by case`;
  }
  if (value === undefined) return '…';
  return typeof value === 'object' ? sayValue(value) : String(value);
}

/** The condition of a failure that has this reason; see `reasonOf`. */
export function conditionOf(reason: string): string | undefined {
  if (reason === '') return undefined;
  return /^\d+$/.test(reason)
    ? `has(error.status) && error.status == ${reason}`
    : `error.kind == '${reason}'`;
}

/** The reason that a condition compares: a kind of failure, a status, or an empty text for any. Undefined for other conditions. */
export function reasonOf(condition: unknown): string | undefined {
  if (condition === undefined) return '';
  const text = wordOf(condition).trim();
  const kind = /^error\.kind == ['"]([a-z-]+)['"]$/.exec(text)?.[1];
  if (kind !== undefined && Object.hasOwn(FAILURES, kind)) return kind;
  return /^(?:has\(error\.status\) && )?error\.status == (\d{3})$/.exec(text)?.[1];
}

import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Type } from '#renderer/grammar/type.ts';
import { type Property, propertiesOf, memberTitle, wordsOf } from '../properties/describe.ts';
import { readPlainText } from '../words/plain-text.ts';
import { servicesFor } from './kinds.ts';
import type { Begun } from './lists.ts';
import type { Choice, Input, Surroundings } from './surroundings.ts';

/** How a member of an action is edited. */
export type Control =
  | { readonly way: 'choice'; readonly options: readonly Choice[] }
  /** Some of a list. */
  | { readonly way: 'several'; readonly options: readonly Choice[] }
  | { readonly way: 'flag' }
  | { readonly way: 'number' }
  /** Words, or a value of a type. */
  | { readonly way: 'text'; readonly type?: Type };

/** A member of an action as a field. */
export interface StepField {
  /** From the action. */
  readonly pointer: string;
  readonly title: string;
  readonly help: string;
  readonly control: Control;
  /** It can be left out. */
  readonly isOptional: boolean;
  /** Seldom used. */
  readonly isRare: boolean;
}

/** The fields of an action, and its members that no field can show. */
export interface StepForm {
  readonly fields: readonly StepField[];
  readonly others: readonly { readonly pointer: string; readonly title: string; readonly value: unknown }[];
}

/** Members with an editor of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['when', 'catch', 'cases', 'with']);
const RARE: ReadonlySet<string> = new Set([
  ...['optional', 'background', 'replace', 'query', 'busy', 'as', 'at', 'field', 'durationMs', 'description'],
]);
/** Titles that say more than the name. */
const TITLES: { readonly [member: string]: string } = {
  to: 'To',
  overlay: 'Which one',
  endpoint: 'Service',
  list: 'List',
  form: 'Form',
  method: 'What',
  timer: 'Countdown',
  target: 'Which value',
  at: 'Scroll to',
  as: 'The answer is called',
  background: 'Do not wait for the answer',
  optional: 'Go on if it fails',
  replace: 'Back does not lead here',
  critical: 'Sent once, as',
  query: 'Added to the address',
  field: 'At the field',
  durationMs: 'How long, in milliseconds',
  seconds: 'Seconds',
  busy: 'Words while it runs',
};

/**
 * The fields of an action.
 *
 * @param begun - What started the list where the action is.
 */
export function formOfStep(action: Json, around: Surroundings, begun: Begun): StepForm {
  const own = propertiesOf('actions', wordOf(action['do']))
    .filter((property) => !ELSEWHERE.has(property.name) && isOffered(property, action, around))
    .map((property): StepField => {
      const { name, help, shape } = property;
      return {
        pointer: joinPointer('', name),
        title: TITLES[name] ?? memberTitle(name),
        help,
        control: controlOf(property, action, around, begun),
        isOptional: !shape.required,
        isRare: RARE.has(name),
      };
    });
  const all = [...own, ...inputFields(action, around)];
  const isSeen = ({ pointer, control }: StepField): boolean =>
    writeControl(control, valueAt(action, pointer)) !== undefined;
  return {
    fields: all.filter(isSeen),
    others: all
      .filter((field) => !isSeen(field))
      .map(({ pointer, title }) => ({ pointer, title, value: valueAt(action, pointer) })),
  };
}

/** Whether a member has a field, or a line where it is written. */
function isOffered({ name, shape }: Property, action: Json, { services }: Surroundings): boolean {
  if (action[name] !== undefined) return true;
  if (name === 'critical')
    return services.some(({ value, isCritical }) => isCritical && value === action['endpoint']);
  return shape.slot !== 'record' && shape.slot !== 'query';
}

function controlOf({ name, shape }: Property, action: Json, around: Surroundings, begun: Begun): Control {
  const choice = (options: readonly Choice[]): Control => ({
    way: shape.list === true ? 'several' : 'choice',
    // What is written stays to be seen, also if nothing has this name.
    options: withWritten(options, action[name]),
  });
  switch (`${wordOf(action['do'])} ${name}`) {
    case 'go to':
      return choice(around.screens);
    case 'go at':
      return choice(around.nodesOf(wordOf(action['to'])));
    case 'request endpoint':
      return choice(servicesFor(around.services, begun));
    case 'open overlay':
      return choice(around.overlays);
    case 'submit form':
    case 'validate form':
      return choice(around.forms);
    case 'validate fields':
      return choice(
        around.fieldsOf(wordOf(action['form'])).map((path) => {
          const field = path.split('.').at(-1) ?? path;
          return { value: field, text: wordsOf(field) };
        }),
      );
    case 'notice field':
      return choice(
        around.forms
          .flatMap(({ value }) => around.fieldsOf(value))
          .map((path) => ({ value: path, text: wordsOf(path.split('.').at(-1) ?? path) })),
      );
    case 'run list':
      return choice(around.lists);
    case 'native method':
      return choice(around.methods);
    case 'more data':
      return choice(around.paged);
    case 'reload data':
      return choice(around.data);
    case 'timer timer':
      return choice(around.timers);
    case 'set target':
      return choice(around.values);
    case 'set value':
      return { way: 'text', ...typed(around.values.find(({ value }) => value === action['target'])?.type) };
    case 'reset target':
      return choice([
        ...around.values,
        ...around.forms.map(({ value, text }) => ({ value: `form.${value}`, text: `The form ${text}` })),
      ]);
    default:
      if (shape.words !== undefined)
        return choice(shape.words.map((word) => ({ value: word, text: wordsOf(word) })));
      if (shape.literal === 'boolean') return { way: 'flag' };
      return shape.literal === undefined || shape.literal === 'string' ? { way: 'text' } : { way: 'number' };
  }
}

function withWritten(options: readonly Choice[], written: unknown): readonly Choice[] {
  const names = (Array.isArray(written) ? written : [written]).filter((one) => typeof one === 'string');
  const missing = names.filter((name) => !options.some(({ value }) => value === name));
  return [...options, ...missing.map((name) => ({ value: name, text: name }))];
}

/** The member of an action that names what takes its inputs. */
export function namingMember(action: Json): 'to' | 'list' | 'endpoint' | 'method' | undefined {
  switch (action['do']) {
    case 'go':
      return 'to';
    case 'run':
      return 'list';
    case 'request':
      return 'endpoint';
    case 'native':
      return 'method';
    default:
      return undefined;
  }
}

/** The inputs that the target of an action takes. */
export function inputsOfStep(action: Json, around: Surroundings): readonly Input[] {
  const member = namingMember(action);
  return member === undefined ? [] : around.inputsOf(member, wordOf(action[member]));
}

/** Fields for what an action passes on: what its target needs, and what is written. */
function inputFields(action: Json, around: Surroundings): readonly StepField[] {
  const given = isJson(action['with']) ? action['with'] : {};
  const inputs = inputsOfStep(action, around);
  const unknown = Object.keys(given).filter((name) => !inputs.some((one) => one.name === name));
  const all = [...inputs, ...unknown.map((name): Input => ({ name, type: undefined, required: false }))];
  return all
    .filter(({ name, required }) => required || given[name] !== undefined)
    .map(({ name, type, required }) => ({
      pointer: joinPointer('/with', name),
      title: `With ${wordsOf(name).toLowerCase()}`,
      help: '',
      control: inputControl(type),
      isOptional: !required,
      isRare: false,
    }));
}

function inputControl(type: Type | undefined): Control {
  return { way: 'text', ...typed(type) };
}

function typed(type: Type | undefined): { readonly type?: Type } {
  return type === undefined ? {} : { type };
}

/** The content of a field; undefined if the field cannot show all of the value. */
export function writeControl(control: Control, value: unknown): string | undefined {
  if (value === undefined) return '';
  switch (control.way) {
    case 'choice':
      return typeof value === 'string' ? value : undefined;
    case 'several':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value.join('\n')
        : undefined;
    case 'flag':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : undefined;
    case 'text': {
      const text = readPlainText(value)?.source;
      if (text !== undefined) return /\r/.test(text) || isLiteral(control, text) ? undefined : text;
      const written = typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
      return written !== undefined && isLiteral(control, written) ? written : undefined;
    }
  }
}

/** The value for the content of a field; undefined removes the member. */
export function readControl(control: Control, content: string, isOptional: boolean): unknown {
  if (content === '' && isOptional) return undefined;
  switch (control.way) {
    case 'several':
      return content === '' ? [] : content.split('\n');
    case 'flag':
      return content === 'true';
    case 'number':
      return content !== '' && Number.isFinite(Number(content)) ? Number(content) : content;
    case 'text':
      return isLiteral(control, content) ? (JSON.parse(content) as unknown) : content;
    case 'choice':
      return content;
  }
}

/** Whether the content is a number or `true` or `false`, for a value of that type. */
function isLiteral({ type }: Control & { way: 'text' }, content: string): boolean {
  switch (type?.kind) {
    case 'boolean':
      return content === 'true' || content === 'false';
    case 'number':
    case 'integer':
    case 'money':
      return content.trim() !== '' && String(Number(content)) === content;
    default:
      return false;
  }
}

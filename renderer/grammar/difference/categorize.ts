import { splitPointer } from '../pointer.ts';
import { isJson } from '../json.ts';
import { type PropertyShapes, shapes } from '../shapes.generated.ts';
import type { Difference, Side } from './compare.ts';

/** The subject of a difference, for the person who approves it. */
export type Category = 'text' | 'look' | 'behaviour' | 'data' | 'note';

const LOOK = new Set([
  'look',
  'tone',
  'emphasis',
  'style',
  'icon',
  'ratio',
  'size',
  'noteTone',
  'layout',
  'brand',
]);
const DATA = new Set([
  'data',
  'params',
  'paramSets',
  'with',
  'endpoint',
  'request',
  'reply',
  'definitions',
  'session',
  'carried',
  'method',
  'path',
  'wire',
]);
const NOTES = new Set(['description', '$schema', 'x-acknowledged', 'x-examples', 'examples']);

/** Properties that some widget, overlay or action shows as text. */
const TEXTS = new Set(
  [shapes.widgets, shapes.overlays, shapes.actions, shapes.elements, shapes.records]
    .flatMap((table): { readonly properties: PropertyShapes }[] => Object.values(table))
    .flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([name, { slot }]) => (slot === 'text' ? [name] : [])),
    ),
);

export function categoryOf(file: string, { before, after }: Difference): Category {
  const names = splitPointer((after ?? before)?.pointer ?? '');
  if (names.some((name) => NOTES.has(name))) return 'note';
  if (/\/(?:theme)\//.test(file)) return 'look';
  if (/\/messages\//.test(file)) return 'text';
  if (file.endsWith('.endpoint.json')) return 'data';
  // The innermost known name decides.
  for (const name of names.reverse()) {
    if (LOOK.has(name)) return 'look';
    if (DATA.has(name)) return 'data';
    if (TEXTS.has(name) || name === 'title' || name === 'documentTitle') return 'text';
    if (/^(?:on|when|.*When|each|key|rules|do|catch|cases|critical)$/.test(name)) return 'behaviour';
  }
  return 'behaviour';
}

/** Why a difference may break older clients, visitors or services; undefined if it does not. */
export function breakingReason(file: string, difference: Difference): string | undefined {
  const { before, after } = difference;
  const pointer = (after ?? before)?.pointer ?? '';
  if (before !== undefined && after === undefined) return removalReason(file, before);
  if (before !== undefined && /^\/routes\/\d+$/.test(pointer)) return 'an address leads nowhere';
  const parameter = parameterAt(pointer);
  if (after !== undefined && isJson(after.value) && parameter === '') {
    if (after.value['required'] === true && before === undefined)
      return 'a parameter is required that was not there';
  }
  if (parameter === '/required' && after?.value === true) return 'a parameter is required that was optional';
  if (/^\/(?:type|wire)/.test(parameter ?? '')) return 'a parameter is read differently';
  if (/^\/request(?:\/|$)/.test(pointer) && file.endsWith('.endpoint.json')) return 'another value is sent';
  if (/^\/(?:method|path|encoding)$/.test(pointer) && file.endsWith('.endpoint.json'))
    return 'the call goes elsewhere';
  if (before === undefined && after !== undefined && isField(after)) {
    const { rules } = isJson(after.value) ? after.value : {};
    if (Array.isArray(rules) && rules.some((rule: unknown) => isJson(rule) && rule['rule'] === 'required'))
      return 'a field is required that was not there';
  }
  return undefined;
}

function removalReason(file: string, removed: Side): string | undefined {
  const { pointer, value } = removed;
  if (pointer === '') return file.endsWith('.screen.json') ? 'the screen is gone' : 'the document is gone';
  if (/^\/routes\/\d+$/.test(pointer)) return 'an address leads nowhere';
  if (parameterAt(pointer) === '') return 'a parameter is no longer read';
  if (/^\/paramSets\/[^/]+$/.test(pointer)) return 'parameters are no longer read';
  if (file.endsWith('.endpoint.json') && /^\/(?:request|reply|definitions)\//.test(pointer))
    return 'a member of the contract is gone';
  if (isField(removed)) return 'a field is gone';
  if (isJson(value) && value['type'] === 'button' && value['emphasis'] === 'primary')
    return 'the primary action is gone';
  return undefined;
}

/** The pointer in the declaration of a parameter of a screen, or of a set of parameters. Undefined outside. */
function parameterAt(pointer: string): string | undefined {
  return /^\/(?:params|paramSets\/[^/]+)\/[^/]+(?<member>.*)$/.exec(pointer)?.groups?.['member'];
}

function isField({ value }: Side): boolean {
  if (!isJson(value) || typeof value['name'] !== 'string' || typeof value['type'] !== 'string') return false;
  const { type } = value;
  return Object.hasOwn(shapes.widgets, type) && shapes.widgets[type]?.properties['rules'] !== undefined;
}

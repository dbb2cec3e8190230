import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { readingsOf } from '#renderer/grammar/project.ts';
import type { Type } from '#renderer/grammar/type.ts';
import { NESTS } from '#renderer/plan/nests.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { Filled } from '../properties/definition.ts';
import { wordsOf } from '../properties/describe.ts';
import { listSubjects, scopeOf } from '../conditions/subjects.ts';
import { documentIn, type MemberScope, otherDocument } from './scope.ts';

/* What can be chosen or filled in: the names that contracts, parts and documents declare. */

/** Inputs of a part or a request, as declared. */
export function knownInputs(
  scope: MemberScope,
  { part, endpoint }: Json,
  given: Json = {},
): readonly Filled[] {
  if (typeof part === 'string') {
    const params = otherDocument(scope, `screens/parts/${part}.part.json`)['params'];
    return inputsIn(params, given, (_name, declared) => declared['required'] === true);
  }
  if (typeof endpoint !== 'string') return [];
  const { request } = otherDocument(scope, endpointFile(endpoint));
  const { properties, required } = isJson(request) ? request : {};
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return inputsIn(properties, given, (name) => needed.includes(name));
}

function inputsIn(
  declared: unknown,
  given: Json,
  isRequired: (name: string, declared: Json) => boolean,
): readonly Filled[] {
  return Object.entries(isJson(declared) ? declared : {}).flatMap(([name, type]) =>
    isJson(type) ? [inputOf(name, type, given[name], isRequired(name, type))] : [],
  );
}

/**
 * The field of an input.
 *
 * @param type - Its declared type; an empty record for an unknown one.
 * @param value - The value now: an expression has another field than a value of the type.
 */
export function inputOf(name: string, type: Json, value: unknown, required = false): Filled {
  const { description, title, known, default: usual } = type;
  const options = Array.isArray(known) ? known.filter((one) => typeof one === 'string') : undefined;
  const common = {
    ...{ name, field: name, state: name },
    title: typeof title === 'string' ? title : wordsOf(name),
    help: typeof description === 'string' ? description : '',
  };
  if (type['type'] === 'boolean') {
    const shape = {
      slot: 'boolean',
      required,
      ...(typeof usual === 'boolean' && { default: usual }),
    } as const;
    return typeof value === 'string'
      ? { ...common, way: 'line', shape }
      : { ...common, way: 'words', shape: { ...shape, words: ['true', 'false'] } };
  }
  if (type['type'] === 'integer' || type['type'] === 'number')
    return { ...common, way: 'line', shape: { slot: 'number', required } };
  return options === undefined
    ? { ...common, way: 'box', shape: { slot: 'any', required } }
    : { ...common, way: 'line', shape: { slot: 'any', required }, options };
}

/** Values to offer for a member; undefined if there are none to offer. */
export function optionsOf(scope: MemberScope, { name, shape }: Filled): readonly string[] | undefined {
  if (shape.slot === 'path') return statesOf(scope);
  if (name === 'each') return listsOf(scope);
  if (name === 'endpoint' || name === 'lookup') return endpointsOf(scope, true);
  if (name === 'upload') return endpointsOf(scope, false);
  if (name === 'part') return namesIn(scope, /^screens\/parts\/([^/]+)\.part\.json$/);
  return undefined;
}

/** Names of the contracts. @param isSafe - Only those that change nothing. */
function endpointsOf(scope: MemberScope, isSafe: boolean): readonly string[] {
  const all = namesIn(scope, /^schemas\/api\/([^/]+)\.endpoint\.json$/);
  return isSafe ? all.filter((name) => otherDocument(scope, endpointFile(name))['safe'] === true) : all;
}

function endpointFile(name: string): string {
  return `schemas/api/${name}.endpoint.json`;
}

function namesIn({ view }: MemberScope, of: RegExp): readonly string[] {
  return view.files.flatMap(({ path }) => of.exec(path)?.[1] ?? []);
}

/** The state of a document, which fields and the search of a field write. */
function statesOf(scope: MemberScope): readonly string[] {
  const { state } = documentIn(scope);
  return Object.keys(isJson(state) ? state : {}).map((name) => `state.${name}`);
}

function listsOf({ view, place }: MemberScope): readonly string[] {
  return listSubjects(scopeOf(view.files, place.file))
    .filter(({ isList }) => isList)
    .map(({ what }) => what);
}

/** The lists in a reply, with the names of the members of their items. */
export function listsInReply(
  { view, place }: MemberScope,
  data: string,
): readonly { readonly name: string; readonly members: readonly string[] }[] {
  const [reading] = readingsOf(view.files, place.file).readings;
  const root = reading?.scope.root('data')?.type;
  const reply = root?.kind === 'record' ? root.members.get(data)?.type : undefined;
  if (reply?.kind !== 'record') return [];
  return [...reply.members].flatMap(([name, { type }]) =>
    type.kind === 'list' ? [{ name, members: membersOf(type.items) }] : [],
  );
}

function membersOf(type: Type): readonly string[] {
  return type.kind === 'record' ? [...type.members.keys()] : [];
}

/** The fields of a record of a repeating group, without those in groups and lists in it. */
export function fieldsOfRecord(nodes: unknown): readonly Filled[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isJson).flatMap((node): readonly Filled[] => {
    const { type, name, label } = node;
    if (NESTS.has(type)) return [];
    if (typeof name !== 'string') return Object.values(node).flatMap(fieldsOfRecord);
    const title = typeof label === 'string' ? label : wordsOf(name);
    const common = { name, title, help: '', field: name, state: name };
    const writes = shapes.widgets[wordOf(type)]?.writes;
    // An amount or a number, as its member `number` says.
    if (isJson(writes) && writes['by'] !== undefined)
      return [{ ...common, way: 'line', shape: { slot: 'number', required: false } }];
    switch (writes) {
      case 'boolean':
        return [{ ...common, way: 'flag', shape: { slot: 'literal', required: false, literal: 'boolean' } }];
      case 'integer':
        return [{ ...common, way: 'count', shape: { slot: 'literal', required: false, literal: 'integer' } }];
      default:
        return [{ ...common, way: 'line', shape: { slot: 'any', required: false } }];
    }
  });
}

import { nameAt, type NameInPath } from '#renderer/grammar/expression/path-at.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, textsIn, valueAt } from '#renderer/grammar/pointer.ts';
import { type DocumentReadings, isBareExpression } from '#renderer/grammar/project.ts';
import type { World } from '#renderer/grammar/world.ts';
import type { Declared, DefinitionSymbol, SymbolKind } from './definition-symbol.ts';
import { BY_ENDPOINT, isFixtureKind, schemaKind } from './document-kinds.ts';
import { fieldOfGroup, findField, findForm } from './form-fields.ts';
import { inputsFor } from './inputs.ts';
import { caretAt } from './place.ts';
import type { ProjectTexts } from './project-texts.ts';
import { type NameKind, nameKindOf } from './named.ts';
import { namesInOrigin } from './origins.ts';
import { describedAt } from './schema-at.ts';
import { readValue } from './suggest.ts';

/**
 * The name at an offset of a document, a contract or a fixture, with its declaration; undefined if there is no name, or it
 * is not declared in the project.
 */
export function symbolAt(project: ProjectTexts, file: string, offset: number): DefinitionSymbol | undefined {
  const here = openHere(project, file);
  if (here === undefined) return undefined;
  const { pointer, quoted, isName, before } = caretAt(here.text, offset);
  if (quoted === undefined) return undefined;
  return symbolOf(here, pointer, isName ? 'key' : 'value', before.length);
}

/** Undefined for a file that is none of the project's documents and fixtures. */
export function openHere(project: ProjectTexts, file: string): Here | undefined {
  const kind = schemaKind(file);
  const text = project.textOf(file);
  if (kind === undefined || text === undefined) return undefined;
  const read = project.read(file);
  return { project, file, kind, text, root: read.document?.value ?? readValue(text), read };
}

/** A document of a project, with what it reads. */
export interface Here {
  readonly project: ProjectTexts;
  readonly file: string;
  readonly text: string;
  /** As `schemaKind` says. */
  readonly kind: string;
  readonly root: unknown;
  readonly read: DocumentReadings;
}

/**
 * What a member's name or a text stands for.
 *
 * @param at - For a text: an offset in it, in UTF-16 units.
 */
export function symbolOf(
  here: Here,
  pointer: string,
  part: 'key' | 'value',
  at: number,
): DefinitionSymbol | undefined {
  if (part === 'key') return atKey(here, pointer);
  const value = valueAt(here.root, pointer);
  if (typeof value !== 'string') return undefined;
  return (
    atValue(here, pointer, value) ?? inLike(here, pointer, value, at) ?? inText(here, pointer, value, at)
  );
}

function inLike(
  { read: { world } }: Here,
  pointer: string,
  text: string,
  at: number,
): DefinitionSymbol | undefined {
  if (!pointer.endsWith('/like')) return undefined;
  const found = namesInOrigin(text).find((one) => one.at <= at && at <= one.at + one.name.length);
  if (found === undefined) return undefined;
  return found.origin === undefined
    ? globalSymbol('endpoint', found.endpoint, world)
    : memberByOrigin(found.origin, found.name, world);
}

function atKey(here: Here, pointer: string): DefinitionSymbol | undefined {
  const {
    file,
    kind,
    root,
    read: { world },
  } = here;
  const names = splitPointer(pointer);
  const name = names.at(-1) ?? '';
  const declared = declaredBy(kind, file, names);
  if (declared?.kind === 'param' && !isDeclared(valueAt(root, pointer))) return carriedParam(name, world);
  if (declared !== undefined) return declared;
  if (kind === 'endpoint') return memberOfContract(file, root, pointer);
  if (kind === 'app' && pointer.startsWith('/review/alone/')) return globalSymbol('screen', name, world);
  if (kind === 'app' && pointer.startsWith('/belongs/')) return carriedParam(name, world);
  if (isFixtureKind(kind)) return fixtureKey(names, world);
  const around = names.slice(0, -1);
  if (around.at(-1) !== 'with') return undefined;
  return inputsFor(around.slice(0, -1).reduce(joinPointer, ''), root, world, file).find(
    (input) => input.symbol.name === name,
  )?.symbol;
}

function fixtureKey(names: readonly string[], world: World): DefinitionSymbol | undefined {
  return BY_ENDPOINT.has(names.at(-2) ?? '')
    ? globalSymbol('endpoint', names.at(-1) ?? '', world)
    : undefined;
}

/** A parameter that `go` passes on. */
function carriedParam(name: string, { app }: World): DefinitionSymbol | undefined {
  const names = ['carried', name];
  return app === undefined || valueAt(app.value, names.reduce(joinPointer, '')) === undefined
    ? undefined
    : declaredBy('app', app.file, names);
}

function sessionParam(name: string, { app }: World): DefinitionSymbol | undefined {
  return app?.session.has(name) === true ? declaredBy('app', app.file, ['session', name]) : undefined;
}

const OF_SCREENS: { readonly [group: string]: SymbolKind } = {
  state: 'state',
  params: 'param',
  data: 'data',
  values: 'value',
  lists: 'list',
  timers: 'timer',
  overlays: 'overlay',
};
const OF_APP: { readonly [group: string]: SymbolKind } = {
  session: 'session',
  carried: 'param',
  kept: 'kept',
  values: 'value',
  lists: 'list',
  bridge: 'method',
};
/** The first name of the path by which expressions read a kind. */
const ROOTS: { readonly [kind in SymbolKind]?: string } = {
  state: 'state',
  param: 'params',
  data: 'data',
  value: 'values',
  session: 'session',
  kept: 'kept',
  timer: 'timer',
  input: 'inputs',
};

/** The symbol that a member's name declares; undefined if it declares none. */
function declaredBy(kind: string, file: string, names: readonly string[]): DefinitionSymbol | undefined {
  const pointer = names.reduce(joinPointer, '');
  const declared: Declared = { file, pointer, part: 'key' };
  const [group = '', name = '', third, fourth] = names;
  const make = (of: SymbolKind, own: string, path: readonly string[] | undefined): DefinitionSymbol => ({
    kind: of,
    name: own,
    declared,
    ...(path && { path }),
    isLocal: (kind === 'screen' || kind === 'part') && of !== 'param',
  });
  const table = kind === 'screen' || kind === 'part' ? OF_SCREENS : kind === 'app' ? OF_APP : {};
  const of = Object.hasOwn(table, group) ? table[group] : undefined;
  if (names.length === 2 && of !== undefined) {
    const root = ROOTS[of];
    return make(of, name, root === undefined ? undefined : [root, name]);
  }
  if (kind === 'app' && names.length === 3 && third !== undefined) {
    if (group === 'config') return make('config', third, ['config', name, third]);
    if (group === 'paramSets') return make('param', third, ['params', third]);
  }
  if (kind === 'app' && group === 'bridge' && third === 'params' && names.length === 4)
    return make('method', fourth ?? '', ['params', fourth ?? '']);
  const isInput = group === 'lists' && third === 'inputs' && names.length === 4;
  return isInput && of !== undefined && fourth !== undefined
    ? make('input', fourth, ['inputs', fourth])
    : undefined;
}

function memberOfContract(file: string, root: unknown, pointer: string): DefinitionSymbol | undefined {
  const names = splitPointer(pointer);
  const name = names.at(-1) ?? '';
  const declared: Declared = { file, pointer, part: 'key' };
  if (names.at(-2) !== 'properties') return undefined;
  const endpoint = isJson(root) && typeof root['name'] === 'string' ? root['name'] : '';
  if (names[0] === 'request' && names.length === 3)
    return { kind: 'request', name, declared, path: ['request', name], isLocal: false };
  if (names[0] !== 'reply') return undefined;
  const steps = names.slice(1, -2);
  const path = steps.flatMap((step, at) => {
    if (step === 'items') return ['[]'];
    return step === 'properties' ? [steps[at + 1] ?? ''] : [];
  });
  return { kind: 'member', name, declared, origin: `${endpoint}#${spellSteps(path)}`, isLocal: false };
}

/** `['plan', 'items', '[]']` is `plan.items[]`, as in origins of types. */
function spellSteps(steps: readonly string[]): string {
  return steps.map((step, at) => (step === '[]' || at === 0 ? step : `.${step}`)).join('');
}

function atValue(here: Here, pointer: string, value: string): DefinitionSymbol | undefined {
  const { file, kind, root, read } = here;
  const { world } = read;
  const names = splitPointer(pointer);
  const member = names.at(-1) ?? '';
  if (isFixtureKind(kind)) return fixtureValue(here, names, value);
  if (pointer === '/id' && (kind === 'screen' || kind === 'part')) return globalSymbol(kind, value, world);
  if (pointer === '/name' && kind === 'endpoint') return globalSymbol('endpoint', value, world);
  const around = valueAt(root, names.slice(0, -1).reduce(joinPointer, ''));
  if (isJson(around) && (member === 'name' || (member === 'id' && around['type'] === 'form'))) {
    const found = member === 'id' ? findForm(file, root, value) : findField(file, root, pointer);
    if (found !== undefined) return found;
  }
  if (member === 'as' && kind !== 'app')
    return { kind: 'local', name: value, declared: { file, pointer, part: 'value' }, isLocal: true };
  const list = names.at(-2) ?? '';
  if (kind === 'app') {
    if (pointer === '/reference') return carriedParam(value, world);
    const isNameOfSession = names[0] === 'belongs' || ['sessionQuery', 'signedIn'].includes(list);
    if (isNameOfSession) return sessionParam(value, world) ?? carriedParam(value, world);
  }
  if (list === 'paramSets' && kind === 'screen') return undefined;
  const { title } = describedAt(kind, root, pointer);
  if (/^\d+$/.test(member) && list === 'data') return named('data', value, here);
  if (member === 'data' && title === 'Name') return named('data', value, here);
  const of = nameKindOf(member, title);
  return of === undefined ? undefined : named(of, value, here);
}

function fixtureValue(
  { project, read: { world } }: Here,
  names: readonly string[],
  value: string,
): DefinitionSymbol | undefined {
  const [member = '', around = ''] = [...names].reverse();
  if (member === 'scenario' || around === 'anybody' || (member === 'like' && names.length === 1))
    return fixtureFile('scenario', `fixtures/scenarios/${value}.json`, value, project);
  if (around === 'opens' || member === 'screen') return globalSymbol('screen', value, world);
  if (member === 'answer') return globalSymbol('endpoint', value, world);
  if (around === 'replies' || around === 'otherReplies')
    return fixtureFile('reply', `fixtures/api/${member}/${value}.json`, value, project);
  if (member === 'like') return fixtureFile('reply', `fixtures/api/${around}/${value}.json`, value, project);
  return undefined;
}

function fixtureFile(
  kind: SymbolKind,
  file: string,
  name: string,
  project: ProjectTexts,
): DefinitionSymbol | undefined {
  if (project.textOf(file) === undefined) return undefined;
  return { kind, name, declared: { file, pointer: '', part: 'value' }, isLocal: false };
}

/** The symbol of a name that a member's value is. */
function named(
  kind: NameKind | 'data',
  name: string,
  { file, root, read }: Here,
): DefinitionSymbol | undefined {
  const { world } = read;
  switch (kind) {
    case 'screen':
    case 'part':
    case 'endpoint':
    case 'method':
      return globalSymbol(kind, name, world);
    case 'form':
      return findForm(file, root, name);
    case 'list':
      return ownOrShared('lists', 'list', name, file, root, world);
    case 'data':
    case 'overlay':
    case 'timer': {
      const group = `${kind}s`.replace('datas', 'data');
      const names = [group, name];
      const isDeclared = valueAt(root, names.reduce(joinPointer, '')) !== undefined;
      return isDeclared ? declaredBy('screen', file, names) : undefined;
    }
  }
}

/** A screen, a part, an endpoint or a method of the native shell. */
export function globalSymbol(
  kind: 'screen' | 'part' | 'endpoint' | 'method',
  name: string,
  world: World,
): DefinitionSymbol | undefined {
  if (kind === 'method') {
    if (world.app === undefined || !world.app.bridge.has(name)) return undefined;
    return declaredBy('app', world.app.file, ['bridge', name]);
  }
  const file = {
    screen: () => world.screens.get(name)?.file,
    part: () => world.parts.get(name)?.file,
    endpoint: () => world.contracts.get(name)?.document.file,
  }[kind]();
  if (file === undefined) return undefined;
  const pointer = kind === 'endpoint' ? '/name' : '/id';
  return { kind, name, declared: { file, pointer, part: 'value' }, isLocal: false };
}

/** A named value or list of the document, else of app.json. */
function ownOrShared(
  group: 'lists' | 'values',
  kind: 'list' | 'value',
  name: string,
  file: string,
  root: unknown,
  { app }: World,
): DefinitionSymbol | undefined {
  const names = [group, name];
  const pointer = names.reduce(joinPointer, '');
  if (valueAt(root, pointer) !== undefined && file !== app?.file) return declaredBy('screen', file, names);
  if (app === undefined || valueAt(app.value, pointer) === undefined) return undefined;
  return { ...declaredBy('app', app.file, names), kind, name, isLocal: false } as DefinitionSymbol;
}

/** The symbol at an offset of an expression or of a text with `${…}`. */
function inText(here: Here, pointer: string, text: string, at: number): DefinitionSymbol | undefined {
  const reading = [...here.read.readings]
    .reverse()
    .find(({ raw, pointer: of }) => [...textsIn(raw, of)].some(([one]) => one === pointer));
  if (reading === undefined) return undefined;
  const found = nameAt(text, at, !isBareExpression(reading, pointer), reading.scope);
  return found && resolve(found, here, pointer);
}

function resolve(found: NameInPath, here: Here, pointer: string): DefinitionSymbol | undefined {
  const { path, name, of, declaredAt } = found;
  const { file, kind, root, read } = here;
  const { world } = read;
  const [first = '', second = '', third] = path;
  if (path.length === 1) {
    const declared: Declared | undefined =
      declaredAt === undefined
        ? nearestItem(file, root, pointer, first)
        : { file, pointer, part: 'value', at: declaredAt, length: name.length };
    return declared && { kind: 'local', name, declared, isLocal: true };
  }
  if (of?.kind === 'record' && of.origin !== undefined) {
    const member = memberByOrigin(of.origin, name, world);
    if (member !== undefined) return member;
  }
  if (of?.kind === 'record' && of.group !== undefined) {
    const field = fieldOfGroup(file, root, of.group, name);
    if (field !== undefined) return field;
  }
  const isSecond = path.length === 2;
  const own = (group: string): DefinitionSymbol | undefined =>
    valueAt(root, [group, second].reduce(joinPointer, '')) === undefined
      ? undefined
      : declaredBy(kind === 'part' ? 'part' : 'screen', file, [group, second]);
  const ofApp = (...names: string[]): DefinitionSymbol | undefined =>
    world.app === undefined || valueAt(world.app.value, names.reduce(joinPointer, '')) === undefined
      ? undefined
      : declaredBy('app', world.app.file, names);
  switch (first) {
    case 'state':
      return isSecond ? own('state') : undefined;
    case 'data':
    case 'fetched':
      return isSecond ? own('data') : undefined;
    case 'timer':
      return isSecond ? own('timers') : undefined;
    case 'params':
      return isSecond ? (paramOfMethod(second, here, pointer) ?? paramOf(second, here)) : undefined;
    case 'values':
      return isSecond ? ownOrShared('values', 'value', second, file, root, world) : undefined;
    case 'session':
    case 'kept':
      return isSecond ? ofApp(first, second) : undefined;
    case 'config':
      return path.length === 3 && third !== undefined ? ofApp('config', second, third) : undefined;
    case 'form':
      if (isSecond) return findForm(file, root, second);
      return findFieldByPath(file, root, path);
    case 'request':
      return isSecond && kind === 'endpoint'
        ? memberOfContract(file, root, ['request', 'properties', second].reduce(joinPointer, ''))
        : undefined;
    case 'inputs':
      return isSecond ? inputAround(file, kind, pointer, second) : undefined;
    default:
      return undefined;
  }
}

/** A parameter of the method of the native shell around a pointer. */
function paramOfMethod(
  name: string,
  { file, kind, root }: Here,
  pointer: string,
): DefinitionSymbol | undefined {
  const [group, method = ''] = splitPointer(pointer);
  const names = ['bridge', method, 'params', name];
  const isThere =
    kind === 'app' && group === 'bridge' && valueAt(root, names.reduce(joinPointer, '')) !== undefined;
  return isThere ? declaredBy('app', file, names) : undefined;
}

function paramOf(name: string, { file, kind, root, read: { world } }: Here): DefinitionSymbol | undefined {
  const { app } = world;
  const ofApp = (...names: readonly string[]): DefinitionSymbol | undefined =>
    app === undefined || !isDeclared(valueAt(app.value, names.reduce(joinPointer, '')))
      ? undefined
      : declaredBy('app', app.file, names);
  if (isDeclared(valueAt(root, joinPointer('/params', name))))
    return declaredBy(kind === 'part' ? 'part' : 'screen', file, ['params', name]);
  const sets = isJson(root) && Array.isArray(root['paramSets']) ? root['paramSets'] : [];
  const inSets = sets.flatMap((set) =>
    typeof set === 'string' ? (ofApp('paramSets', set, name) ?? []) : [],
  );
  return inSets[0] ?? carriedParam(name, world);
}

/** Whether it declares a parameter. `"carried": true` repeats a declaration of app.json. */
function isDeclared(raw: unknown): boolean {
  return raw !== undefined && !(isJson(raw) && raw['carried'] === true);
}

/** The member of a reply by the origin of its record. */
function memberByOrigin(origin: string, name: string, world: World): DefinitionSymbol | undefined {
  const [endpoint = '', path = ''] = origin.split('#');
  const contract = world.contracts.get(endpoint);
  if (contract === undefined) return undefined;
  const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
  const names = [
    'reply',
    ...steps.flatMap((step) => (step === '[]' ? ['items'] : ['properties', step])),
    ...['properties', name],
  ];
  const pointer = names.reduce(joinPointer, '');
  if (valueAt(contract.raw, pointer) === undefined) return undefined;
  return {
    kind: 'member',
    name,
    declared: { file: contract.document.file, pointer, part: 'key' },
    origin,
    isLocal: false,
  };
}

function findFieldByPath(file: string, root: unknown, path: readonly string[]): DefinitionSymbol | undefined {
  const [, form = '', ...names] = path;
  const inForm = names[0] === 'changes' ? names.slice(1) : names;
  return inForm.length === 0 ? undefined : findField(file, root, undefined, form, inForm);
}

function inputAround(
  file: string,
  kind: string,
  pointer: string,
  name: string,
): DefinitionSymbol | undefined {
  const [group, list = ''] = splitPointer(pointer);
  return group === 'lists' ? declaredBy(kind, file, ['lists', list, 'inputs', name]) : undefined;
}

/** The nearest `as` or `at` around a pointer, or of an earlier action of the same list, that declares a name. */
function nearestItem(file: string, root: unknown, pointer: string, name: string): Declared | undefined {
  const names = splitPointer(pointer);
  for (let depth = names.length; depth >= 0; depth -= 1) {
    const at = names.slice(0, depth).reduce(joinPointer, '');
    const value = valueAt(root, at);
    const own = isJson(value) ? declaresItem(value, name) : undefined;
    if (own !== undefined) return { file, pointer: `${at}/${own}`, part: 'value' };
    const before = Array.isArray(value) ? Number(names[depth] ?? 0) : 0;
    for (let index = before - 1; index >= 0; index -= 1) {
      const sibling: unknown = Array.isArray(value) ? value[index] : undefined;
      if (isJson(sibling) && sibling['as'] === name)
        return { file, pointer: `${at}/${index}/as`, part: 'value' };
    }
  }
  return undefined;
}

function declaresItem(record: Json, name: string): 'as' | 'at' | undefined {
  if (record['as'] === name) return 'as';
  return record['at'] === name && record['each'] !== undefined ? 'at' : undefined;
}

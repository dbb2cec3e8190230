import type { Contract } from '#renderer/grammar/contracts.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { recordsIn } from '#renderer/grammar/pointer.ts';
import type { Type } from '#renderer/grammar/type.ts';
import { readWorld, type Declarations, type SourceFile } from '#renderer/grammar/world.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { wordsOf } from '../properties/describe.ts';

/** One of the things that an action can name. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** What an action passes on: the parameters of a screen, the members of a request, the inputs of a list. */
export interface Input {
  readonly name: string;
  readonly type: Type | undefined;
  readonly required: boolean;
  /** The parameter of the document that has its name. */
  readonly usual?: string;
}

/** A contract, as an action that calls it needs it. */
export interface Service extends Choice {
  readonly isSafe: boolean;
  /** Must be called once for each intent. */
  readonly isCritical: boolean;
  /** Must be called in a list that a person started. */
  readonly needsPerson: boolean;
  readonly inputs: readonly Input[];
  /** If its answer is lost, the person must read a text first, which a handler of any failure would replace. */
  readonly hasLostText: boolean;
  /** The HTTP statuses that its contract names. */
  readonly statuses: readonly number[];
}

/** What the actions of a document can name. */
export interface Surroundings {
  readonly file: string;
  readonly grammar: number;
  /** An overlay, or a part, which may be used in one. */
  readonly hasOverlay: boolean;
  readonly screens: readonly Choice[];
  readonly services: readonly Service[];
  readonly overlays: readonly Choice[];
  readonly forms: readonly Choice[];
  readonly data: readonly Choice[];
  /** Data that is read page by page. */
  readonly paged: readonly Choice[];
  readonly lists: readonly Choice[];
  readonly timers: readonly Choice[];
  readonly methods: readonly (Choice & { readonly needsTap: boolean })[];
  /** Values that an action can set. */
  readonly values: readonly (Choice & { readonly type: Type | undefined })[];
  /** Hosts to which a link may lead. */
  readonly hosts: readonly string[];
  /** Ids of the nodes of a screen. */
  nodesOf(screen: string): readonly Choice[];
  /** Fields of a form, as paths. */
  fieldsOf(form: string): readonly string[];
  /** The inputs of what an action names, by the member that names it. */
  inputsOf(member: string, value: string): readonly Input[];
}

/** Reads what the actions of a document can name. */
export function surroundingsOf(files: readonly SourceFile[], file: string): Surroundings {
  const { world } = readWorld(files);
  const { app, contracts } = world;
  const own = [...world.screens.values(), ...world.parts.values()].find((one) => one.file === file);
  const document = own?.value ?? (file === APP_FILE ? app?.value : undefined) ?? {};
  const withUsual = (inputs: readonly Input[]) => inputs.map((input) => addUsual(input, own?.params));
  const services = contracts.names().flatMap((name) => {
    const contract = contracts.get(name);
    if (contract === undefined || contract.file !== undefined) return [];
    const service = serviceOf(contract);
    return [{ ...service, inputs: withUsual(service.inputs) }];
  });
  const lists = new Map([...(app?.lists ?? []), ...(own?.lists ?? [])]);
  const data = isJson(document['data']) ? document['data'] : {};
  const forms = formsIn(document);
  const { grammar } = document;
  const inputs: { readonly [member: string]: (value: string) => readonly Input[] } = {
    to: (name) => inputsIn(world.screens.get(name)?.params),
    list: (name) => inputsIn(lists.get(name)?.inputs),
    method: (name) => inputsIn(app?.bridge.get(name)?.params),
    endpoint: (name) => services.find(({ value }) => value === name)?.inputs ?? [],
  };
  return {
    file,
    grammar: typeof grammar === 'number' ? grammar : GRAMMAR,
    hasOverlay: file.includes('/parts/') || isJson(document['overlays']),
    screens: [...world.screens.values()].map(({ name, value }) => titled(name, value?.['title'])),
    services,
    overlays: named(document['overlays'], 'title'),
    forms: [...forms.keys()].map((name) => ({ value: name, text: wordsOf(name) })),
    data: Object.keys(data).map(choiceOf),
    paged: Object.entries(data).flatMap(([name, one]) =>
      isJson(one) && one['pages'] !== undefined ? [choiceOf(name)] : [],
    ),
    lists: [...lists].map(([name, { raw }]) => titled(name, raw['title'])),
    timers: named(document['timers'], ''),
    methods: [...(app?.bridge ?? [])].map(([name, { needsTap }]) => ({ ...choiceOf(name), needsTap })),
    values: [...settable('state', own?.state), ...settable('kept', app?.kept)],
    hosts: app?.leaveHosts ?? [],
    nodesOf: (screen) => idsIn(world.screens.get(screen)?.value).map((id) => ({ value: id, text: id })),
    fieldsOf: (form) => forms.get(form) ?? [],
    inputsOf: (member, value) => withUsual(inputs[member]?.(value) ?? []),
  };
}

function serviceOf(contract: Contract): Service {
  const { name, isSafe, isKeyed, effect, request, raw } = contract;
  const replies = isJson(raw['replies']) ? raw['replies'] : {};
  return {
    value: name,
    text: wordsOf(name),
    isSafe,
    isCritical: !isSafe && (isKeyed || effect === undefined),
    needsPerson: !isSafe && effect?.is !== 'counting',
    hasLostText: effect?.is === 'idempotent',
    inputs: [...request].map(([input, { type, absent }]) => ({ name: input, type, required: !absent })),
    statuses: Object.keys(replies).map(Number).filter(Number.isInteger),
  };
}

function inputsIn(declarations: Declarations | undefined): readonly Input[] {
  return [...(declarations ?? [])].flatMap(([name, { declared, required, carried }]) =>
    carried ? [] : [{ name, type: declared?.type, required }],
  );
}

/** A parameter that may be absent is not offered: the checker would refuse it. */
function addUsual(input: Input, params: Declarations | undefined): Input {
  const param = params?.get(input.name);
  const isPresent = param?.required === true || param?.initial !== undefined;
  const isEqual = param?.declared?.type.kind === input.type?.kind;
  return isPresent && isEqual ? { ...input, usual: `\${params.${input.name}}` } : input;
}

function settable(root: string, declarations: Declarations | undefined) {
  return [...(declarations ?? [])].map(([name, { declared }]) => ({
    value: `${root}.${name}`,
    text: root === 'kept' ? `${wordsOf(name)}, stored` : wordsOf(name),
    type: declared?.type,
  }));
}

function named(record: unknown, title: string): readonly Choice[] {
  if (!isJson(record)) return [];
  return Object.entries(record).map(([name, one]) => titled(name, isJson(one) ? one[title] : undefined));
}

/** A name with its title, unless that is computed. */
function titled(name: string, title: unknown): Choice {
  const isPlain = typeof title === 'string' && title !== '' && !title.includes('${');
  return { value: name, text: isPlain ? `${title} (${name})` : name };
}

function choiceOf(name: string): Choice {
  return { value: name, text: wordsOf(name) };
}

function idsIn(value: unknown): readonly string[] {
  return [...recordsIn(value)].flatMap(({ record, pointer }) =>
    pointer !== '' && typeof record['id'] === 'string' && typeof record['type'] === 'string'
      ? [record['id']]
      : [],
  );
}

/** The forms of a document, with the paths of their fields. */
function formsIn(document: Json): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, readonly string[]>();
  // The form around a part.
  const given = document['form'];
  if (typeof given === 'string') forms.set(given, fieldsIn(given, document['body']));
  for (const { record } of recordsIn(document)) {
    const { type, id } = record;
    if (type === 'form' && typeof id === 'string') forms.set(id, fieldsIn(id, record['body']));
  }
  return forms;
}

function fieldsIn(form: string, body: unknown): readonly string[] {
  return [...recordsIn(body)].flatMap(({ record: { type, name } }) =>
    typeof type === 'string' && typeof name === 'string' ? [`form.${form}.${name}`] : [],
  );
}

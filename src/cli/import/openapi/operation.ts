import { isJson, type Json } from '#renderer/grammar/json.ts';
import { freeName } from '../free-name.ts';
import { joinPointer, listIn, textsIn } from '../source.ts';
import type { Findings } from './findings.ts';
import { type Located, resolve, simplify } from './schema.ts';
import { readReplies } from './replies.ts';
import { type Typed, TypeReader } from './type-reader.ts';

/** One operation of a description. */
export interface Operation {
  /** The name of its contract. */
  readonly name: string;
  readonly id: string | undefined;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly pointer: string;
  readonly raw: Json;
  /** Parameters of the path and the operation; the operation's replace those of the path. */
  readonly parameters: readonly Located[];
}

export interface Converted {
  readonly endpoint: Json;
  /** An example of the answer; undefined if it has no JSON body. */
  readonly fixture?: unknown;
}

/** The members of a request that are collected. */
interface Request {
  readonly properties: { [name: string]: Json };
  readonly required: string[];
  path: string;
}

const ENCODINGS: readonly (readonly [RegExp, string])[] = [
  [/^application\/(?:[\w.-]+\+)?json\b/i, 'json'],
  [/^application\/x-www-form-urlencoded\b/i, 'form'],
  [/^multipart\/form-data\b/i, 'multipart'],
];

/** The methods that a contract can have. */
const CARRIED: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Makes a contract of an operation.
 *
 * @returns Undefined, after a finding, if no contract can say the operation.
 */
export function convertOperation(
  root: unknown,
  operation: Operation,
  findings: Findings,
): Converted | undefined {
  const { method, pointer, raw, name, path } = operation;
  if (method === 'HEAD')
    return leave(
      findings,
      pointer,
      'The answer of HEAD has no body, so a contract could read nothing of it: use the GET of this path.',
    );
  if (!CARRIED.has(method)) return leave(findings, pointer, `A contract has no method ${method}.`);
  const request: Request = { properties: {}, required: [], path };
  const isBodyless = method === 'GET' || method === 'DELETE';
  const encoding = isBodyless ? 'query' : readBody(root, operation, request, findings);
  if (encoding === undefined) return undefined;
  if (isBodyless && raw['requestBody'] !== undefined)
    findings.leave(joinPointer(pointer, 'requestBody'), `${method} has no body.`);
  const isRead = operation.parameters.every((one) => readParameter(root, one, request, encoding, findings));
  if (!isRead) return undefined;
  const missing = [...request.path.matchAll(/\{([^}]*)\}/g)].find(
    ([, one = '']) => !request.required.includes(one),
  );
  if (missing !== undefined)
    return leave(findings, pointer, `The path has ${missing[0]}, but no such parameter.`);
  const { fixture, ...answers } = readReplies(root, operation, findings);
  const { summary } = raw;
  const { properties, required } = request;
  tellEffect(method, pointer, findings);
  return {
    endpoint: {
      $schema: '../endpoint.schema.json',
      name,
      ...(typeof summary === 'string' && summary.trim() !== ''
        ? { description: summary.trim().slice(0, 300) }
        : {}),
      method,
      path: request.path,
      encoding,
      client: 'json',
      safe: method === 'GET',
      request: { type: 'object', ...(required.length === 0 ? {} : { required }), properties },
      ...answers,
    },
    ...(fixture === undefined ? {} : { fixture }),
  };
}

function leave(findings: Findings, pointer: string, why: string): undefined {
  findings.leave(pointer, `The operation is left out. ${why}`);
  return undefined;
}

/** An import cannot know what sending a request twice does. */
function tellEffect(method: string, pointer: string, findings: Findings): void {
  if (method === 'GET') return;
  const isIdempotent = method === 'PUT' || method === 'DELETE';
  const why = isIdempotent
    ? `${method} may be repeated: write "effect" with "is": "idempotent" and what the visitor reads when the answer is lost, or "keyed": true.`
    : `Is ${method} only a search? Then write "safe": true. If not, say what sending it twice does: "keyed" or "effect".`;
  findings.decide(pointer, why);
}

/** Adds the members of the body. @returns The encoding; undefined if the operation cannot be carried. */
function readBody(
  root: unknown,
  operation: Operation,
  request: Request,
  findings: Findings,
): string | undefined {
  const given = operation.raw['requestBody'];
  if (given === undefined) return 'query';
  const at = joinPointer(operation.pointer, 'requestBody');
  const body = resolve(root, { value: given, pointer: at }, findings);
  const content = isJson(body?.value) && isJson(body.value['content']) ? body.value['content'] : {};
  const media = ENCODINGS.flatMap(([pattern, encoding]) => {
    const type = Object.keys(content).find((one) => pattern.test(one));
    return type === undefined ? [] : [{ type, encoding }];
  })[0];
  if (body === undefined || media === undefined)
    return leave(findings, at, 'Its body is neither JSON nor a form.');
  for (const type of Object.keys(content)) {
    if (type !== media.type)
      findings.leave(joinPointer(body.pointer, 'content', type), `${media.type} is sent.`);
  }
  const described = content[media.type];
  const schema = {
    value: isJson(described) ? described['schema'] : undefined,
    pointer: joinPointer(body.pointer, 'content', media.type, 'schema'),
  };
  const isCarried =
    media.encoding === 'multipart'
      ? readParts(root, schema, request, findings)
      : readMembers(root, schema, request, findings);
  if (!isCarried) return leave(findings, schema.pointer, 'Its body cannot be carried.');
  return media.encoding;
}

function readMembers(root: unknown, schema: Located, request: Request, findings: Findings): boolean {
  const typed = new TypeReader(root, findings, 'request').read(schema, '');
  const properties = typed?.type['properties'];
  if (typed === undefined || !isJson(properties)) return false;
  for (const [name, type] of Object.entries(properties)) if (isJson(type)) request.properties[name] = type;
  request.required.push(...textsIn(typed.type['required']));
  return true;
}

/** Members of a multipart form: texts, and one file. */
function readParts(root: unknown, schema: Located, request: Request, findings: Findings): boolean {
  const plain = simplify(root, schema, findings);
  if (plain === undefined) return false;
  let hasFile = false;
  const reader = new TypeReader(root, findings, 'request');
  for (const [wire, member] of plain.properties) {
    const isRequired = plain.required.has(wire);
    const name = freeName(wire, request.properties);
    const isFile =
      isJson(member.value) &&
      (member.value['format'] === 'binary' || member.value['contentMediaType'] !== undefined);
    if (isFile && hasFile) {
      findings.leave(member.pointer, 'An upload sends one file.');
      if (isRequired) return false;
      continue;
    }
    const typed = isFile ? undefined : reader.read(member, wire);
    const type = isFile ? { type: 'string', format: 'file' } : typed?.type;
    if (type === undefined) {
      if (isRequired) return false;
      continue;
    }
    hasFile ||= isFile;
    request.properties[name] = { ...type, ...(name === wire ? {} : { wire }) };
    if (isRequired && typed?.isNullable !== true) request.required.push(name);
  }
  return hasFile;
}

/** Adds a parameter. @returns Whether the operation can be carried. */
function readParameter(
  root: unknown,
  given: Located,
  request: Request,
  encoding: string,
  findings: Findings,
): boolean {
  const found = resolve(root, given, findings);
  const raw = found?.value;
  if (found === undefined || !isJson(raw) || typeof raw['name'] !== 'string') return false;
  const { name: wire, in: place, required, schema, content } = raw;
  const isRequired = required === true || place === 'path';
  const pass = (why: string): boolean => {
    findings.leave(found.pointer, why);
    if (isRequired) findings.leave(given.pointer, `The operation is left out: "${wire}" is required.`);
    return !isRequired;
  };
  if (place === 'cookie') return pass('The page sends no cookies of its own.');
  if (place === 'header') {
    const why = 'A header is a value of the contract: write it in "headers" if calls need it.';
    // Without a required header the call would fail.
    if (isRequired) findings.leave(found.pointer, why);
    else findings.decide(found.pointer, why);
    return true;
  }
  if (schema === undefined && content !== undefined) return pass('A parameter with its own media type.');
  const at = joinPointer(found.pointer, 'schema');
  const typed = new TypeReader(root, findings, 'request').read(
    { value: schema ?? { type: 'string' }, pointer: at },
    wire,
  );
  if (typed === undefined) return pass('Its type cannot be carried.');
  if (typed.type['type'] === 'array')
    return pass(
      'A contract sends one value for each name in an address: a list is neither repeated (`explode`) nor joined. A member of type string can carry a joined list.',
    );
  if (typed.type['type'] === 'object')
    return pass('A contract sends one value for each name in an address, and no record.');
  addParameter({ wire, place, isRequired, typed, encoding }, request);
  return true;
}

function addParameter(
  parameter: {
    readonly wire: string;
    readonly place: unknown;
    readonly isRequired: boolean;
    readonly typed: Typed;
    readonly encoding: string;
  },
  request: Request,
): void {
  const { wire, place, isRequired, typed, encoding } = parameter;
  const name = freeName(wire, request.properties);
  const isPath = place === 'path';
  const isRefusedInPath = typed.type['type'] === 'number' || typed.type['type'] === 'boolean';
  if (isPath) request.path = request.path.replaceAll(`{${wire}}`, `{${name}}`);
  request.properties[name] = {
    ...(isPath && isRefusedInPath ? { type: 'string' } : typed.type),
    ...(isPath || name === wire ? {} : { wire }),
    ...(isPath || encoding === 'query' ? {} : { in: 'query' }),
  };
  if (isRequired) request.required.push(name);
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of a description, with a name of its own. */
export function listOperations(root: Json, findings: Findings): readonly Operation[] {
  const taken = new Set<string>();
  const paths = isJson(root['paths']) ? Object.entries(root['paths']) : [];
  return paths.flatMap(([path, given]) => {
    const at = joinPointer('/paths', path);
    const item = resolve(root, { value: given, pointer: at }, findings);
    if (item === undefined || !isJson(item.value)) return [];
    const { value, pointer } = item;
    return METHODS.flatMap((method) => {
      const raw = value[method];
      if (!isJson(raw)) return [];
      const { operationId } = raw;
      const id = typeof operationId === 'string' ? operationId : undefined;
      const own = joinPointer(pointer, method);
      return {
        ...{ id, path, raw, pointer: own, tags: textsIn(raw['tags']) },
        name: takeName(id ?? `${method} ${path}`, taken),
        method: method.toUpperCase(),
        parameters: mergeParameters(located(value, pointer), located(raw, own)),
      };
    });
  });
}

function located(raw: Json, pointer: string): readonly Located[] {
  return listIn(raw['parameters']).map((value, index) => ({
    value,
    pointer: joinPointer(pointer, 'parameters', index),
  }));
}

/** Parameters of an operation replace those of its path with the same name and place. */
function mergeParameters(shared: readonly Located[], own: readonly Located[]): readonly Located[] {
  const keyOf = ({ value }: Located) =>
    isJson(value) ? JSON.stringify([value['$ref'], value['in'], value['name']]) : '';
  const replaced = new Set(own.map(keyOf));
  return [...shared.filter((one) => !replaced.has(keyOf(one))), ...own];
}

/** `getLoanById` becomes `get-loan-by-id`; a name that is taken gets a number. */
function takeName(text: string, taken: Set<string>): string {
  const kebab = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, 58)
    .replace(/-+$/, '');
  const free = ['', 'constructor', 'prototype'].includes(kebab) ? `${kebab}-call`.replace(/^-/, '') : kebab;
  let found = free;
  for (let count = 2; taken.has(found); count += 1) found = `${free}-${count}`;
  taken.add(found);
  return found;
}

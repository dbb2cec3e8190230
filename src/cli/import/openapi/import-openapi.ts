import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { checkProject } from '#renderer/grammar/check.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { EMPTY_APP } from '../../new/empty-app.ts';
import { joinPointer, listIn, type Source, type Unreadable } from '../source.ts';
import { type Finding, Findings } from './findings.ts';
import { type Converted, convertOperation, listOperations, type Operation } from './operation.ts';
import { readDescription } from './read-description.ts';

export interface ImportedOperation {
  readonly operation: Operation;
  /** Undefined if it is left out; the findings say why. */
  readonly converted?: Converted;
}

export interface ImportedDescription {
  readonly operations: readonly ImportedOperation[];
  readonly findings: readonly Finding[];
}

/** Which operations are imported; all if nothing is given. An operation needs one match of each kind. */
export interface Choice {
  readonly operation?: readonly string[];
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
}

/**
 * Makes contracts of the operations of an OpenAPI description, 3.0 or 3.1.
 *
 * @param text - JSON or YAML.
 * @returns The position of a fault if the text cannot be read.
 */
export function importOpenapi(text: string, choice: Choice): ImportedDescription | Unreadable {
  const source = readDescription(text);
  if ('message' in source) return source;
  const root = source.value;
  if (!isJson(root) || !/^3\.[01]\./.test(String(root['openapi'])))
    return { message: 'it is not an OpenAPI description of version 3.0 or 3.1', line: 1, column: 1 };
  const findings = new Findings();
  const all = listOperations(root, findings);
  const isWanted = (operation: Operation): boolean => {
    const { operation: ids, tag, path } = choice;
    return (
      (ids === undefined || ids.includes(operation.name) || ids.includes(operation.id ?? '')) &&
      (tag === undefined || operation.tags.some((one) => tag.includes(one))) &&
      (path === undefined || path.includes(operation.path))
    );
  };
  const converted = all.filter(isWanted).map((operation): ImportedOperation => {
    const one = convertOperation(root, operation, findings);
    return { operation, ...(one === undefined ? {} : { converted: one }) };
  });
  tellAround(root, findings);
  return finish(converted, findings, source);
}

/** Leaves out what `capiz check` refuses, except what the findings ask a person to decide. */
function finish(
  converted: readonly ImportedOperation[],
  findings: Findings,
  source: Source,
): ImportedDescription {
  const refused = new Map<string, Problem>();
  for (const problem of findErrors(
    converted.flatMap(({ converted: one }) => (one === undefined ? [] : [one.endpoint])),
  )) {
    if (!refused.has(problem.file)) refused.set(problem.file, problem);
  }
  const operations = converted.map((one) => {
    const problem = refused.get(pathOf(one.operation.name));
    if (problem === undefined) return one;
    const { operation } = one;
    findings.leave(
      operation.pointer,
      `The operation is left out. capiz check says ${problem.code}: ${problem.message}`,
    );
    return { operation };
  });
  return { operations, findings: findings.list(source) };
}

/** What a contract never says: where the service is, and who may call it. */
function tellAround(root: Json, findings: Findings): void {
  for (const [index, server] of listIn(root['servers']).entries()) {
    const url = isJson(server) ? server['url'] : undefined;
    if (typeof url !== 'string') continue;
    const why = `The service is at ${url.slice(0, 200)}: a setting of the server, with its path, not of the contracts.`;
    findings.note(joinPointer('/servers', index), why);
  }
  const components = root['components'];
  const schemes = isJson(components) ? components['securitySchemes'] : undefined;
  for (const name of isJson(schemes) ? Object.keys(schemes) : []) {
    const why = 'Who may call: let the server add the header of the service; never write it in a contract.';
    findings.decide(joinPointer('/components/securitySchemes', name), why);
  }
}

function pathOf(name: string): string {
  return `schemas/api/${name}.endpoint.json`;
}

/** The problem that the findings announce: only a person knows what repeating a call does. */
const ANNOUNCED: ReadonlySet<string> = new Set(['endpoint/method']);

function findErrors(endpoints: readonly Json[]): readonly Problem[] {
  const app = {
    $schema: '../schemas/app.schema.json',
    grammar: GRAMMAR,
    languages: { default: 'source', list: ['source'] },
    ...EMPTY_APP,
    failures: {},
  };
  const problems = checkProject([
    { path: 'screens/app.json', text: JSON.stringify(app) },
    ...endpoints.map((one) => ({ path: pathOf(String(one['name'])), text: JSON.stringify(one, null, 2) })),
  ]);
  return problems.filter(({ severity, code }) => severity === 'error' && !ANNOUNCED.has(code));
}

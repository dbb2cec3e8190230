import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '#schemas/scripts.schema.json';
import statesSchema from '#schemas/states.schema.json';
import type { Script, ScriptFile } from '#src/shared/scripts.ts';
import { messageOf } from '#src/shared/message-of.ts';

export const SCRIPTS = 'fixtures/scripts';

/** A fault in a file of scripts, with its JSON Pointer. */
export interface ScriptFault {
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
}

/** The names that scripts can refer to. */
export interface ScriptWorld {
  /** Names of states by screen. */
  readonly states: ReadonlyMap<string, ReadonlySet<string>>;
  readonly scenarios: ReadonlySet<string>;
  readonly endpoints: ReadonlySet<string>;
}

let validator: ValidateFunction<ScriptFile> | undefined;

/** Reads `fixtures/scripts/*.json`, by screen, and reports all faults. */
export function readScripts(
  root: string,
  world: ScriptWorld,
): { readonly scripts: ReadonlyMap<string, readonly Script[]>; readonly faults: readonly ScriptFault[] } {
  const scripts = new Map<string, readonly Script[]>();
  const faults: ScriptFault[] = [];
  const folder = join(root, SCRIPTS);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  for (const name of names.sort()) {
    const file = `${SCRIPTS}/${name}`;
    const report = (pointer: string, message: string): void => void faults.push({ file, pointer, message });
    const source = parse(readFileSync(join(folder, name), 'utf8'), report);
    if (source === undefined) continue;
    const screen = basename(name, '.json');
    const states = world.states.get(screen);
    if (states === undefined) report('', `There is no screen ${screen}.`);
    else checkNames(source, states, world, report);
    scripts.set(screen, source.scripts);
  }
  return { scripts, faults };
}

/** @throws Error with the file and its fault. */
export function loadScripts(root: string, world: ScriptWorld): ReadonlyMap<string, readonly Script[]> {
  const { scripts, faults } = readScripts(root, world);
  const [first] = faults;
  if (first !== undefined) throw new Error(`${first.file}${first.pointer}: ${first.message}`);
  return scripts;
}

type Report = (pointer: string, message: string) => void;

function parse(text: string, report: Report): ScriptFile | undefined {
  let source: unknown;
  try {
    source = JSON.parse(text);
  } catch (error) {
    report('', messageOf(error));
    return undefined;
  }
  validator ??= new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
    .addSchema(statesSchema, 'states.schema.json')
    .compile<ScriptFile>(schema);
  if (validator(source)) return source;
  // Report the errors of the step kind that matches best.
  const errors = [...(validator.errors ?? [])].filter(({ keyword }) => keyword !== 'oneOf');
  const deepest = errors.sort((a, b) => depthOf(b.instancePath) - depthOf(a.instancePath))[0];
  const step = /^\/scripts\/\d+\/steps\/\d+/.exec(deepest?.instancePath ?? '')?.[0];
  if (step !== undefined && deepest?.instancePath === step)
    report(step, 'This is none of the steps that there are.');
  else report(deepest?.instancePath ?? '', `It ${deepest?.message ?? 'is none'}.`);
  return undefined;
}

function depthOf(pointer: string): number {
  return pointer.split('/').length;
}

function checkNames(
  { scripts }: ScriptFile,
  states: ReadonlySet<string>,
  world: ScriptWorld,
  report: Report,
): void {
  const known = new Set<string>();
  for (const [index, script] of scripts.entries()) {
    const { name, from = 'content', scenario } = script;
    const at = `/scripts/${index}`;
    if (known.has(name)) report(`${at}/name`, `Another script is called ${name}.`);
    known.add(name);
    if (!states.has(from)) report(`${at}/from`, `The screen has no state ${from}.`);
    if (scenario !== undefined && !world.scenarios.has(scenario))
      report(`${at}/scenario`, `There is no scenario ${scenario}.`);
    for (const [place, endpoint] of endpointsOf(script)) {
      if (!world.endpoints.has(endpoint)) report(`${at}/${place}`, `There is no endpoint ${endpoint}.`);
    }
  }
}

function* endpointsOf({
  answers = {},
  steps,
}: Script): Generator<readonly [place: string, endpoint: string]> {
  for (const endpoint of Object.keys(answers)) yield ['answers', endpoint];
  for (const [index, step] of steps.entries()) {
    if ('answer' in step) yield [`steps/${index}/answer`, step.answer];
    if (!('expect' in step) || !('requests' in step.expect)) continue;
    for (const [at, one] of step.expect.requests.entries())
      yield [`steps/${index}/expect/requests/${at}`, typeof one === 'string' ? one : one.endpoint];
  }
}

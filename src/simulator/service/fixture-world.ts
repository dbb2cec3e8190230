import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Contracts } from '#renderer/grammar/contracts.ts';
import { didYouMean, unknownName } from '#renderer/grammar/nearest.ts';
import { type ParsedDocument, parseDocument } from '#renderer/grammar/parse.ts';
import { splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { foldAlternatives, joinMisspelt } from '#renderer/grammar/shape-faults.ts';
import { describeFault } from '#renderer/grammar/shape-messages.ts';
import statesSchema from '#schemas/states.schema.json' with { type: 'json' };
import { isRecord } from '#src/shared/contract.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { FixtureFault, ReportFault } from './compile-cases.ts';
import { readFixture } from './read-fixture.ts';
import type { Payload } from '../scenarios/payload.ts';
import type { FixtureError, ValidateFixture } from './validators.generated.d.ts';
import { scenario, service, states } from './validators.generated.js';

const CONTRACTS = 'schemas/api';
const ENDING = '.endpoint.json';

/** What fixtures of a project may name: its contracts and stored replies. */
export interface FixtureWorld {
  readonly root: string;
  readonly contracts: Contracts;
  /** Parses a document of fixtures; `report` gets the faults in its declarations. */
  open(text: string, file: string, report: ReportFault): ParsedDocument | undefined;
  /** A reply in `fixtures/api`; undefined, after a report, if there is none. */
  readReply(endpoint: string, name: string, pointer: string, report: ReportFault): Payload | undefined;
  /** Names of the replies of an endpoint. */
  replyNames(endpoint: string): readonly string[];
}

export function openFixtureWorld(root: string): FixtureWorld {
  const listeners = new Map<ParsedDocument, ReportFault>();
  const folder = join(root, CONTRACTS);
  const sources = filesIn(folder, ENDING).map((file) => {
    const { document } = parseDocument(readFileSync(join(folder, file), 'utf8'), `${CONTRACTS}/${file}`);
    return { name: basename(file, ENDING), ...(document && { document }) };
  });
  // Faults of contracts are reported when contracts are checked.
  const contracts = new Contracts(sources, (document, code, pointer, message, help) =>
    listeners.get(document)?.({ code, pointer, message, ...(help !== undefined && { help }) }),
  );
  const replyNames = (endpoint: string): readonly string[] =>
    filesIn(join(root, 'fixtures/api', endpoint), '.json').map((name) => basename(name, '.json'));
  return {
    root,
    contracts,
    open(text, file, report) {
      const { document } = parseDocument(text, file);
      if (document) listeners.set(document, report);
      return document;
    },
    readReply(endpoint, name, pointer, report) {
      const path = `fixtures/api/${endpoint}/${name}.json`;
      try {
        const payload = readFixture(root, path);
        if (!isRecord(payload)) throw new Error(`${path}: it is not a JSON object.`);
        return payload;
      } catch (error) {
        const help = didYouMean(name, replyNames(endpoint));
        const message = messageOf(error);
        report({ code: 'fixture/unknown-name', pointer, message, ...(help && { help }) });
        return undefined;
      }
    },
    replyNames,
  };
}

/** Names of files; empty if there is no such folder. A named pipe is excluded: reading it would never end. */
export function filesIn(folder: string, ending: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .filter(
      (name) => name.endsWith(ending) && statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
    )
    .sort();
}

const {
  name: _name,
  title: _title,
  scenario: _scenario,
  omit: _omit,
  ...OF_STATE
} = statesSchema.$defs.state.properties;
const VARIANT_SCHEMA = {
  type: 'object',
  required: ['title', 'screen', 'scenario', 'replies'],
  additionalProperties: false,
  patternProperties: { '^x-': true },
  properties: {
    title: { type: 'string', minLength: 1 },
    screen: { type: 'string' },
    scenario: { type: 'string' },
    state: { type: 'object', additionalProperties: false, properties: OF_STATE },
    replies: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'object' } },
    },
  },
  $defs: statesSchema.$defs,
};

/** Compiled once, and only for projects with a variant. */
let variant: ValidateFunction | undefined;

const validators = { scenario, service, states };
type FixtureKind = keyof typeof validators | 'variant';

function validatorOf(kind: FixtureKind): ValidateFixture {
  if (kind !== 'variant') return validators[kind];
  variant ??= new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(VARIANT_SCHEMA);
  return variant;
}

/** Faults of a document against its schema, in the same words as for definitions. */
export function findShapeFaults(kind: FixtureKind, value: unknown): readonly FixtureFault[] {
  const validate = validatorOf(kind);
  if (validate(value)) return [];
  const errors = chooseBranches(validate.errors ?? []);
  const names = new Map(
    errors.flatMap((error) =>
      error.keyword === 'additionalProperties' ? [[error.instancePath, namesOf(error)] as const] : [],
    ),
  );
  const read = (pointer: string): unknown => valueAt(value, pointer);
  const namesAt = (pointer: string): readonly string[] => names.get(pointer) ?? [];
  const faults = joinMisspelt(foldAlternatives(errors, read), namesAt, read);
  return faults.map((fault) => {
    const around = { value: read(fault.pointer), names: namesAt(fault.pointer) };
    const { code, message, help, pointer, part } = describeFault(fault, around);
    return {
      code,
      pointer,
      message,
      ...(help !== undefined && { help }),
      ...(part === 'key' && { isKey: true }),
    };
  });
}

/**
 * Some alternatives differ by a required member, for example the steps of a state. Only the alternative whose
 * member is present counts. If none is present, the fault is a name that no alternative has.
 */
function chooseBranches(errors: readonly FixtureError[]): readonly FixtureError[] {
  let left = errors;
  for (const { keyword, data, schema, schemaPath, instancePath } of errors) {
    if (keyword !== 'oneOf' || !isRecord(data) || !Array.isArray(schema)) continue;
    const branches = schema.filter(isRecord);
    const at = branches.findIndex(({ required }) =>
      textsOf(required).some((name) => Object.hasOwn(data, name)),
    );
    const properties = branches.flatMap((branch, index) => (at < 0 || index === at ? namesIn(branch) : []));
    left = left.flatMap((error) => {
      if (error.instancePath.startsWith(`${instancePath}/`)) {
        const [name = ''] = splitPointer(error.instancePath.slice(instancePath.length));
        return properties.includes(name) ? [error] : [];
      }
      if (!error.schemaPath.startsWith(`${schemaPath}/`) || error.instancePath !== instancePath)
        return [error];
      const index = Number(error.schemaPath.slice(schemaPath.length + 1).split('/', 1)[0]);
      if (at >= 0) return index === at ? [error] : [];
      if (index > 0 || error.keyword !== 'additionalProperties') return [];
      return [
        { ...error, parentSchema: { properties: Object.fromEntries(properties.map((name) => [name, {}])) } },
      ];
    });
  }
  return left;
}

function namesOf({ parentSchema }: FixtureError): readonly string[] {
  return namesIn(parentSchema);
}

function namesIn(schema: unknown): readonly string[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? Object.keys(properties) : [];
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** @returns a fault if the name is not one of the known ones. */
export function findUnknown(
  what: string,
  name: string,
  known: readonly string[],
  pointer: string,
): FixtureFault[] {
  if (known.includes(name)) return [];
  const [message, help] = unknownName(what, name, known);
  return [{ code: 'fixture/unknown-name', pointer, message, ...(help && { help }) }];
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Contracts } from '#renderer/grammar/contracts.ts';
import { didYouMean, nearestName } from '#renderer/grammar/nearest.ts';
import { type ParsedDocument, parseDocument } from '#renderer/grammar/parse.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { foldAlternatives } from '#renderer/grammar/shape-faults.ts';
import { describeFault } from '#renderer/grammar/shape-messages.ts';
import { isRecord } from '../contract.ts';
import type { FixtureFault, TellFault } from './compile-cases.ts';
import { readFixture } from './read-fixture.ts';
import type { Payload } from './scenario.ts';
import type { FixtureError } from './validators.generated.d.ts';
import { scenario, service, states } from './validators.generated.js';

const CONTRACTS = 'schemas/api';
const ENDING = '.endpoint.json';

/** What fixtures of a project may name: its contracts, and the replies that it keeps. */
export interface FixtureWorld {
  readonly root: string;
  readonly contracts: Contracts;
  /** A document of fixtures, to whose faults in declarations `tell` listens. */
  open(text: string, file: string, tell: TellFault): ParsedDocument | undefined;
  /** A reply of `fixtures/api`; told and undefined where there is none. */
  readReply(endpoint: string, name: string, pointer: string, tell: TellFault): Payload | undefined;
  /** Names of the replies of an endpoint. */
  replyNames(endpoint: string): readonly string[];
}

export function openFixtureWorld(root: string): FixtureWorld {
  const listeners = new Map<ParsedDocument, TellFault>();
  const folder = join(root, CONTRACTS);
  const sources = filesIn(folder, ENDING).map((file) => {
    const { document } = parseDocument(readFileSync(join(folder, file), 'utf8'), `${CONTRACTS}/${file}`);
    return { name: basename(file, ENDING), ...(document && { document }) };
  });
  // Faults of contracts are told where contracts are checked.
  const contracts = new Contracts(sources, (document, code, pointer, message, help) =>
    listeners.get(document)?.({ code, pointer, message, ...(help !== undefined && { help }) }),
  );
  const replyNames = (endpoint: string): readonly string[] =>
    filesIn(join(root, 'fixtures/api', endpoint), '.json').map((name) => basename(name, '.json'));
  return {
    root,
    contracts,
    open(text, file, tell) {
      const { document } = parseDocument(text, file);
      if (document) listeners.set(document, tell);
      return document;
    },
    readReply(endpoint, name, pointer, tell) {
      const path = `fixtures/api/${endpoint}/${name}.json`;
      try {
        const payload = readFixture(root, path);
        if (!isRecord(payload)) throw new Error(`${path}: it is not a JSON object.`);
        return payload;
      } catch (error) {
        const help = didYouMean(name, replyNames(endpoint));
        const message = error instanceof Error ? error.message : String(error);
        tell({ code: 'fixture/unknown-name', pointer, message, ...(help && { help }) });
        return undefined;
      }
    },
    replyNames,
  };
}

/** Names of files; none where there is no such folder. A named pipe is no file: reading it would wait for ever. */
export function filesIn(folder: string, ending: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .filter(
      (name) => name.endsWith(ending) && statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
    )
    .sort();
}

const VALIDATORS = { scenario, service, states };
type FixtureKind = keyof typeof VALIDATORS;

/** What of a document is not as its schema says, in the words that are used of definitions. */
export function findShapeFaults(kind: FixtureKind, value: unknown): readonly FixtureFault[] {
  const validate = VALIDATORS[kind];
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const names = new Map(
    errors.flatMap((error) =>
      error.keyword === 'additionalProperties' ? [[error.instancePath, namesOf(error)] as const] : [],
    ),
  );
  const faults = foldAlternatives(errors, (pointer) => valueAt(value, pointer));
  // A name that is missing because it is misspelt is one fault.
  const meant = new Set(
    faults.map(({ keyword, pointer, params }) =>
      keyword === 'additionalProperties'
        ? `${pointer} ${nearestName(String(params['additionalProperty']), names.get(pointer) ?? [])}`
        : '',
    ),
  );
  const told = faults.filter(
    ({ keyword, pointer, params }) =>
      keyword !== 'required' || !meant.has(`${pointer} ${String(params['missingProperty'])}`),
  );
  return told.map((fault) => {
    const around = { value: valueAt(value, fault.pointer), names: names.get(fault.pointer) ?? [] };
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

function namesOf({ parentSchema }: FixtureError): readonly string[] {
  const properties: unknown = parentSchema?.['properties'];
  return isRecord(properties) ? Object.keys(properties) : [];
}

/** A name that should be one of these. */
export function findUnknown(
  what: string,
  name: string,
  known: readonly string[],
  pointer: string,
): FixtureFault[] {
  if (known.includes(name)) return [];
  const help = didYouMean(name, known);
  const message = `There is no ${what} "${name}".`;
  return [{ code: 'fixture/unknown-name', pointer, message, ...(help && { help }) }];
}

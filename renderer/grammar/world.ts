import type { Value } from '../plan/expression.ts';
import type { Shape } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import { readAcknowledgements } from './acknowledgements.ts';
import { Contracts, type ReportAt } from './contracts.ts';
import { readConstant } from './constants.ts';
import { type DeclarationReader, readDeclaration, textsIn } from './declarations.ts';
import { isJson, type Json } from './json.ts';
import { didYouMean } from './nearest.ts';
import { addressShape, ownShape } from './own-shape.ts';
import { type ParsedDocument, parseFile } from './parse.ts';
import { joinPointer, valueAt } from './pointer.ts';
import { ProjectMemory } from './project-memory.ts';
import { problemAt } from './problems.ts';
import { formerName } from './since.ts';
import type { Type, TypeContext, Typed } from './type.ts';
import { type DocumentKind, validateShape } from './validate.ts';

/** A file of a project. `path` is relative to the project: `screens/shelf.screen.json`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * A declared name: a parameter, a state or a stored value. `declared` is missing if its declaration is
 * broken.
 */
export interface Declaration {
  readonly declared?: { readonly type: Type; readonly shape: Shape };
  readonly raw: Json;
  readonly required: boolean;
  readonly carried: boolean;
  /** `default` of a parameter, `initial` of state. */
  readonly initial?: Value;
  /** Of a part: its `default` is a value with expressions, which the part's compilation reads. */
  readonly isComputed?: true;
  /** Its names in an address. */
  readonly wire: readonly string[];
}
export type Declarations = ReadonlyMap<string, Declaration>;

export interface WorldDocument {
  /** From the file's name: `shelf` of `shelf.screen.json`. */
  readonly name: string;
  readonly file: string;
  /** Undefined if it does not parse. */
  readonly document?: ParsedDocument;
  /** Its top record; undefined if it has none. */
  readonly value?: Json;
  /** A part of the document could not be read, so a missing name may be a follow-up problem. */
  readonly hasErrors: boolean;
}

export interface AppWorld extends WorldDocument {
  readonly session: Declarations;
  readonly carried: Declarations;
  /** Sets of parameters that screens can list. */
  readonly paramSets: ReadonlyMap<string, Declarations>;
  readonly config: ReadonlyMap<string, Declarations>;
  readonly kept: Declarations;
  readonly lists: ReadonlyMap<string, ListWorld>;
  readonly bridge: ReadonlyMap<string, BridgeWorld>;
  readonly leaveHosts: readonly string[];
  readonly frameHosts: readonly string[];
  readonly imageHosts: readonly string[];
  readonly languages: readonly string[];
  /** Language of the texts of services, as a BCP 47 tag. */
  readonly serviceLanguage?: string;
  /** By language: the languages that it falls back to. */
  readonly fallbacks: ReadonlyMap<string, readonly string[]>;
}

export interface BridgeWorld {
  readonly raw: Json;
  readonly params: Declarations;
  readonly result?: { readonly type: Type; readonly shape: Shape };
  readonly needsTap: boolean;
}

/** A screen or a part. */
export interface ScreenWorld extends WorldDocument {
  readonly params: Declarations;
  readonly state: Declarations;
  /** Empty for a part, which cannot declare any. */
  readonly lists: ReadonlyMap<string, ListWorld>;
}

/** A list of actions with a name. */
export interface ListWorld {
  readonly raw: Json;
  readonly inputs: Declarations;
}

/** One expression, path or value of a document, as it was read. */
export interface Reading {
  readonly document: ParsedDocument;
  readonly pointer: string;
  readonly raw: unknown;
  readonly isValue: boolean;
  readonly scope: TypeContext;
  /** Undefined if the text has errors. */
  readonly typed: Typed | undefined;
}

/** Everything that documents of a project know of each other. */
export interface World {
  /** Collects expressions, paths and values that are read, if the caller wants them. */
  readonly readings?: Reading[];
  /** Undefined if app.json is missing or does not parse. */
  readonly app?: AppWorld;
  readonly contracts: Contracts;
  readonly screens: ReadonlyMap<string, ScreenWorld>;
  readonly parts: ReadonlyMap<string, ScreenWorld>;
  readonly catalogues: readonly WorldDocument[];
  /** Names of the images in screens/assets: `asset:<name>`. */
  readonly assets: ReadonlySet<string>;
  /**
   * The documents of the application and the contracts. While none of them changes, the results that depend on them
   * stay valid.
   */
  readonly around: readonly (WorldDocument | undefined)[];
  /** A document does not parse or has an invalid shape: then nothing can be called unused. */
  readonly hasErrors: boolean;
}

const PART = /(?:^|\/)([^/]+)\.part\.json$/;

const KINDS: readonly { kind: DocumentKind; pattern: RegExp }[] = [
  { kind: 'app', pattern: /(?:^|\/)(app)\.json$/ },
  { kind: 'screen', pattern: /(?:^|\/)([^/]+)\.screen\.json$/ },
  { kind: 'part', pattern: PART },
  { kind: 'endpoint', pattern: /(?:^|\/)([^/]+)\.endpoint\.json$/ },
  { kind: 'tokens', pattern: /(?:^|\/)([^/]+)\.tokens\.json$/ },
  { kind: 'messages', pattern: /(?:^|\/)messages\/([^/]+)\.json$/ },
];

const ASSET = /(?:^|\/)screens\/assets\/([^/]+)\.[a-z0-9]+$/;

/** The kind and the name of the document at a path; undefined for other files. */
export function documentKind(path: string): { kind: DocumentKind; name: string } | undefined {
  for (const { kind, pattern } of KINDS) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

/**
 * Parses the documents of a project and reads their declarations.
 *
 * @param files Any files; only the names of images under screens/assets are used, other files are ignored.
 * @param memory For callers that read the same project repeatedly.
 * @returns Problems of parsing, of shapes and of declarations, but not those of expressions and actions.
 */
export function readWorld(
  files: readonly SourceFile[],
  memory = new ProjectMemory(),
): { world: World; problems: Problem[] } {
  const problems: Problem[] = [];
  const documents = new Map<DocumentKind, WorldDocument[]>(KINDS.map(({ kind }) => [kind, []]));
  const ordered = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const file of ordered) {
    const kind = documentKind(file.path);
    if (kind === undefined) continue;
    documents.get(kind.kind)?.push(readDocument(file, kind.kind, kind.name, problems));
  }
  const report: ReportAt = (document, code, pointer, message, help) => {
    problems.push(problemAt(document.place(pointer), code, message, help));
  };
  const of = (kind: DocumentKind): WorldDocument[] => documents.get(kind) ?? [];
  checkNames(of('screen'), 'id', report);
  checkNames(of('part'), 'id', report);
  checkNames(of('endpoint'), 'name', report);
  checkNames(of('messages'), 'language', report);
  const appDocument = of('app')[0];
  const around = [appDocument, ...of('endpoint')];
  const shared = memory.keep('shared', around, () => new Shared(of('endpoint'), appDocument));
  problems.push(...shared.problems);
  const { app } = shared;
  const contracts = new Contracts(of('endpoint'), report, shared.contracts);
  if (appDocument === undefined) {
    problems.push(
      problemAt(
        { file: 'screens/app.json', line: 1, column: 1, length: 1, pointer: '' },
        'document/no-app',
        'The project has no screens/app.json, which declares what all screens share.',
      ),
    );
  }
  // If app.json cannot be read, its carried parameters are unknown.
  const carried = app?.value === undefined ? undefined : app.carried;
  const readDeclaring = (document: WorldDocument): ScreenWorld => {
    const before = declaring.get(document);
    if (before?.among === shared) {
      problems.push(...before.problems);
      return before.read;
    }
    const first = problems.length;
    const own = readDeclarations(document, '/params', contracts, carried, PART.test(document.file));
    const read = {
      ...document,
      params: app === undefined ? own : withSets(document, own, app, report),
      state: readDeclarations(document, '/state', contracts),
      lists: readLists(document, contracts),
    };
    declaring.set(document, { among: shared, read, problems: problems.slice(first) });
    return read;
  };
  const world: World = {
    ...(app === undefined ? {} : { app }),
    contracts,
    around,
    screens: byName(of('screen').map(readDeclaring)),
    parts: byName(of('part').map(readDeclaring)),
    catalogues: of('messages'),
    assets: new Set(files.flatMap(({ path }) => ASSET.exec(path)?.[1] ?? [])),
    hasErrors: [...documents.values()].flat().some((document) => document.hasErrors) || app === undefined,
  };
  return { world, problems };
}

/** Cache of declarations by document; valid while the contracts and the application are the same. */
const declaring = new WeakMap<
  WorldDocument,
  { readonly among: Shared; readonly read: ScreenWorld; readonly problems: readonly Problem[] }
>();

/** The parts of a project that all screens depend on: the contracts and the application. */
class Shared {
  readonly contracts: Contracts;
  readonly app: AppWorld | undefined;
  readonly problems: Problem[] = [];

  constructor(endpoints: readonly WorldDocument[], app: WorldDocument | undefined) {
    this.contracts = new Contracts(endpoints, (document, code, pointer, message, help) => {
      this.problems.push(problemAt(document.place(pointer), code, message, help));
    });
    for (const name of this.contracts.names()) this.contracts.get(name);
    for (const endpoint of endpoints) this.#checkFormerNames(endpoint, app?.value?.['grammar']);
    this.app = app === undefined ? undefined : readApp(app, this.contracts);
  }

  /** A contract has no member `grammar`: the number in app.json decides which names its members have. */
  #checkFormerNames({ document, value = {} }: WorldDocument, grammar: unknown): void {
    if (document === undefined || typeof grammar !== 'number') return;
    const { ahead, effect } = value;
    const early = ahead === undefined ? undefined : formerName('ahead', 'prefetch', grammar);
    if (early) this.problems.push(problemAt(document.place('/ahead', 'key'), 'property/unknown', ...early));
    const isFormer = isJson(effect) && effect['is'] === 'repeatable';
    const word = isFormer ? formerName('repeatable', 'idempotent', grammar) : undefined;
    if (word)
      this.problems.push(problemAt(document.place('/effect/is'), 'property/not-allowed-value', ...word));
  }
}

function byName<T extends { readonly name: string }>(documents: readonly T[]): ReadonlyMap<string, T> {
  return new Map(documents.map((document) => [document.name, document]));
}

/** Cache by file object: only changed files are read again. */
const known = new WeakMap<
  SourceFile,
  { readonly read: WorldDocument; readonly problems: readonly Problem[] }
>();

function readDocument(
  file: SourceFile,
  kind: DocumentKind,
  name: string,
  problems: Problem[],
): WorldDocument {
  const own: Problem[] = [];
  const { read, problems: found } = known.get(file) ?? {
    read: readUncached(file, kind, name, own),
    problems: own,
  };
  known.set(file, { read, problems: found });
  problems.push(...found);
  return read;
}

function readUncached(
  file: SourceFile,
  kind: DocumentKind,
  name: string,
  problems: Problem[],
): WorldDocument {
  const parsed = parseFile(file);
  problems.push(...parsed.problems);
  if (parsed.document === undefined) return { name, file: file.path, hasErrors: true };
  const shape = validateShape(parsed.document, kind);
  problems.push(...shape, ...readAcknowledgements(parsed.document).problems);
  const value = parsed.document.value;
  return {
    name,
    file: file.path,
    document: parsed.document,
    ...(isJson(value) ? { value } : {}),
    hasErrors: parsed.problems.length > 0 || shape.some(({ severity }) => severity === 'error'),
  };
}

/** A document is found by its file name, so both names must be the same. */
function checkNames(documents: readonly WorldDocument[], property: string, report: ReportAt): void {
  for (const { document, value, name } of documents) {
    const written = value?.[property];
    if (document === undefined || typeof written !== 'string' || written === name) continue;
    report(
      document,
      'document/name',
      `/${property}`,
      `The name of the document is "${written}", but the name of its file is "${name}".`,
      `write "${name}", or rename the file`,
    );
  }
}

function readApp(app: WorldDocument, contracts: Contracts): AppWorld {
  const value = app.value ?? {};
  const group = (pointer: string): Declarations => readDeclarations(app, pointer, contracts);
  const carried = group('/carried');
  const sets = isJson(value['paramSets']) ? Object.keys(value['paramSets']) : [];
  const hosts = isJson(value['hosts']) ? value['hosts'] : {};
  const { list, fallback, service } = isJson(value['languages']) ? value['languages'] : {};
  const config = isJson(value['config']) ? Object.keys(value['config']) : [];
  const bridge = isJson(value['bridge']) ? Object.entries(value['bridge']) : [];
  return {
    ...app,
    session: group('/session'),
    carried,
    paramSets: new Map(
      sets.map((name) => [name, readDeclarations(app, joinPointer('/paramSets', name), contracts, carried)]),
    ),
    config: new Map(config.map((name) => [name, group(joinPointer('/config', name))])),
    kept: group('/kept'),
    lists: readLists(app, contracts),
    bridge: new Map(
      bridge
        .filter((entry): entry is [string, Json] => isJson(entry[1]))
        .map(([name, raw]) => [name, readMethod(app, name, raw, contracts)]),
    ),
    leaveHosts: textsIn(hosts['leave']).map(hostOf),
    frameHosts: textsIn(hosts['frame']).map(hostOf),
    imageHosts: textsIn(hosts['image']).map(hostOf),
    languages: textsIn(list),
    ...(typeof service === 'string' && { serviceLanguage: service }),
    fallbacks: new Map(
      Object.entries(isJson(fallback) ? fallback : {}).map(([name, chain]) => [name, textsIn(chain)]),
    ),
  };
}

function readLists(source: WorldDocument, contracts: Contracts): ReadonlyMap<string, ListWorld> {
  const lists = isJson(source.value?.['lists']) ? Object.entries(source.value['lists']) : [];
  return new Map(
    lists
      .filter((entry): entry is [string, Json] => isJson(entry[1]))
      .map(([name, raw]) => [
        name,
        { raw, inputs: readDeclarations(source, `${joinPointer('/lists', name)}/inputs`, contracts) },
      ]),
  );
}

function readMethod(app: WorldDocument, name: string, raw: Json, contracts: Contracts): BridgeWorld {
  const pointer = joinPointer('/bridge', name);
  const result =
    raw['result'] === undefined || app.document === undefined
      ? undefined
      : readDeclaration(raw['result'], `${pointer}/result`, contracts.reader(app.document));
  return {
    raw,
    params: readDeclarations(app, `${pointer}/params`, contracts),
    ...(result === undefined ? {} : { result }),
    needsTap: raw['needsTap'] === true,
  };
}

/**
 * Reads a map of declarations: params, state, kept, or a group of config.
 *
 * @param carried - The carried parameters of app.json. A parameter that is marked as carried has its type
 *   there.
 * @param isOfPart - For the parameters of a part, whose defaults may be computed.
 */
function readDeclarations(
  source: WorldDocument,
  pointer: string,
  contracts: Contracts,
  carried?: Declarations,
  isOfPart = false,
): Declarations {
  const declarations = new Map<string, Declaration>();
  const { document, value } = source;
  if (document === undefined || value === undefined) return declarations;
  const raw = valueAt(value, pointer);
  if (!isJson(raw)) return declarations;
  const reader = contracts.reader(document);
  for (const [name, declaration] of Object.entries(raw)) {
    if (!isJson(declaration)) continue;
    const at = joinPointer(pointer, name);
    const isComputed = isOfPart && hasExpression(declaration['default']);
    const constant = isComputed ? except(declaration, 'default') : declaration;
    const read = readNamed(name, constant, at, reader, carried);
    declarations.set(name, isComputed ? { ...read, raw: declaration, isComputed } : read);
  }
  return declarations;
}

/**
 * The parameters of a screen: those of the sets that it lists, and its own.
 *
 * @returns `own` for a part, which lists no sets.
 */
function withSets(
  { document, value }: WorldDocument,
  own: Declarations,
  { paramSets, value: app }: AppWorld,
  report: ReportAt,
): Declarations {
  const sets = textsIn(value?.['paramSets']);
  if (document === undefined || app === undefined || sets.length === 0) return own;
  const params = new Map<string, Declaration>();
  const from = new Map([...own.keys()].map((name) => [name, '"params" of the screen']));
  sets.forEach((set, index) => {
    const pointer = `/paramSets/${index}`;
    const declared = paramSets.get(set);
    if (declared === undefined) {
      const message = `"paramSets" of app.json has no set "${set}".`;
      report(document, 'param/unknown-set', pointer, message, didYouMean(set, paramSets.keys()));
    }
    for (const [name, declaration] of declared ?? []) {
      const other = from.get(name);
      if (other !== undefined) {
        report(document, 'name/taken', pointer, `"${name}" of the set "${set}" is in ${other}, too.`);
        continue;
      }
      from.set(name, `the set "${set}"`);
      params.set(name, withoutList(declaration));
    }
  });
  return new Map([...params, ...own]);
}

/** Leaves out the type of a parameter that no address can carry. The checker reports it once, in app.json. */
function withoutList(declaration: Declaration): Declaration {
  if (shapeOf(declaration, true) !== undefined) return declaration;
  const { declared: _, ...rest } = declaration;
  return rest;
}

/** Whether a default has an expression or a choice, so it is no constant. */
function hasExpression(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${');
  return isJson(value) && Array.isArray(value['choose']);
}

function except(record: Json, name: string): Json {
  return Object.fromEntries(Object.entries(record).filter(([member]) => member !== name));
}

function readNamed(
  name: string,
  raw: Json,
  pointer: string,
  reader: DeclarationReader,
  carried: Declarations | undefined,
): Declaration {
  const isCarried = raw['carried'] === true;
  const shared = isCarried ? carried?.get(name) : undefined;
  const written = typeof raw['wire'] === 'string' ? [raw['wire']] : textsIn(raw['wire']);
  const base = {
    raw,
    required: raw['required'] === true,
    carried: isCarried,
    wire: written.length > 0 ? written : (shared?.wire ?? [name]),
  };
  if (isCarried && carried !== undefined && shared === undefined) {
    reader.report(
      'param/unknown-carried',
      pointer,
      `"carried" of app.json has no parameter "${name}", so its type is unknown.`,
      undefined,
    );
    return base;
  }
  if (isCarried && carried === undefined) return base;
  const declared = shared === undefined ? readDeclaration(raw, pointer, reader) : shared.declared;
  if (declared === undefined) return base;
  const property = raw['initial'] === undefined ? 'default' : 'initial';
  const initial = readConstant(raw, property, declared.type, pointer, reader) ?? shared?.initial;
  return { ...base, declared, ...(initial === undefined ? {} : { initial }) };
}

/** The shape of a stored value, or of a parameter in an address if `isAddress`. */
export function shapeOf(declaration: Declaration, isAddress = false): Shape | undefined {
  const { declared } = declaration;
  if (declared === undefined) return undefined;
  return isAddress ? addressShape(declared.shape) : ownShape(declared.shape);
}

/** The host in the form of addresses: lower case, without `https://` and without the default port. */
export function hostOf(listed: string): string {
  const address = `https://${listed.replace(/^https:\/\//, '')}`;
  return URL.canParse(address) ? new URL(address).host : listed;
}

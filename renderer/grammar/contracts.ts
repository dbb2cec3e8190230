import type { HttpPlan, RequestInsidePlan, RequestMemberPlan, Shape } from '../plan/plan.ts';
import {
  type Declared,
  type DeclarationReader,
  followPath,
  readDeclaration,
  textsIn,
} from './declarations.ts';
import { isJson, type Json } from './json.ts';
import type { ProblemCode } from './codes.ts';
import { didYouMean, unknownName } from './nearest.ts';
import type { ParsedDocument } from './parse.ts';
import { checkMethod, readHttp, withoutHeard } from './http-contract.ts';
import { joinPointer } from './pointer.ts';
import type { Member } from './type.ts';

/** A contract of a call, as callers use it. */
export interface Contract {
  readonly name: string;
  readonly document: ParsedDocument;
  readonly raw: Json;
  readonly isSafe: boolean;
  /** Takes an idempotency key. */
  readonly isKeyed: boolean;
  /** Its `effect`; undefined if it has none, or if its members contradict each other. */
  readonly effect?: Effect;
  /** Its reply is never stored. */
  readonly isSensitive: boolean;
  /** Without the file of an upload, which no expression can provide. */
  readonly request: ReadonlyMap<string, Member>;
  /** The name of its file member, if this is an upload. */
  readonly file?: string;
  readonly requestPlan: readonly RequestMemberPlan[];
  /** Wire pointers of its members begin at the envelope's root. Without members that headers have. */
  readonly reply: Declared;
  /** Some status means an absent result. */
  readonly mayBeAbsent: boolean;
  /** What the page needs of HTTP beyond the common calls; headers are compiled with the contract. */
  readonly http: Pick<HttpPlan, 'path' | 'query' | 'whole' | 'heard' | 'replies' | 'fields'>;
}

/** The effect of a call that is not safe. */
export type Effect =
  /** It only counts. `typed`: members that may contain text that the visitor typed. */
  | { readonly is: 'counting'; readonly typed: ReadonlySet<string> }
  /**
   * The same body sent twice has one effect. `lost`: the text that the visitor reads if the answer is lost.
   */
  | { readonly is: 'idempotent'; readonly lost: string };

/**
 * Whether a raw contract says that calling it changes nothing that a visitor or the business relies on.
 *
 * @internal For tests; the server reads the field of a release.
 */
export function isCounting({ safe, effect }: Json): boolean {
  return safe !== true && isJson(effect) && effect['is'] === 'counting';
}

export interface ContractSource {
  readonly name: string;
  /** Undefined if it does not parse. */
  readonly document?: ParsedDocument;
}

export type ReportAt = (
  document: ParsedDocument,
  code: ProblemCode,
  pointer: string,
  message: string,
  help?: string,
) => void;

/** All endpoints of a project. Each is read on first access, because endpoints may use each other's types. */
export class Contracts {
  readonly #sources: ReadonlyMap<string, ContractSource>;
  readonly #report: ReportAt;
  #read: Map<string, Contract | undefined> = new Map();
  readonly #reading = new Set<string>();

  /**
   * @param known Contracts of the same documents: their results are reused.
   */
  constructor(sources: Iterable<ContractSource>, report: ReportAt, known?: Contracts) {
    this.#sources = new Map([...sources].map((source) => [source.name, source]));
    this.#report = report;
    if (known !== undefined) this.#read = new Map(known.#read);
  }

  names(): readonly string[] {
    return [...this.#sources.keys()];
  }

  /** Their documents; undefined for each that does not parse. */
  documents(): readonly (ParsedDocument | undefined)[] {
    return [...this.#sources.values()].map(({ document }) => document);
  }

  has(name: string): boolean {
    return this.#sources.has(name);
  }

  /**
   * Undefined if no contract has this name or it is broken; a broken contract is reported in its own
   * document.
   */
  get(name: string): Contract | undefined {
    if (this.#read.has(name)) return this.#read.get(name);
    const document = this.#sources.get(name)?.document;
    if (document === undefined || this.#reading.has(name)) return undefined;
    this.#reading.add(name);
    const contract = this.#readContract(name, document);
    this.#reading.delete(name);
    this.#read.set(name, contract);
    return contract;
  }

  /** Returns a reader for declarations of a document, which may use types of any contract. */
  reader(document: ParsedDocument, own?: string): DeclarationReader {
    const report: DeclarationReader['report'] = (code, pointer, message, help) =>
      this.#report(document, code, pointer, message, help);
    return { report, like: (reference, pointer) => this.#like(reference, pointer, report, own, document) };
  }

  #like(
    reference: string,
    pointer: string,
    report: DeclarationReader['report'],
    own: string | undefined,
    document: ParsedDocument,
  ): Declared | undefined {
    const hash = reference.indexOf('#');
    const name = hash < 0 ? reference : reference.slice(0, hash);
    const path = hash < 0 ? '' : reference.slice(hash + 1);
    if (name === '') return this.#likeDefinition(path, pointer, report, own, document);
    if (!this.#sources.has(name)) {
      report('endpoint/unknown', pointer, ...unknownName('endpoint', name, this.names()));
      return undefined;
    }
    if (this.#reading.has(name)) {
      report('type/circular', pointer, `The type of "${reference}" contains itself.`);
      return undefined;
    }
    const contract = this.get(name);
    if (contract === undefined) return undefined;
    const place = followPath(contract.reply, path);
    if (place === undefined) {
      report(
        'type/unknown-place',
        pointer,
        `The reply of "${name}" has no member at the path "${path}".`,
        this.#nearestPlace(contract, path),
      );
    }
    return place;
  }

  #nearestPlace(contract: Contract, path: string): string | undefined {
    const cut = Math.max(path.lastIndexOf('.'), 0);
    const parent = followPath(contract.reply, path.slice(0, cut));
    if (parent?.type.kind !== 'record') return undefined;
    return didYouMean(path.slice(cut).replace(/^\.|\[\]$/g, ''), parent.type.members.keys());
  }

  #likeDefinition(
    name: string,
    pointer: string,
    report: DeclarationReader['report'],
    own: string | undefined,
    document: ParsedDocument,
  ): Declared | undefined {
    const definitions = isJson(document.value) ? document.value['definitions'] : undefined;
    if (own === undefined || !isJson(definitions) || !Object.hasOwn(definitions, name)) {
      const help = isJson(definitions) ? didYouMean(name, Object.keys(definitions)) : undefined;
      report('type/unknown-place', pointer, `This document defines no "#${name}".`, help);
      return undefined;
    }
    const key = `${own}#${name}`;
    if (this.#reading.has(key)) {
      report('type/circular', pointer, `The type "#${name}" contains itself.`);
      return undefined;
    }
    this.#reading.add(key);
    const declared = readDeclaration(
      definitions[name],
      joinPointer('/definitions', name),
      this.reader(document, own),
      key,
    );
    this.#reading.delete(key);
    return declared;
  }

  #readContract(name: string, document: ParsedDocument): Contract | undefined {
    const raw = document.value;
    if (!isJson(raw)) return undefined;
    const reader = this.reader(document, name);
    const reply = readReply(raw['reply'], reader, name);
    const request = readRequest(raw, reader);
    const effect = readEffect(raw, reader);
    checkOnce(raw['once'], reader);
    checkMethod(raw, reader);
    const http = readHttp(raw, reply, reader);
    if (reply === undefined || request === undefined) return undefined;
    return {
      name,
      document,
      raw,
      isSafe: raw['safe'] === true,
      isKeyed: raw['keyed'] === true,
      ...(effect === undefined ? {} : { effect }),
      isSensitive: raw['sensitive'] === true,
      ...request,
      reply: withoutHeard(reply, http.heard),
      mayBeAbsent: Object.values(http.replies ?? {}).some((means) => means === 'none' || means === 'absent'),
      http,
    };
  }
}

/** The value of a reply without a body. */
const NOTHING: Declared = {
  type: { kind: 'record', members: new Map() },
  shape: { type: 'record', members: [] },
};

function readReply(raw: unknown, reader: DeclarationReader, name: string): Declared | undefined {
  if (raw === 'image') return { type: { kind: 'url' }, shape: { type: 'url' } };
  if (raw === 'none') return NOTHING;
  const declared = readDeclaration(raw, '/reply', reader, `${name}#`);
  if (declared === undefined || !isJson(raw)) return undefined;
  const at = typeof raw['at'] === 'string' ? raw['at'] : '';
  return { type: declared.type, shape: beneath(declared.shape, at) };
}

/** The same record, read at a pointer inside the envelope. */
function beneath(shape: Shape, at: string): Shape {
  if (shape.type !== 'record' || at === '') return shape;
  return { ...shape, members: shape.members.map((member) => ({ ...member, wire: at + member.wire })) };
}

function readRequest(
  contract: Json,
  reader: DeclarationReader,
): Pick<Contract, 'request' | 'requestPlan' | 'file'> | undefined {
  const raw = contract['request'];
  if (!isJson(raw)) return undefined;
  const properties = isJson(raw['properties']) ? raw['properties'] : {};
  const required = Array.isArray(raw['required']) ? (raw['required'] as unknown[]) : [];
  const request = new Map<string, Member>();
  const requestPlan: RequestMemberPlan[] = [];
  let complete = true;
  let file: string | undefined;
  required.forEach((name, index) => {
    if (typeof name === 'string' && !Object.hasOwn(properties, name)) {
      reader.report(
        'type/required-unknown',
        `/request/required/${index}`,
        `"required" has "${name}", which "properties" does not have.`,
        didYouMean(name, Object.keys(properties)),
      );
    }
  });
  for (const [name, declaration] of Object.entries(properties)) {
    const pointer = joinPointer('/request/properties', name);
    if (isJson(declaration) && declaration['format'] === 'file') {
      checkFile(contract, declaration, pointer, file, reader);
      file ??= name;
      const { wire } = declaration;
      requestPlan.push({ name, wire: typeof wire === 'string' ? wire : name, file: true });
      continue;
    }
    const declared = readDeclaration(declaration, pointer, reader);
    if (declared === undefined || !isJson(declaration)) {
      complete = false;
      continue;
    }
    request.set(name, { type: declared.type, absent: !required.includes(name) });
    if (declaration['wire'] === 'spread' && declared.type.kind !== 'map') {
      reader.report('type/contradiction', `${pointer}/wire`, 'Only a map can have "wire": "spread".');
      continue;
    }
    // A header is compiled with the contract.
    const isHeader = declaration['in'] === 'header';
    requestPlan.push({ ...planMember(name, declaration), ...(isHeader && { none: true as const }) });
  }
  if (!complete) return undefined;
  return { request, requestPlan, ...(file === undefined ? {} : { file }) };
}

/** Replaces an effect whose fault is reported, so that its requests are not reported as well. */
const REPORTED: Effect = { is: 'idempotent', lost: '' };

/** Checks the `effect` of a contract against its other members. */
function readEffect(contract: Json, reader: DeclarationReader): Effect | undefined {
  const { effect, safe, keyed, request } = contract;
  if (!isJson(effect)) return undefined;
  const { is, typed, lost } = effect;
  let holds = true;
  const refuse = (at: string, message: string): void => {
    holds = false;
    reader.report('endpoint/effect', at, message);
  };
  if (safe === true) refuse('/effect', 'A safe call changes nothing, so it has no "effect".');
  else if (keyed === true) refuse('/effect', 'A keyed call is always critical, so it has no "effect".');
  if (is === 'counting') {
    const members = isJson(request) && isJson(request['properties']) ? request['properties'] : {};
    for (const [name, member] of Object.entries(members)) {
      const fault = isJson(member) ? countingFault(member) : undefined;
      if (fault !== undefined) {
        refuse(
          joinPointer('/request/properties', name),
          `A counting call cannot send ${fault}. Write "is": "idempotent" with "lost".`,
        );
      }
    }
    textsIn(typed).forEach((name, index) => {
      if (!Object.hasOwn(members, name))
        refuse(`/effect/typed/${index}`, `The request has no member "${name}".`);
    });
    if (lost !== undefined)
      refuse('/effect/lost', 'A counting call has no "lost": no visitor waits for its answer.');
    return holds ? { is, typed: new Set(textsIn(typed)) } : REPORTED;
  }
  if (is !== 'idempotent' && is !== 'repeatable') return undefined;
  if (typed !== undefined) refuse('/effect/typed', 'Only a counting call has "typed".');
  if (typeof lost === 'string') return holds ? { is: 'idempotent', lost } : REPORTED;
  refuse('/effect', '"lost" is missing: the text that the visitor reads when the answer is lost.');
  return REPORTED;
}

/** Checks that `once` has exactly one of `forMinutes` and `never`. */
function checkOnce(once: unknown, reader: DeclarationReader): void {
  if (!isJson(once)) return;
  const ends = once['forMinutes'] !== undefined;
  if (ends && once['never'] === undefined) return;
  if (!ends && once['never'] !== undefined && once['unless'] === undefined) return;
  const help = 'write "forMinutes" to remember a success, or only "never", with the reason not to';
  reader.report('endpoint/once', '/once', '"once" requires either "forMinutes" or "never".', help);
}

/**
 * Returns why a counting request must not have a member of this type: an amount, a file, or more than one
 * value.
 */
function countingFault({ type, format, ...member }: Json): string | undefined {
  if (member['x-unit'] === 'minor') return 'amount';
  if (format === 'file') return 'file';
  return type === 'object' ? 'record' : type === 'array' ? 'list' : undefined;
}

function planMember(name: string, declaration: Json): RequestMemberPlan {
  const { wire: given, absent } = declaration;
  const wire = typeof given === 'string' ? given : name;
  const inside = planInside(declaration);
  return {
    name,
    wire,
    ...(wire === 'spread' ? { spread: true as const } : {}),
    ...(wire === 'none' ? { none: true as const } : {}),
    ...(absent === 'null' || absent === 'empty' ? { absent } : {}),
    ...(inside === undefined ? {} : { inside }),
  };
}

/** How the value of a record or list is written on the wire; undefined if it is sent unchanged. */
function planInside({ items, properties }: Json): RequestInsidePlan | undefined {
  if (isJson(items)) {
    const inside = planInside(items);
    return inside === undefined ? undefined : { items: inside };
  }
  if (!isJson(properties)) return undefined;
  const members = Object.entries(properties).flatMap(([name, member]) =>
    isJson(member) ? [planMember(name, member)] : [],
  );
  const isPlain = members.every(
    ({ name, wire, absent, inside }) => wire === name && absent === undefined && inside === undefined,
  );
  return isPlain ? undefined : { members };
}

/**
 * Checks the file of an upload: the only file, in a multipart body, and not safe, because sending it twice
 * stores it twice.
 */
function checkFile(
  contract: Json,
  declaration: Json,
  pointer: string,
  other: string | undefined,
  reader: DeclarationReader,
): void {
  const { wire } = declaration;
  const refuse = (at: string, message: string) => reader.report('type/contradiction', at, message);
  if (contract['encoding'] !== 'multipart')
    refuse(`${pointer}/format`, 'A file requires "encoding": "multipart".');
  if (other !== undefined)
    refuse(`${pointer}/format`, `"${other}" is a file already; an upload has only one.`);
  if (declaration['type'] !== 'string') refuse(`${pointer}/format`, 'A file has the type string.');
  if (wire === 'none' || wire === 'spread')
    refuse(`${pointer}/wire`, 'A file is a part of the body, so its "wire" is a name.');
  if (contract['safe'] === true) refuse('/safe', 'An upload stores something, so it is not safe.');
}

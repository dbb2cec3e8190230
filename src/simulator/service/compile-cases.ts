import type { Expression } from '#renderer/plan/expression.ts';
import { compileExpression, compileValue } from '#renderer/grammar/expression/index.ts';
import { readConstant } from '#renderer/grammar/constants.ts';
import type { Contract, Contracts } from '#renderer/grammar/contracts.ts';
import { readDeclaration } from '#renderer/grammar/declarations.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import type { ParsedDocument } from '#renderer/grammar/parse.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import type { Member, Type, TypeContext, Typed } from '#renderer/grammar/type.ts';
import { isRecord } from '#src/shared/contract.ts';
import type { Case, CaseReply, Memory } from '../scenarios/case.ts';
import type { Payload } from '../scenarios/payload.ts';
import { sampleWritten } from './sample-value.ts';
import { mergePatch } from '../scenarios/scenario.ts';

/** A fault in a fixture file; `at` and `length` are units of the text at the pointer. */
export interface FixtureFault {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
  readonly at?: number;
  readonly length?: number;
  /** The fault is in the name of the member, not in its value. */
  readonly isKey?: true;
}

export type ReportFault = (fault: FixtureFault) => void;

/** A reply in a file: the name of a fixture, the same with a merge patch, or cases. */
export type ReplySource =
  | string
  | { readonly like: string; readonly change?: Payload }
  | { readonly data: Payload }
  | readonly CaseSource[];

export interface CaseSource {
  readonly when?: string;
  readonly delayMs?: number;
  readonly error?: Payload;
  readonly reply?: Exclude<ReplySource, readonly CaseSource[]>;
  readonly remember?: Payload;
  readonly append?: Payload;
  readonly stage?: string;
}

/** What a scenario's cases may read and name. */
export interface CaseWorld {
  readonly contracts: Contracts;
  readonly memory: ReadonlyMap<string, Member>;
  readonly stages: readonly string[];
  /** The fixture of an endpoint; undefined, after a report, if there is none. */
  readFixture(endpoint: string, name: string, pointer: string): Payload | undefined;
  readonly report: ReportFault;
}

const TEXT: Member = { type: { kind: 'text' }, absent: false };
const ORDER: Type = {
  kind: 'record',
  members: new Map([
    ['id', TEXT],
    ['productId', TEXT],
    ['stage', TEXT],
  ]),
};
const BOOLEAN: Type = { kind: 'boolean' };

/** Reads the memory that a document declares: its types and initial values. */
export function readMemory(
  document: ParsedDocument,
  raw: unknown,
  contracts: Contracts,
  report: ReportFault,
): { readonly types: ReadonlyMap<string, Member>; readonly initial: Memory } {
  const types = new Map<string, Member>();
  const initial: { [name: string]: Memory[string] } = {};
  const reportProblem = (code: string, pointer: string, message: string, help?: string): void =>
    report({ code, pointer, message, ...(help !== undefined && { help }) });
  const reader = { ...contracts.reader(document), report: reportProblem };
  for (const [name, declaration] of Object.entries(isRecord(raw) ? raw : {})) {
    if (!isRecord(declaration)) continue;
    const pointer = joinPointer('/memory', name);
    const declared = readDeclaration(declaration, pointer, reader);
    const first =
      declared && readConstant(declaration, 'initial', declared.type, pointer, { report: reportProblem });
    if (declared === undefined) continue;
    if (first === undefined) {
      const message = 'It does not say by "initial" what it holds at first.';
      report({ code: 'fixture/shape', pointer, message });
      continue;
    }
    types.set(name, { type: declared.type, absent: false });
    initial[name] = first;
  }
  return { types, initial };
}

/** Compiles the cases of one endpoint. Faulty parts are reported and left out. */
export function compileCases(
  sources: readonly CaseSource[],
  endpoint: string,
  pointer: string,
  world: CaseWorld,
): readonly Case[] {
  const contract = world.contracts.get(endpoint);
  if (contract === undefined) return [];
  return sources.map((source, index) => compileCase(source, contract, `${pointer}/${index}`, world));
}

function compileCase(source: CaseSource, contract: Contract, pointer: string, world: CaseWorld): Case {
  const context = contextOf(contract, world);
  const when = source.when === undefined ? undefined : compileCondition(source.when, pointer, context, world);
  const proven = { ...context, proven: when?.proven ?? context.proven };
  const value = (raw: unknown, at: string, expected?: Type) =>
    compileMember(raw, `${pointer}${at}`, proven, world, expected);
  const writes = (property: 'remember' | 'append') =>
    Object.fromEntries(
      Object.entries(source[property] ?? {}).flatMap(([name, raw]) => {
        const at = joinPointer(`/${property}`, name);
        const type = typeOfWrite(property, name, `${pointer}${at}`, world);
        const compiled = type && value(raw, at, type);
        return compiled === undefined ? [] : [[name, compiled] as const];
      }),
    );
  if (source.stage !== undefined) checkStage(source.stage, `${pointer}/stage`, world);
  checkRefusedFields(source.error?.fields, `${pointer}/error/fields`, contract, world.report);
  const error = source.error === undefined ? undefined : value(source.error, '/error');
  const reply =
    source.reply === undefined
      ? undefined
      : compileReply(source.reply, contract.name, `${pointer}/reply`, world, proven);
  return {
    ...(when && { when: when.lowered }),
    ...(source.delayMs !== undefined && { delayMs: source.delayMs }),
    ...(error !== undefined && { error }),
    ...(reply && { reply }),
    ...(source.remember && { remember: writes('remember') }),
    ...(source.append && { append: writes('append') }),
    ...(source.stage !== undefined && { stage: source.stage }),
  };
}

function contextOf(contract: Contract, { memory }: CaseWorld): TypeContext {
  const roots = new Map<string, Type>([
    ['request', { kind: 'record', members: contract.request }],
    ['memory', { kind: 'record', members: memory }],
    ['order', ORDER],
  ]);
  return {
    root(name) {
      const type = roots.get(name);
      return type && { type, absent: false };
    },
    names: () => [...roots.keys()],
    proven: new Set(),
  };
}

function compileCondition(source: string, pointer: string, context: TypeContext, { report }: CaseWorld) {
  const { typed, problems } = compileExpression(source, context, { expected: BOOLEAN });
  for (const problem of problems) report({ ...problem, pointer: `${pointer}/when` });
  return typed && { lowered: typed.lowered, proven: typed.provesTrue };
}

function compileMember(
  raw: unknown,
  at: string,
  context: TypeContext,
  world: CaseWorld,
  expected?: Type,
): Expression | undefined {
  return compile(raw, at, context, world, expected)?.lowered;
}

function compile(
  raw: unknown,
  at: string,
  context: TypeContext,
  { report }: CaseWorld,
  expected?: Type,
): Typed | undefined {
  const slot = { slot: 'any' as const, ...(expected && { expected }) };
  const { typed, problems } = compileValue(raw, slot, context, { at, required: true });
  for (const problem of problems) report(problem);
  return typed;
}

/** A reply of a case: its fixture, the computed changes, and the removed members. */
function compileReply(
  source: Exclude<ReplySource, readonly CaseSource[]>,
  endpoint: string,
  pointer: string,
  world: CaseWorld,
  context: TypeContext,
): CaseReply | undefined {
  if (typeof source === 'string') {
    const like = world.readFixture(endpoint, source, pointer);
    return like && { like };
  }
  if ('data' in source) {
    const change = compile(source.data, `${pointer}/data`, context, world);
    return change && { like: {}, change: change.lowered, sample: sampleRecord(source.data, change.type) };
  }
  const like = world.readFixture(endpoint, source.like, `${pointer}/like`);
  if (like === undefined) return undefined;
  const written = withoutNulls(source.change ?? {});
  const without = nullsOf(source.change ?? {});
  const change = compile(written, `${pointer}/change`, context, world);
  if (change === undefined) return { like, without };
  const sample = mergePatch(mergePatch(like, sampleRecord(written, change.type)), without);
  return { like, change: change.lowered, without, sample };
}

function sampleRecord(raw: Payload, type: Type): Payload {
  const sample = sampleWritten(raw, type);
  return isRecord(sample) ? sample : {};
}

/** null removes a member; the expression language has no null. */
function withoutNulls(change: Payload): Payload {
  return Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]),
  );
}

function nullsOf(change: Payload): Payload {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, value]): [string, unknown][] => {
      if (value === null) return [[name, null]];
      const inner = isRecord(value) ? nullsOf(value) : {};
      return Object.keys(inner).length > 0 ? [[name, inner]] : [];
    }),
  );
}

/** The type of a write to the memory; undefined, after a report, if the name is unknown. */
function typeOfWrite(
  property: 'remember' | 'append',
  name: string,
  pointer: string,
  { memory, report }: CaseWorld,
): Type | undefined {
  const type = memory.get(name)?.type;
  if (type === undefined) {
    const help = didYouMean(name, memory.keys());
    const message = `The memory has no "${name}".`;
    report({ code: 'fixture/unknown-name', pointer, message, ...(help && { help }), isKey: true });
    return undefined;
  }
  if (property === 'remember') return type;
  if (type.kind === 'list') return type.items;
  report({
    code: 'fixture/shape',
    pointer,
    message: `"${name}" is no list, so nothing is added to it.`,
    isKey: true,
  });
  return undefined;
}

export function checkStage(
  stage: string,
  pointer: string,
  { stages, report }: Pick<CaseWorld, 'stages' | 'report'>,
): void {
  if (stages.includes(stage)) return;
  const help = didYouMean(stage, stages);
  report({
    code: 'fixture/unknown-name',
    pointer,
    message: `There is no stage "${stage}".`,
    ...(help && { help }),
  });
}

/** Checks that the contract has a place for field errors, and that they name members of the request. */
function checkRefusedFields(fields: unknown, pointer: string, contract: Contract, report: ReportFault): void {
  if (!isRecord(fields)) return;
  if (!hasPlaceForFields(contract)) {
    const message = `The contract of "${contract.name}" has no place for errors at fields.`;
    report({ code: 'fixture/shape', pointer, message, help: 'add "fields" to its "error"', isKey: true });
  }
  const members = [...contract.request.keys(), ...(contract.file === undefined ? [] : [contract.file])];
  for (const name of Object.keys(fields)) {
    if (members.includes(name)) continue;
    const help = didYouMean(name, members);
    const message = `The request of "${contract.name}" has no "${name}".`;
    const at = joinPointer(pointer, name);
    report({ code: 'fixture/unknown-name', pointer: at, message, ...(help && { help }), isKey: true });
  }
}

function hasPlaceForFields({ raw }: Contract): boolean {
  const { error } = raw;
  return isRecord(error) && error['fields'] !== undefined;
}

/** The reply of a stage that has no cases. */
export function readPlainReply(
  source: Exclude<ReplySource, readonly CaseSource[]>,
  endpoint: string,
  pointer: string,
  readFixture: CaseWorld['readFixture'],
): Payload | undefined {
  if (typeof source === 'string') return readFixture(endpoint, source, pointer);
  if ('data' in source) return source.data;
  const like = readFixture(endpoint, source.like, `${pointer}/like`);
  return like && mergePatch(like, source.change ?? {});
}

import type { Conflict } from '#src/shared/registry/conflict.ts';
import type { Problem } from '#renderer/plan/problem.ts';

/** Why the registry did not do what it was asked; nothing has happened then. */
export class RegistryRefusal extends Error {
  readonly code: RefusalCode;
  /** Of definitions, by position. */
  readonly problems: readonly Problem[];
  /** Of documents that somebody else has changed. */
  readonly conflict: Conflict | undefined;
  /** By the name of each member of the request, what is wrong with it. */
  readonly members: { readonly [name: string]: string };
  constructor(
    code: RefusalCode,
    message: string,
    problems: readonly Problem[] = [],
    conflict?: Conflict,
    members: RegistryRefusal['members'] = {},
  ) {
    super(message);
    this.members = members;
    this.code = code;
    this.problems = problems;
    this.conflict = conflict;
  }
}

export type RefusalCode =
  /** There is no such thing. */
  | 'unknown'
  /** Somebody else was faster; what was seen is no longer what is. */
  | 'conflict'
  /** The request is not what its schema says. */
  | 'invalid'
  /** Definitions have errors. */
  | 'problems'
  /** What may be against the law has no reason. */
  | 'law'
  /** A second person must approve it first. */
  | 'approval'
  /** Their role does not allow it. */
  | 'forbidden'
  /** Too often, or too many wrong tries; later it may be tried again. */
  | 'delayed'
  /** Now nothing may go live. */
  | 'frozen'
  /** Pages that are in use could not show it. */
  | 'readers';

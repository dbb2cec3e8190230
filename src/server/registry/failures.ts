import type { Problem } from '#renderer/plan/problem.ts';

/** Why the registry did not do what it was asked; nothing has happened then. */
export class RegistryRefusal extends Error {
  readonly code: RefusalCode;
  /** Of definitions, by position. */
  readonly problems: readonly Problem[];
  constructor(code: RefusalCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
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

import type { Conflict } from '#src/shared/registry/conflict.ts';
import type { Problem } from '#renderer/plan/problem.ts';

/** Why the registry refused a request. Nothing was changed. */
export class RegistryRefusal extends Error {
  readonly code: RefusalCode;
  /** Problems in definitions, with their paths. */
  readonly problems: readonly Problem[];
  /** Documents that another person has changed. */
  readonly conflict: Conflict | undefined;
  /** What is wrong with each member of the request, by name. */
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
  /** The requested thing does not exist. */
  | 'unknown'
  /** Another person has changed it since the caller read it. */
  | 'conflict'
  /** The request does not match its schema. */
  | 'invalid'
  /** Definitions have errors. */
  | 'problems'
  /** A legal warning has no reason. */
  | 'law'
  /** A second person must approve the change first. */
  | 'approval'
  /** The role of the account does not allow the operation. */
  | 'forbidden'
  /** Too many requests or wrong attempts; the caller may retry later. */
  | 'delayed'
  /** A freeze: nothing may go live now. */
  | 'frozen'
  /** Pages in use are too old to show the release. */
  | 'readers';

type Kind =
  | 'account'
  | 'content'
  | 'draft'
  | 'freeze'
  | 'link'
  | 'release'
  | 'request'
  | 'rollout'
  | 'schedule'
  | 'thread'
  | 'webhook';

export function notFound(kind: Kind, name: string): RegistryRefusal {
  return new RegistryRefusal('unknown', `There is no ${kind} ${name}.`);
}

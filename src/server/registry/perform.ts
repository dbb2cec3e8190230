import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { isRefusedName } from '#renderer/plan/value.ts';
import type { SendMail } from '../mail/smtp.ts';
import { Quota } from '../quota.ts';
import type { Account } from '../staff/accounts.ts';
import { type Action, decide, SCREEN_KINDS, type ScreenKind } from '#src/review/roles.ts';
import type { Compile } from './compilation.ts';
import { compileHere } from './compile.ts';
import type { Database } from './database.ts';
import { describeFaults } from '#src/shared/describe-faults.ts';
import { RegistryRefusal } from './failures.ts';
import type { Call, Operation } from './operation.ts';
import { findRightFault } from './second-person.ts';

/** The parts of a request after validation by the operation's schemas. */
export interface Asked extends Pick<Call, 'params' | 'query' | 'body'> {
  /** Default: `token`, which may do less. */
  readonly via?: Call['via'];
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal;
}

/**
 * Performs an operation, if the table of roles allows it to the account.
 *
 * @throws RegistryRefusal `forbidden`, and the refusals of the operation.
 */
export type Perform = (operation: Operation, account: Account, asked: Asked) => Promise<unknown>;

export interface PerformOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId?: () => string;
  /** Default: compiles in this thread, which blocks the server. */
  readonly compile?: Compile;
  /** `host:port` of internal hosts that webhooks may call; default: none. */
  readonly inside?: ReadonlySet<string>;
  /** Origin of this server in staff's browsers, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
  /** Sends an e-mail at once; absent: this server sends none. */
  readonly send?: SendMail;
  /** As in `DraftPages`; default: prepares nothing. */
  readonly prepare?: (draft: string, who: string) => void;
  /** Called after a change, before the response is sent: the served release may have changed. */
  readonly afterChange: () => Promise<unknown>;
}

const MINUTE_MS = 60_000;

export function createPerform({
  database,
  now,
  newId = randomUUID,
  compile = compileHere,
  inside = new Set(),
  publicOrigin,
  send,
  prepare = () => undefined,
  afterChange,
}: PerformOptions): Perform {
  const quota = new Quota(now, MINUTE_MS);
  return async (operation, account, asked) => {
    requireRole(operation, account);
    if (!quota.take(`${account.name} ${operation.id}`, operation.mostAMinute ?? Number.POSITIVE_INFINITY)) {
      throw new RegistryRefusal(
        'delayed',
        `The limit is ${operation.mostAMinute} requests in a minute: retry later.`,
      );
    }
    const { params, query, body, via = 'token', signal } = asked;
    const asker = { who: account.name, ...(signal && { signal }) };
    const call: Call = {
      ...{ database, account, via, newId, inside, publicOrigin, send, params, query, body },
      compile: (files) => compile(files, asker),
      prepare: (draft) => prepare(draft, account.name),
      act: { actor: account.name, at: now() },
    };
    const kinds = await operation.on?.(call);
    if (decide(account.role, operation.may, kinds) === 'no') throw forbid(account);
    const further = await operation.also?.(call);
    if (further !== undefined && decide(account.role, further.may) === 'no') {
      throw new RegistryRefusal('forbidden', `${account.name} is ${account.role}. ${further.message}`);
    }
    const rights = [operation.may, ...(further === undefined ? [] : [further.may])];
    const changing = { ...call, database: whileAllowed(database, account.name, rights, kinds) };
    const answer = await operation.run(operation.method === 'get' ? call : changing);
    if (operation.method !== 'get') await afterChange();
    return answer;
  };
}

/**
 * A database that allows a change only while the account has the right to make it. The account may have been
 * disabled or demoted while the request was read or a release compiled.
 */
function whileAllowed(
  database: Database,
  name: string,
  rights: readonly Action[],
  kinds: readonly ScreenKind[] = ['ordinary'],
): Database {
  return {
    ...database,
    write: (run) =>
      database.write(async (queries, turn) => {
        for (const right of rights) {
          const fault = await findRightFault(queries, name, right, kinds);
          if (fault !== undefined) throw new RegistryRefusal('forbidden', fault);
        }
        return run(queries, turn);
      }),
  };
}

function forbid({ name, role }: Account): RegistryRefusal {
  return new RegistryRefusal('forbidden', `${name} is ${role}: that role does not allow it.`);
}

/** @throws RegistryRefusal `forbidden` if the role allows the operation for no kind of screen. */
export function requireRole({ may }: Operation, account: Account): void {
  if (SCREEN_KINDS.every((kind) => decide(account.role, may, [kind]) === 'no')) throw forbid(account);
}

/**
 * Checks at any depth what schemas do not check.
 *
 * @throws RegistryRefusal `invalid` for U+0000, which PostgreSQL cannot store, and for names that valibot silently drops.
 */
export function requireStorable(asked: unknown): void {
  const waiting = [asked];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0'))
      throw new RegistryRefusal('invalid', 'Texts must not contain U+0000.');
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (isRefusedName(name)) throw new RegistryRefusal('invalid', `A member must not be called ${name}.`);
      waiting.push(name, inner);
    }
  }
}

/**
 * Validates a request that did not arrive as JSON over HTTP.
 * @throws RegistryRefusal `invalid` with one sentence for each wrong member.
 */
export function readAsked(operation: Operation, { params = {}, query = {}, body }: Partial<Asked>): Asked {
  requireStorable([params, query, body]);
  return {
    params: validate('address', operation.params, params),
    query: validate('address', operation.query, query),
    body: operation.body && validate('body', operation.body, body),
  };
}

function validate(part: string, schema: v.GenericSchema, value: unknown): unknown {
  const { success, output, issues } = v.safeParse(schema, value);
  if (!success) throw new RegistryRefusal('invalid', describeFaults(part, issues));
  return output;
}

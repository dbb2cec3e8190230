import { randomUUID } from 'node:crypto';
import Ajv from 'ajv/dist/2020.js';
import { Quota } from '../quota.ts';
import type { Account } from '../staff/accounts.ts';
import { type Action, decide, SCREEN_KINDS, type ScreenKind } from '../staff/roles.ts';
import { type Compile, compileHere } from './compile.ts';
import type { Database } from './database.ts';
import { describeFaults } from './describe-faults.ts';
import { RegistryRefusal } from './failures.ts';
import type { JsonSchema } from './operation-schemas.ts';
import type { Call, Operation } from './operations.ts';
import { findRightFault } from './second-person.ts';

/** What an operation is asked, as it came: nothing of it was looked at. */
export interface Asked {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal;
}

/**
 * Does an operation for somebody: what is asked passes its schemas, and who asks the table of roles.
 *
 * @throws RegistryRefusal `invalid`, `forbidden`, and whatever the operation refuses.
 */
export type Perform = (operation: Operation, account: Account, asked: Asked) => Promise<unknown>;

export interface PerformOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId?: () => string;
  /** Default: in this thread, in which nobody is answered meanwhile. */
  readonly compile?: Compile;
  /** `host:port` inside that may be told of things; default: none. */
  readonly inside?: ReadonlySet<string>;
  /** As in `DraftPages`; default: prepares nothing. */
  readonly prepare?: (draft: string, who: string) => void;
  /** A change has been made: what is served may be another before it is answered. */
  readonly afterChange: () => Promise<unknown>;
}

const MINUTE_MS = 60_000;

export function createPerform({
  database,
  now,
  newId = randomUUID,
  compile = compileHere,
  inside = new Set(),
  prepare = () => undefined,
  afterChange,
}: PerformOptions): Perform {
  // Checking our own schemas by the schema of schemas would keep borrowers waiting at the first request of each operation.
  const ajv = new Ajv({ allErrors: true, strict: true, formats: {}, verbose: true, validateSchema: false });
  const quota = new Quota(now, MINUTE_MS);
  const checks = new Map<Operation, (asked: Asked) => string | undefined>();
  return async (operation, account, asked) => {
    const forbidden = new RegistryRefusal(
      'forbidden',
      `${account.name} is ${account.role}: that role does not allow it.`,
    );
    // Before anything is looked at: what is wrong with it is nothing for them.
    if (SCREEN_KINDS.every((kind) => decide(account.role, operation.may, [kind]) === 'no')) throw forbidden;
    const check = checks.get(operation) ?? makeCheck(ajv, operation);
    checks.set(operation, check);
    const fault = hasNul({ params: asked.params, query: asked.query, body: asked.body })
      ? 'No text has U+0000 in it.'
      : check(asked);
    if (fault !== undefined) throw new RegistryRefusal('invalid', fault);
    if (!quota.take(`${account.name} ${operation.id}`, operation.mostAMinute ?? Number.POSITIVE_INFINITY)) {
      throw new RegistryRefusal('delayed', `That was ${operation.mostAMinute} times in a minute: later.`);
    }
    const { params = {}, query = {}, body, signal } = asked;
    const asker = { who: account.name, ...(signal && { signal }) };
    const call: Call = {
      ...{ database, account, newId, inside, params, query, body },
      compile: (files) => compile(files, asker),
      prepare: (draft) => prepare(draft, account.name),
      act: { actor: account.name, at: now() },
    };
    const kinds = await operation.on?.(call);
    if (decide(account.role, operation.may, kinds) === 'no') throw forbidden;
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
 * The database, for changes that are made only while the account may make them. The account may have been disabled or
 * demoted while the request was read or a release compiled.
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

/** Whether a text of it, or a name, has the one sign that PostgreSQL keeps in no text; of any depth. */
function hasNul(asked: unknown): boolean {
  const waiting = [asked];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) waiting.push(name, inner);
  }
  return false;
}

/** Unknown members of a path or a query are refused as well. */
function makeCheck(ajv: Ajv, { params = {}, query = {}, body }: Operation) {
  const closed = (properties: { readonly [name: string]: JsonSchema }) =>
    ajv.compile({ type: 'object', additionalProperties: false, properties });
  const checks = [closed(params), closed(query)];
  const checkBody = body === undefined ? undefined : ajv.compile(body);
  return (asked: Asked): string | undefined => {
    for (const [place, value] of [asked.params ?? {}, asked.query ?? {}].entries()) {
      const check = checks[place];
      if (check?.(value) === false) return describeFaults('address', check.errors);
    }
    if (checkBody === undefined || checkBody(asked.body)) return undefined;
    return describeFaults('body', checkBody.errors);
  };
}

import * as v from 'valibot';
import type { SendMail } from '../mail/smtp.ts';
import type { Account } from '../staff/accounts.ts';
import type { Action, ScreenKind } from '#src/review/roles.ts';
import type { Act } from '#src/shared/registry/act.ts';
import type { Compile } from './compilation.ts';
import type { FurtherRight } from './contract-changes.ts';
import type { Database } from './database.ts';

/** Context and input of an operation. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly database: Database;
  readonly compile: Compile;
  readonly act: Act;
  /** The account that sends the request. */
  readonly account: Account;
  /** How the account is known: a token of a program, or a session in a browser. */
  readonly via: 'token' | 'session';
  readonly newId: () => string;
  /** `host:port` of internal hosts that webhooks may call. */
  readonly inside: ReadonlySet<string>;
  /** Origin of this server in browsers; undefined if no setting names it. */
  readonly publicOrigin: string | undefined;
  /** Sends an e-mail at once; undefined: this server sends none. */
  readonly send: SendMail | undefined;
  /** Prepares the pages of a draft that the account will soon open. */
  readonly prepare: (draft: string) => void;
  /** `params`, `query` and `body` are outputs of the operation's schemas. */
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

interface Definition<Params, Query, Body> {
  /** Unique; clients use it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/capiz/api/v1`, parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** The permission that the account needs; the table of roles grants it. */
  readonly may: Action;
  /** Without a schema, the body is not read. */
  readonly body?: v.GenericSchema<unknown, Body>;
  /** Maximum size of the body in bytes; default: the limit of one document. */
  readonly largest?: number;
  /** Maximum number of requests per account and minute, on each server; absent: no limit. */
  readonly mostAMinute?: number;
  /** The kinds of screens that the call concerns; absent: no kind in particular. */
  on?(call: Call<Params, Query, Body>): Promise<readonly ScreenKind[]>;
  /** A second permission that the call needs, depending on what it changes. */
  also?(call: Call<Params, Query, Body>): Promise<FurtherRight | undefined>;
  /** @returns the response, to be sent as JSON. */
  run(call: Call<Params, Query, Body>): Promise<unknown>;
}

type Members<Entries extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<Entries, undefined>>;

/** One operation of the registry: its route, its part of the OpenAPI document, and its code. */
export interface Operation extends Definition<unknown, unknown, unknown> {
  readonly params: v.GenericSchema;
  readonly query: v.GenericSchema;
}

/** `params` and `query` allow no other members; in a request all of them are strings. */
export function defineOperation<
  const Params extends v.ObjectEntries = Record<never, never>,
  const Query extends v.ObjectEntries = Record<never, never>,
  Body = undefined,
>(
  definition: Definition<Members<Params>, Members<Query>, Body> & {
    readonly params?: Params;
    readonly query?: Query;
  },
): Operation {
  const { params = {}, query = {} } = definition;
  return { ...definition, params: v.strictObject(params), query: v.strictObject(query) };
}

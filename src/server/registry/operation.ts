import * as v from 'valibot';
import type { Account } from '../staff/accounts.ts';
import type { Action, ScreenKind } from '../staff/roles.ts';
import type { Act } from './audit.ts';
import type { Compile } from './compile.ts';
import type { FurtherRight } from './contract-changes.ts';
import type { Database } from './database.ts';

/** What an operation is given. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly database: Database;
  readonly compile: Compile;
  readonly act: Act;
  /** Who asks. */
  readonly account: Account;
  readonly newId: () => string;
  /** `host:port` inside that may be told of things. */
  readonly inside: ReadonlySet<string>;
  /** Says that a draft is about to be looked at. */
  readonly prepare: (draft: string) => void;
  /** These three are what the operation's schemas made of the request. */
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

interface Definition<Params, Query, Body> {
  /** Unique; what clients call it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/capiz/api/v1`, parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** What somebody must be allowed to do; the table of roles says who is. */
  readonly may: Action;
  /** Without it no body is read. */
  readonly body?: v.GenericSchema<unknown, Body>;
  /** Largest body in bytes; default: that of one document. */
  readonly largest?: number;
  /** So often somebody may ask for it in a minute, on each server; absent: as often as they like. */
  readonly mostAMinute?: number;
  /** The kinds of screens that it is about; absent: of none in particular. */
  on?(call: Call<Params, Query, Body>): Promise<readonly ScreenKind[]>;
  /** A right that this call needs beside `may`, because of what it changes. */
  also?(call: Call<Params, Query, Body>): Promise<FurtherRight | undefined>;
  /** What it answers, as JSON. */
  run(call: Call<Params, Query, Body>): Promise<unknown>;
}

type Members<Entries extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<Entries, undefined>>;

/** One thing that can be asked of the registry: its route, its part of the OpenAPI document, and what it does. */
export interface Operation extends Definition<unknown, unknown, unknown> {
  readonly params: v.GenericSchema;
  readonly query: v.GenericSchema;
}

/** The members that `params` and `query` name are the only ones; all of them are texts in a request. */
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

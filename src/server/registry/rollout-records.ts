import * as v from 'valibot';
import { STORED_CONDITION } from '#src/shared/rollout/audience.ts';
import type { Rollout } from '#src/shared/registry/rollout.ts';
import { readColumn } from './column.ts';
import type { Queries } from './database.ts';
import { notFound } from './failures.ts';
import { STRATEGY } from '#src/shared/rollout/strategy.ts';
import type { Tables } from './tables.ts';

function readRow({ audience, strategy, basis_points, ended, salt, ...row }: Tables['rollouts']): Rollout {
  return {
    ...row,
    salt: salt ?? row.id,
    basisPoints: basis_points,
    audience: readColumn('rollouts.audience', audience, v.array(STORED_CONDITION)),
    strategy: readColumn('rollouts.strategy', strategy, STRATEGY),
    ...(ended !== null && { ended }),
  };
}

/** The rollout in progress, running or paused. */
export async function findRollout(queries: Queries): Promise<Rollout | undefined> {
  const row = await queries
    .selectFrom('rollouts')
    .selectAll()
    .where('state', 'in', ['running', 'paused'])
    .executeTakeFirst();
  return row && readRow(row);
}

/** @throws RegistryRefusal `unknown`. */
export async function readRollout(queries: Queries, id: string): Promise<Rollout> {
  const row = await queries.selectFrom('rollouts').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('rollout', id);
  return readRow(row);
}

/** Newest first. */
export async function listRollouts(queries: Queries, limit: number): Promise<Rollout[]> {
  const rows = await queries
    .selectFrom('rollouts')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(readRow);
}

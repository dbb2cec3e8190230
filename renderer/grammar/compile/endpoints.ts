import type { Contract } from '../contracts.ts';
import type { Typed } from '../type.ts';
import type { Draft } from './draft.ts';
import { readWith } from './members.ts';
import type { Scope } from './scope.ts';

/** Finds an endpoint by name. Reports an unknown name; a broken contract has problems in its own document. */
export function findContract(draft: Draft, endpoint: string, pointer: string): Contract | undefined {
  const { contracts } = draft.world;
  if (!contracts.has(endpoint)) {
    draft.reportUnknown('endpoint/unknown', pointer, 'endpoint', endpoint, contracts.names());
  }
  return contracts.get(endpoint);
}

/**
 * Reads the `with` of a record that calls an endpoint. `property` is the member of that record that names the
 * endpoint; `pages` names the members that a further page changes, so it gives only some.
 */
export function readRequestWith(
  draft: Draft,
  raw: unknown,
  contract: Contract,
  pointer: string,
  scope: Scope,
  property: 'endpoint' | 'ask' | 'pages' = 'endpoint',
): Map<string, Typed> {
  const takes = new Map(
    [...contract.request].map(([name, { type, absent }]) => [
      name,
      { type, required: !absent && property !== 'pages' },
    ]),
  );
  return readWith(draft, raw, takes, pointer, scope, {
    missing: 'request/missing-member',
    unknown: 'request/unknown-member',
    owner: `The endpoint "${contract.name}"`,
    noun: 'member',
    property,
  });
}

import type { Json } from '../json.ts';
import type { Member } from '../type.ts';
import type { Draft } from './draft.ts';
import { findContract } from './endpoints.ts';

/** Members of the request that a lookup sends. No other member may be required. */
const ASKED = ['parent', 'search'];

/** Members of a place in the reply. The first two are required. */
const OF_PLACE: { readonly [member: string]: 'text' | 'boolean' } = {
  code: 'text',
  name: 'text',
  value: 'text',
  within: 'text',
  hasPlaces: 'boolean',
};

/** Checks that a city widget has either `places` or a `lookup`. */
export function checkPlaces(draft: Draft, raw: Json, pointer: string): void {
  const { places, lookup } = raw;
  if ((places === undefined) === (lookup === undefined)) {
    draft.report(
      'city/no-places',
      pointer,
      places === undefined
        ? 'A "city" requires "places" or "lookup".'
        : 'A "city" has "places" or "lookup", not both.',
      'give it either "places" or "lookup"',
    );
  }
  if (typeof lookup === 'string') checkLookup(draft, lookup, `${pointer}/lookup`);
}

function checkLookup(draft: Draft, endpoint: string, pointer: string): void {
  const contract = findContract(draft, endpoint, pointer);
  if (contract === undefined) return;
  const fault =
    (contract.isSafe ? undefined : 'is not safe, so it cannot be a lookup') ??
    requestFault(contract.request) ??
    replyFault(contract.reply.type.kind === 'record' ? contract.reply.type.members : undefined);
  if (fault !== undefined) {
    draft.report('endpoint/no-lookup', pointer, `The endpoint "${endpoint}" ${fault}.`);
  }
}

type Members = ReadonlyMap<string, Member>;

function requestFault(request: Members): string | undefined {
  const other = [...request].find(([name, { absent }]) => !absent && !ASKED.includes(name))?.[0];
  if (other !== undefined) return `requires "${other}", which a lookup does not send`;
  for (const name of ASKED) {
    const member = request.get(name);
    if (member?.type.kind !== 'text' || !member.absent)
      return `does not take a text "${name}" that may be absent`;
  }
  return undefined;
}

function replyFault(reply: Members | undefined): string | undefined {
  const places = reply?.get('places');
  const place = places?.type.kind === 'list' && !places.absent ? places.type.items : undefined;
  if (place?.kind !== 'record') return 'does not answer with a list of records called "places"';
  for (const [name, kind] of Object.entries(OF_PLACE)) {
    const member = place.members.get(name);
    const isNeeded = name === 'code' || name === 'name';
    if (member === undefined ? isNeeded : member.type.kind !== kind || (isNeeded && member.absent)) {
      return `does not give the "${name}" of each place as ${kind}`;
    }
  }
  return undefined;
}

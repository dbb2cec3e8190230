import { useQuery } from '@tanstack/react-query';
import type { WeeklyVisitors } from '#src/shared/registry/weekly-visitors.ts';
import { EVERYONE } from '#src/shared/rollout/assign.ts';
import { type Condition, isInAudience } from '#src/shared/rollout/audience.ts';
import { KEYS, POLL_MS } from '../queries/keys.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';

export interface ReachProps {
  readonly api: Pick<ReleasesApi, 'readVisitors'>;
  readonly basisPoints: number;
  readonly audience: readonly Condition[];
}

/** Shows how many people a share is. */
export function Reach({ api, basisPoints, audience }: ReachProps) {
  const { data } = useQuery({
    queryKey: KEYS.visitors,
    queryFn: api.readVisitors,
    refetchInterval: POLL_MS,
  });
  return data === undefined ? null : <p>{describeReach(data, basisPoints, audience)}</p>;
}

/** How many people a share of an audience is, as far as visitors were counted. */
export function describeReach(
  { days, visitors }: WeeklyVisitors,
  basisPoints: number,
  audience: readonly Condition[],
): string {
  const all = sum(visitors);
  if (all === 0) return 'No borrowers were counted yet, so their number is unknown.';
  const meant = sum(visitors.filter(({ attributes }) => isInAudience(audience, attributes)));
  const whole = `${write(all)} ${nameOf(all, days)}`;
  if (meant === 0) return `None of ${whole} was among them.`;
  const share = (meant * basisPoints) / EVERYONE;
  const some = share < 1 ? 'Hardly anybody' : `About ${write(share)}`;
  const of = audience.length === 0 ? whole : `${write(meant)} that are meant, among ${whole}`;
  return `${some} of ${of}. A larger share keeps the same ones.`;
}

function nameOf(count: number, days: number): string {
  const people = count === 1 ? 'borrower' : 'borrowers';
  if (days >= 7) return `weekly ${people}`;
  return days === 1 ? `${people} of today` : `${people} of the last ${days} days`;
}

function sum(visitors: WeeklyVisitors['visitors']): number {
  return visitors.reduce((so, { count }) => so + count, 0);
}

/** Rounds to two digits, because the number is an estimate. */
function write(count: number): string {
  const rounded = Math.round(count);
  return rounded < 100
    ? String(rounded)
    : new Intl.NumberFormat('en-PH', { maximumSignificantDigits: 2 }).format(rounded);
}

import { createContext, useContext } from 'react';
import { writeTime } from '../review/times.ts';
import { cut } from '../review/words.ts';

/** Releases, with the reason and the time of each. */
type Known = readonly { readonly hash: string; readonly reason: string; readonly at: number }[];

/** Maximum number of characters of a name. */
const LONGEST = 60;

/**
 * The names of releases, by hash: the reason of each, in quotation marks. If several have the same reason, the time
 * follows; if they also have the same time, the short hash follows.
 */
export function nameReleases(releases: Known): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { hash, reason, at } of releases) {
    const same = releases.filter((one) => nameOfReason(one.reason) === nameOfReason(reason));
    const sameTime = same.filter((one) => writeTime(one.at) === writeTime(at));
    const time = same.length === 1 ? '' : ` of ${writeTime(at)}`;
    names.set(hash, `${nameOfReason(reason)}${time}${sameTime.length === 1 ? '' : `, ${shortHash(hash)}`}`);
  }
  return names;
}

/** The name of a release that was made for a reason. */
export function nameOfReason(reason: string): string {
  return `“${cut(reason.trim(), LONGEST)}”`;
}

/** The name of a release. The studio knows the names of the newest releases only. */
export function nameIn(names: ReadonlyMap<string, string>, hash: string): string {
  return names.get(hash) ?? 'an older release';
}

export const ReleaseNames = createContext<ReadonlyMap<string, string>>(new Map());

/** @returns a function that takes the hash of a release and returns its name; only the newest releases have one. */
export function useReleaseName(): (hash: string) => string {
  const names = useContext(ReleaseNames);
  return (hash) => nameIn(names, hash);
}

/** The short form of a hash, for the command line. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}

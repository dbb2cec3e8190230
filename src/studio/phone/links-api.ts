import type * as v from 'valibot';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';
import { LINKS, NEW_LINK } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';

export type { DraftLink };

/** A new link. Its address, from the origin's root, is returned only once. */
export type NewLink = v.InferOutput<typeof NEW_LINK>;

/** API of links to drafts. Every function throws `Refused`. */
export function createLinksApi(ask: Ask) {
  return {
    /** @param state - `<screen>/<state>` to open first. */
    make: (draft: string, hours: number, state: string) =>
      readAs(NEW_LINK, ask('POST', `/drafts/${draft}/links`, { hours, state })),
    /** Newest first; expired and revoked ones too. */
    list: async (draft: string) => (await readAs(LINKS, ask('GET', `/drafts/${draft}/links`))).links,
    /** @returns all links of the draft, as `list` does. */
    revoke: async (link: string) => (await readAs(LINKS, ask('POST', `/draft-links/${link}/revoke`))).links,
  };
}

/** Valid links. @param now - Milliseconds since the epoch. */
export function openLinks(links: readonly DraftLink[], now: number): readonly DraftLink[] {
  return links.filter(({ revoked, until }) => revoked === undefined && until > now);
}

import type * as v from 'valibot';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';
import { LINKS, NEW_LINK } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';

export type { DraftLink };

/** A link with where it leads from the origin's root, which is said once. */
export type NewLink = v.InferOutput<typeof NEW_LINK>;

/** What the registry is asked about links to drafts. Every function of it throws `Refused`. */
export function createLinksApi(ask: Ask) {
  return {
    /** @param state - `<screen>/<state>` that it begins with. */
    make: (draft: string, hours: number, state: string) =>
      readAs(NEW_LINK, ask('POST', `/drafts/${draft}/links`, { hours, state })),
    /** Newest first; expired and revoked ones too. */
    list: async (draft: string) => (await readAs(LINKS, ask('GET', `/drafts/${draft}/links`))).links,
    /** @returns what `list` does. */
    revoke: async (link: string) => (await readAs(LINKS, ask('POST', `/draft-links/${link}/revoke`))).links,
  };
}

/** Those that still lead somewhere. @param now - Milliseconds since the epoch. */
export function openLinks(links: readonly DraftLink[], now: number): readonly DraftLink[] {
  return links.filter(({ revoked, until }) => revoked === undefined && until > now);
}

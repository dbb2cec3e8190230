import type { DraftLink } from '#src/server/drafting/draft-links.ts';
import { LINKS, NEW_LINK } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';

export type { DraftLink };

/** A link with where it leads, which is said once. */
export interface NewLink extends DraftLink {
  /** From the origin's root. */
  readonly address: string;
}

/** What the registry is asked about links to drafts. Every one of them throws `Refused`. */
export interface LinksApi {
  /** @param state - `<screen>/<state>` that it begins with. */
  make(draft: string, hours: number, state: string): Promise<NewLink>;
  /** The newest first; those that are over too. */
  list(draft: string): Promise<readonly DraftLink[]>;
  /** @returns what `list` does. */
  revoke(link: string): Promise<readonly DraftLink[]>;
}

export function createLinksApi(ask: Ask): LinksApi {
  return {
    make: (draft, hours, state) => readAs(NEW_LINK, ask('POST', `/drafts/${draft}/links`, { hours, state })),
    list: async (draft) => (await readAs(LINKS, ask('GET', `/drafts/${draft}/links`))).links,
    revoke: async (link) => (await readAs(LINKS, ask('POST', `/draft-links/${link}/revoke`))).links,
  };
}

/** Those that still lead somewhere. @param now - Milliseconds since the epoch. */
export function openLinks(links: readonly DraftLink[], now: number): readonly DraftLink[] {
  return links.filter(({ revoked, until }) => revoked === undefined && until > now);
}

import { STUDIO_ADDRESS } from './staff-addresses.ts';

/** Used in place of a draft's id, for a draft that the first change creates. */
export const NEW_DRAFT = 'new';

/** Whether the address is the first page of the studio. With a query it is an older address of a draft. */
export function isHome({ pathname, search }: URL): boolean {
  return (pathname === STUDIO_ADDRESS || pathname === `${STUDIO_ADDRESS}/`) && search === '';
}

/**
 * The draft in an address of the studio: `/studio/{draft}/screens/…`, `/studio/{draft}/add`, `/studio/texts?draft={draft}`, and the older forms
 * `/studio?draft={draft}`, `/studio?new`.
 *
 * @returns undefined if the address names no draft.
 */
export function draftInAddress({ pathname, searchParams }: URL): string | undefined {
  const [, , draft = '', room] = pathname.split('/');
  if (room === 'screens' || room === 'states' || room === 'add') return decode(draft);
  if (searchParams.has('new')) return NEW_DRAFT;
  return searchParams.get('draft') ?? undefined;
}

/** A segment that cannot be decoded is returned unchanged: nothing has such a name. */
export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Path of a draft in the studio. */
export function writeDraftAddress(draft: string): string {
  return `${STUDIO_ADDRESS}/${encodeURIComponent(draft)}/screens`;
}

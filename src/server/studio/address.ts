/** In the place of a draft's id: a draft that is begun with the first change. */
export const NEW_DRAFT = 'new';

/**
 * The draft that an address of the studio names: `/studio/{draft}/screens/…`, `/studio/texts?draft={draft}`, and those
 * of before: `/studio?draft={draft}`, `/studio?new`.
 *
 * @returns undefined where it names none.
 */
export function draftInAddress({ pathname, searchParams }: URL): string | undefined {
  const [, , draft = '', room] = pathname.split('/');
  if (room === 'screens' || room === 'states') return decode(draft);
  if (searchParams.has('new')) return NEW_DRAFT;
  return searchParams.get('draft') ?? undefined;
}

/** A segment that cannot be decoded names nothing that exists: it is shown as it is. */
export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

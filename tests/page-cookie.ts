import { PAGE_COOKIE } from '#src/shared/release.ts';
import type { CountTag } from '#src/shared/reports.ts';

/** Under what the page of this answer counts, as its script reads it; undefined where it does not. */
export function readTag({ headers }: Response): CountTag | undefined {
  const said = headers.getSetCookie().find((cookie) => cookie.startsWith(`${PAGE_COOKIE}=`));
  const [, release = '', group = '', token = ''] = said?.split(';')[0]?.split('/') ?? [];
  return release === '' ? undefined : { release, ...(group !== '' && { group }), token };
}

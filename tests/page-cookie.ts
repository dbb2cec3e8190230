import { PAGE_COOKIE } from '#src/shared/release.ts';
import type { CountTag } from '#src/shared/reports.ts';

/** The tag under which this page is counted, as its script reads it; undefined if it is not counted. */
export function readTag({ headers }: Response): CountTag | undefined {
  const said = headers.getSetCookie().find((cookie) => cookie.startsWith(`${PAGE_COOKIE}=`));
  const [, release = '', group = '', token = ''] = said?.split(';')[0]?.split('/') ?? [];
  return release === '' ? undefined : { release, ...(group !== '' && { group }), token };
}

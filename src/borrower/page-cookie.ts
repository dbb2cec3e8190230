import * as v from 'valibot';
import { PAGE_COOKIE } from '#src/shared/release.ts';

/** `<clock>/<release>/<group>/<token>`: see `PAGE_COOKIE`. */
const PAGE_VALUES = v.pipe(
  v.string(),
  v.transform((value) => value.split('/')),
  v.tuple([v.pipe(v.string(), v.digits(), v.transform(Number)), v.string(), v.string(), v.string()]),
);

/** @returns undefined if the cookie is absent, or another program wrote it. */
export function readPageCookie(cookies: string): v.InferOutput<typeof PAGE_VALUES> | undefined {
  const [, value] = cookies.split(`${PAGE_COOKIE}=`);
  const values = v.safeParse(PAGE_VALUES, value?.split(';', 1)[0]);
  return values.success ? values.output : undefined;
}

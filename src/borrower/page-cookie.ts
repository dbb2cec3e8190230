import * as v from 'valibot';
import { PAGE_COOKIE } from '#src/shared/release.ts';

/** `<clock>/<release>/<group>/<token>`, as `PAGE_COOKIE` says. */
const PAGE_VALUES = v.pipe(
  v.string(),
  v.transform((value) => value.split('/')),
  v.tuple([v.pipe(v.string(), v.digits(), v.transform(Number)), v.string(), v.string(), v.string()]),
);

/** @returns undefined where the server has said nothing to this page, or another program wrote the cookie. */
export function readPageCookie(cookies: string): v.InferOutput<typeof PAGE_VALUES> | undefined {
  const [, value] = cookies.split(`${PAGE_COOKIE}=`);
  const values = v.safeParse(PAGE_VALUES, value?.split(';', 1)[0]);
  return values.success ? values.output : undefined;
}

import { parseReply } from './parse-reply.ts';
import type { OncePlan } from './plan.ts';
import { readPointer, toScalarText } from './pointer.ts';

/**
 * Whether a success ends the wish, so that the request is not sent again. A success does not end the wish if the answer
 * says that more has to be done.
 */
export function endsWish({ unless }: OncePlan, body: string): boolean {
  if (unless === undefined) return true;
  const parsed = parseReply(body);
  const said = parsed.ok ? toScalarText(readPointer(parsed.json, unless.at)) : undefined;
  return said === undefined || !unless.is.includes(said);
}

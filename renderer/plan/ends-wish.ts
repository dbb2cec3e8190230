import { parseReply } from './parse-reply.ts';
import type { OncePlan } from './plan.ts';
import { readPointer, toScalarText } from './pointer.ts';

/** Whether a yes ends what was wished, so that nothing of it is sent again: unless it says itself that more is to be done. */
export function endsWish({ unless }: OncePlan, body: string): boolean {
  if (unless === undefined) return true;
  const parsed = parseReply(body);
  const said = parsed.ok ? toScalarText(readPointer(parsed.json, unless.at)) : undefined;
  return said === undefined || !unless.is.includes(said);
}

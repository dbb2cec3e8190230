import * as v from 'valibot';

/** A field of a form. A missing field counts as empty. */
export const FIELD = v.optional(v.string(), '');

const BODY = v.pipe(
  v.string(),
  v.transform((body) => Object.fromEntries(new URLSearchParams(body))),
);

/** Reads the body of an HTML form; all fields are strings. */
export async function readForm<Fields>(
  request: { text(): Promise<string> },
  fields: v.GenericSchema<unknown, Fields>,
): Promise<Fields> {
  return v.parse(fields, v.parse(BODY, await request.text()));
}

// renderer/grammar/members.generated.ts: the member names that records of a document may have.
import { bundleSchemas } from './bundle.mjs';
import { BANNER } from './model.mjs';

function members(schema) {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '');
  if (schema.discriminator !== undefined)
    return {
      tag: schema.discriminator.propertyName,
      branches: schema.oneOf.map(({ $ref }) => $ref.replace('#/$defs/', '')),
    };
  if (schema.anyOf !== undefined) {
    const options = schema.anyOf.map(members).filter((option) => option !== undefined);
    return options.length === 0 ? undefined : { options };
  }
  const out = {};
  if (schema.properties !== undefined)
    out.members = Object.fromEntries(
      // A former name is accepted, but not suggested.
      Object.entries(schema.properties)
        .filter(([, { deprecated }]) => deprecated !== true)
        .map(([name, property]) => [name, members(property) ?? null]),
    );
  if (typeof schema.additionalProperties === 'object') out.values = members(schema.additionalProperties);
  if (schema.items !== undefined) out.items = members(schema.items);
  if (schema.items !== undefined && schema.then?.$ref !== undefined)
    return { options: [out, members(schema.then)] };
  return Object.values(out).every((value) => value === undefined) ? undefined : out;
}

/** @param {ReturnType<typeof bundleSchemas>} bundle */
export function readMembers({ $defs }) {
  const table = {};
  for (const [name, schema] of Object.entries($defs)) {
    const described = members(schema);
    if (described !== undefined) table[name] = described;
  }
  return table;
}

export function generateMembers() {
  const text = JSON.stringify(readMembers(bundleSchemas()), null, 1);
  return `${BANNER}
/**
 * The names that a record may have, and the members of their values; a text refers to another entry by its
 * key, or to a definition without members.
 */
export type Members =
  | string
  | null
  | {
      readonly members?: { readonly [name: string]: Members };
      /** For a map: every value. */
      readonly values?: Members;
      /** For a list: every item. */
      readonly items?: Members;
      /** The member whose value selects the branch: \`widgets-text\` for \`text\`. */
      readonly tag?: 'type' | 'do';
      readonly branches?: readonly string[];
      readonly options?: readonly Members[];
    };

export const members: { readonly [definition: string]: Members } = ${text};
`;
}

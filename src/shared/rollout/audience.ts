import * as v from 'valibot';

/** Attributes that decide who gets a release: they describe the app in a session, never the person. */
export const ATTRIBUTES = ['appVersion', 'clientType', 'merchantNumber', 'language', 'product'] as const;

export type Attribute = (typeof ATTRIBUTES)[number];

/** Values by attribute; an absent one is unknown. */
export const KNOWN_ATTRIBUTES = v.object({
  appVersion: v.exactOptional(v.string()),
  clientType: v.exactOptional(v.string()),
  merchantNumber: v.exactOptional(v.string()),
  language: v.exactOptional(v.string()),
  product: v.exactOptional(v.string()),
} satisfies { [Name in Attribute]: unknown });
export type Attributes = { readonly [Name in Attribute]?: string };

/** One condition; a visitor is in an audience if all of its conditions hold. */
export type Condition =
  | { readonly attribute: Attribute; readonly oneOf: readonly string[] }
  | { readonly attribute: Attribute; readonly noneOf: readonly string[] }
  /** Compared number by number: 2.10 is above 2.9. */
  | { readonly attribute: 'appVersion'; readonly atLeast: string }
  | { readonly attribute: 'appVersion'; readonly below: string };

/**
 * A condition from the database. A kind that only a newer server knows becomes a condition that no visitor meets.
 */
export const STORED_CONDITION: v.GenericSchema<unknown, Condition> = v.union([
  v.object({ attribute: v.picklist(ATTRIBUTES), oneOf: v.array(v.string()) }),
  v.object({ attribute: v.picklist(ATTRIBUTES), noneOf: v.array(v.string()) }),
  v.object({ attribute: v.literal('appVersion'), atLeast: v.string() }),
  v.object({ attribute: v.literal('appVersion'), below: v.string() }),
  v.pipe(
    v.looseObject({ attribute: v.string() }),
    v.transform((): Condition => ({ attribute: 'appVersion', oneOf: [] })),
  ),
]);

/**
 * Whether every condition holds. No condition holds for an unknown attribute, not even `noneOf`; nor does a
 * condition of an unknown kind. So no visitor gets a release by mistake.
 */
export function isInAudience(conditions: readonly Condition[], attributes: Attributes): boolean {
  return conditions.every((condition) => {
    const value = Object.hasOwn(attributes, condition.attribute)
      ? attributes[condition.attribute]
      : undefined;
    if (value === undefined) return false;
    if ('oneOf' in condition) return condition.oneOf.includes(value);
    if ('noneOf' in condition) return !condition.noneOf.includes(value);
    if ('atLeast' in condition) return isOrdered(condition.atLeast, value);
    if ('below' in condition) return isOrdered(value, condition.below, 'strictly');
    return false;
  });
}

const VERSION = /^\d{1,9}(\.\d{1,9}){0,3}$/;

/** False if either is not a version. Missing parts are zero. */
function isOrdered(low: string, high: string, how?: 'strictly'): boolean {
  if (!VERSION.test(low) || !VERSION.test(high)) return false;
  const [lower, higher] = [low, high].map((version) => version.split('.').map(Number));
  for (let at = 0; at < 4; at += 1) {
    const difference = (higher?.[at] ?? 0) - (lower?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return how !== 'strictly';
}

import type { AppPlan } from '#renderer/plan/plan.ts';

/** Values by their names in app.json. */
export type Parameters = { readonly [name: string]: string };

/** Removes the session parameters from a query, and returns their values; an empty value counts as absent. */
export function takeSession(app: AppPlan, query: URLSearchParams): Parameters {
  const given: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(app.session)) {
    for (const wire of parameter.wire) {
      const value = query.get(wire);
      if (value !== null && value !== '') given[name] ??= value;
      query.delete(wire);
    }
  }
  return given;
}

/** The values in an address of those carried parameters that session parameters depend on. */
export function readAbout(app: AppPlan, query: URLSearchParams): Record<string, string> {
  const about: Record<string, string> = {};
  for (const carried of Object.keys(app.belongs ?? {})) {
    for (const wire of app.carried[carried]?.wire ?? []) {
      const value = query.get(wire);
      if (value !== null && value !== '') about[carried] ??= value;
    }
  }
  return about;
}

/** The parameters of an address by their names in a screen, including every carried one. */
export function readParameters(
  app: AppPlan,
  names: { readonly [name: string]: { readonly wire: readonly string[] } },
  search: string,
): Parameters {
  const query = new URLSearchParams(search);
  const values: Record<string, string> = {};
  for (const [name, parameter] of [...Object.entries(app.carried), ...Object.entries(names)]) {
    for (const wire of parameter.wire) {
      const value = query.get(wire);
      if (value !== null) values[name] ??= value;
    }
  }
  return values;
}

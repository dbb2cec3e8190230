import type { AppPlan, Plan } from '#renderer/plan/plan.ts';

/** Parts of the application that are sent with one screen's plan. */
export type OwnPart = Pick<Plan, 'config' | 'kept' | 'assets'>;

/**
 * Splits off the parts of the application that only some screens use: groups of the configuration, kept values and
 * images are sent with the plans that name them, so that the first document does not grow with other screens. What
 * the application itself uses (failures, help, bridge methods) stays in it. A name counts wherever it appears as a
 * path, and all names count if a group is read as a whole: a plan may contain too much, never too little.
 */
export function partApplication(
  app: AppPlan,
  plans: ReadonlyMap<string, Plan>,
  assets: { readonly [name: string]: string },
): { readonly shared: AppPlan; readonly own: ReadonlyMap<string, OwnPart> } {
  const { config, kept, ...rest } = app;
  const ofAll = JSON.stringify(rest);
  const shared = { ...app, config: named(config, 'config', ofAll), kept: named(kept, 'kept', ofAll) };
  const own = new Map<string, OwnPart>();
  for (const [id, plan] of plans) {
    const text = JSON.stringify(plan);
    const part = {
      config: without(named(config, 'config', text), shared.config),
      kept: without(named(kept, 'kept', text), shared.kept),
    };
    const whole = { ...part, assets: picturesIn(text + JSON.stringify(part), assets) };
    own.set(id, Object.fromEntries(Object.entries(whole).filter(([, of]) => Object.keys(of).length > 0)));
  }
  return { shared, own };
}

interface Members<T> {
  readonly [name: string]: T;
}

/** Members that a plan's JSON names: `["get","config","service"]`, `"config.service.phone"`. */
function named<T>(members: Members<T>, root: string, text: string): Members<T> {
  if (text.includes(`["get",${JSON.stringify(root)}]`)) return members;
  return filter(members, (name) => text.includes(`"${root}","${name}"`) || text.includes(`"${root}.${name}`));
}

function without<T>(members: Members<T>, others: Members<T>): Members<T> {
  return filter(members, (name) => !Object.hasOwn(others, name));
}

/** Images in `asset:<name>`; all of them if a name is computed. */
function picturesIn(text: string, assets: Members<string>): Members<string> {
  const names = new Set([...text.matchAll(/asset:([^"]*)/g)].map(([, name]) => name));
  const isPlain = [...names].every((name) => name !== undefined && Object.hasOwn(assets, name));
  return isPlain ? filter(assets, (name) => names.has(name)) : assets;
}

function filter<T>(members: Members<T>, keep: (name: string) => boolean): Members<T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => keep(name)));
}

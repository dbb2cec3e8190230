import type { AppPlan, Plan } from './plan.ts';

/** The application with what of it travels with the plan. */
export function withOwn(app: AppPlan, { config = {}, kept = {} }: Plan): AppPlan {
  const groups = Object.entries(config).map(([name, group]) => [name, { ...group, ...app.config[name] }]);
  return {
    ...app,
    config: { ...app.config, ...(Object.fromEntries(groups) as AppPlan['config']) },
    kept: { ...kept, ...app.kept },
  };
}

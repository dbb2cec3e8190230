import type { AppPlan, Plan } from './plan.ts';

/** The application plan with the config and stored values that the screen's plan contains. */
export function withOwn(app: AppPlan, { config = {}, kept = {} }: Plan): AppPlan {
  const groups = Object.entries(config).map(([name, group]) => [name, { ...group, ...app.config[name] }]);
  return {
    ...app,
    config: { ...app.config, ...(Object.fromEntries(groups) as AppPlan['config']) },
    kept: { ...kept, ...app.kept },
  };
}

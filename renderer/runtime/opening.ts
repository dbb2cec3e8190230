import { decodeParameters } from '../plan/decode-parameters.ts';
import { PENDING } from '../plan/expression.ts';
import type { AppPlan, ParamPlan } from '../plan/plan.ts';
import { fingerprint } from './fingerprint.ts';
import { createKept } from './kept.ts';
import { claimStorage, createPageStorage, identifyOwner } from './page-storage.ts';
import type { Engine, OpenOptions } from './ports/engine.ts';
import type { Values } from './ports/store.ts';
import { createVisits } from './visit.ts';

/** Claims storage for this visitor, decodes parameters and finds what was stored. */
export function readOpening(options: OpenOptions, app: AppPlan, report: Engine['report']) {
  const { plan, services, isStill = false, entry } = options;
  const storage = createPageStorage(services);
  const read = isStill ? pendingValues : decodeParameters;
  const onBadFixture = (name: string) => report('params/misfit', name);
  const session = read(app.session, options.session, onBadFixture);
  const owner = identifyOwner(session, app.required);
  claimStorage(storage, owner);
  const hash = options.hash ?? fingerprint(JSON.stringify(plan));
  const visits = createVisits({ storage, plan, hash, owner: owner.person, entry });
  const saved = visits.restore();
  return {
    session,
    params: read({ ...app.carried, ...plan.params }, options.params, onBadFixture),
    owner: owner.person,
    storage,
    kept: createKept(app, storage, report),
    visits,
    saved,
  };
}

export type Opening = ReturnType<typeof readOpening>;

/** Placeholder values: everything is pending. */
function pendingValues(plans: { readonly [name: string]: ParamPlan }): Values {
  // Expressions treat a pending parameter like pending data.
  return Object.fromEntries(Object.keys(plans).map((name) => [name, PENDING])) as unknown as Values;
}

import { createHash } from 'node:crypto';
import { serializePlan } from '#renderer/grammar/compile.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { ScreenPointer } from '#src/shared/release.ts';
import { type Compressed, compress } from './compressed.ts';

/** What was compiled, made ready to be served: plans by hash, and where each screen's is. */
export interface Release {
  readonly app: { readonly hash: string; readonly plan: AppPlan };
  readonly screens: { readonly [id: string]: ScreenPointer };
  readonly plans: ReadonlyMap<string, Plan>;
  /** The bytes of each plan, the application's included, by hash. */
  readonly files: ReadonlyMap<string, Compressed>;
  readonly assets: { readonly [name: string]: string };
}

export interface ReleaseOptions {
  /** Hosts besides those of app.json that may be left for and framed: the other pages of the reference service. */
  readonly foreignHosts?: readonly string[];
  readonly assets?: { readonly [name: string]: string };
}

/** Pure: the same plans give the same hashes and bytes. */
export function makeRelease(
  app: AppPlan,
  plans: ReadonlyMap<string, Plan>,
  { foreignHosts = [], assets = {} }: ReleaseOptions = {},
): Release {
  const files = new Map<string, Compressed>();
  const add = (content: Plan | AppPlan): string => {
    const text = serializePlan(content);
    const hash = createHash('sha256').update(text).digest('hex');
    files.set(hash, compress(text, 'ahead'));
    return hash;
  };
  const { leave, frame } = app.hosts;
  const appPlan: AppPlan = {
    ...app,
    hosts: { leave: [...leave, ...foreignHosts], frame: [...frame, ...foreignHosts] },
  };
  const byHash = new Map<string, Plan>();
  const screens: { [id: string]: ScreenPointer } = {};
  for (const [id, plan] of plans) {
    const hash = add(plan);
    byHash.set(hash, plan);
    screens[id] = { hash, paths: app.screens[id]?.paths ?? [], params: app.screens[id]?.params ?? [] };
  }
  return { app: { hash: add(appPlan), plan: appPlan }, screens, plans: byHash, files, assets };
}

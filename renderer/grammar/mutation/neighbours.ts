import type { World } from '../world.ts';
import { isJson } from '../json.ts';

/**
 * The most similar endpoint: equally safe, if possible with the same request, and with the most reply members
 * in common.
 */
export function nearestEndpoint({ contracts }: World, name: string): string | undefined {
  const own = contracts.get(name);
  if (own === undefined) return undefined;
  const names = (type: { readonly kind: string; readonly members?: ReadonlyMap<string, unknown> }) =>
    new Set(type.kind === 'record' ? type.members?.keys() : []);
  const replies = names(own.reply.type);
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const other of [...contracts.names()].sort()) {
    const contract = contracts.get(other);
    if (contract === undefined || other === name || contract.isSafe !== own.isSafe) continue;
    const needs = [...contract.request].filter(([, { absent }]) => !absent).map(([member]) => member);
    const given = [...own.request.keys()];
    const fits =
      needs.every((member) => given.includes(member)) &&
      given.every((member) => contract.request.has(member));
    const shared = [...names(contract.reply.type)].filter((member) => replies.has(member)).length;
    const score = (fits ? 1_000 : 0) + shared;
    if (best === undefined || score > best.score) best = { name: other, score };
  }
  return best?.name;
}

/** Another screen with the same required parameters, or else the next one. */
export function otherScreen({ screens }: World, id: string): string | undefined {
  const needs = (one: string): string =>
    [...(screens.get(one)?.params ?? [])]
      .filter(([, { required, carried }]) => required && !carried)
      .map(([name]) => name)
      .sort()
      .join();
  const names = [...screens.keys()].sort();
  const at = names.indexOf(id);
  const others = [...names.slice(at + 1), ...names.slice(0, Math.max(at, 0))];
  return others.find((one) => needs(one) === needs(id)) ?? others[0];
}

/** Another native method with the same parameters, or else the next one. */
export function otherMethod({ app }: World, name: string): string | undefined {
  const methods = [...(app?.bridge ?? [])];
  const paramsOf = (raw: unknown): string =>
    Object.keys(isJson(raw) && isJson(raw['params']) ? raw['params'] : {})
      .sort()
      .join();
  const own = paramsOf(methods.find(([one]) => one === name)?.[1].raw);
  const others = methods.filter(([one]) => one !== name);
  return (others.find(([, { raw }]) => paramsOf(raw) === own) ?? others[0])?.[0];
}

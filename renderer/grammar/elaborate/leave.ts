import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Step } from './actions.ts';

/**
 * Checks the hosts of texts to leave for. That their beginnings fix a host was checked with their slot; a Url
 * of data is checked when it is left for.
 */
export function checkLeave({ draft, raw, pointer, props }: Step): void {
  const { app } = draft.world;
  if (app?.value === undefined || props['to'] === undefined) return;
  for (const { text, at } of leafTexts(raw['to'], `${pointer}/to`)) {
    const host = /^https:\/\/([^/?#]+)/.exec(text)?.[1];
    if (
      host === undefined ||
      app.leaveHosts.some((allowed) => allowed === host || allowed === `https://${host}`)
    ) {
      continue;
    }
    draft.report(
      'leave/unknown-host',
      at,
      `app.json does not allow leaving for ${host}.`,
      app.leaveHosts.length === 0
        ? 'list the host under "hosts"/"leave", or go to a screen'
        : `begin with https:// and one of ${app.leaveHosts.join(', ')}`,
    );
  }
}

/** The strings of a value: itself, or the entries of its `choose`. */
function leafTexts(raw: unknown, pointer: string): { text: string; at: string }[] {
  if (typeof raw === 'string') return [{ text: raw, at: pointer }];
  if (!isJson(raw) || !Array.isArray(raw['choose'])) return [];
  return raw['choose'].flatMap((entry: unknown, index) => {
    const at = joinPointer(`${pointer}/choose`, index);
    return isJson(entry) ? leafTexts(entry['value'], `${at}/value`) : leafTexts(entry, at);
  });
}

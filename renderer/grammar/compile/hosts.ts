import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { hostOf } from '../world.ts';
import type { Step } from './actions.ts';
import type { Draft } from './draft.ts';

/**
 * Checks the hosts of constant addresses that `leave` opens. The slot has already checked that their
 * beginning fixes the host; a Url from data is checked when the page leaves.
 */
export function checkLeave({ draft, raw, pointer, props }: Step): void {
  const { app } = draft.world;
  if (app?.value === undefined || props['to'] === undefined) return;
  for (const { host, at } of foreignHosts(raw['to'], `${pointer}/to`, app.leaveHosts)) {
    draft.report(
      'leave/unknown-host',
      at,
      `app.json does not allow addresses of ${host}.`,
      app.leaveHosts.length === 0
        ? 'list the host under "hosts"/"leave", or go to a screen'
        : `begin with https:// and one of ${app.leaveHosts.join(', ')}`,
    );
  }
}

/** Checks the hosts of a frame. The page's content security policy uses the same list. */
export function checkFrame(draft: Draft, raw: Json, pointer: string): void {
  const { app } = draft.world;
  if (app?.value === undefined) return;
  for (const { host, at } of foreignHosts(raw['src'], `${pointer}/src`, app.frameHosts)) {
    draft.report(
      'frame/unknown-host',
      at,
      `app.json does not allow pages of ${host} in a frame.`,
      app.frameHosts.length === 0
        ? 'list the host under "hosts"/"frame"'
        : `begin with https:// and one of ${app.frameHosts.join(', ')}`,
    );
  }
}

/** Checks the hosts of images. A Url from data is checked when the page loads it. */
export function checkPicture(draft: Draft, raw: unknown, pointer: string): void {
  const { app } = draft.world;
  if (app?.value === undefined) return;
  for (const { host, at } of foreignHosts(raw, pointer, app.imageHosts)) {
    draft.report(
      'image/unknown-host',
      at,
      `app.json does not allow images of ${host}.`,
      app.imageHosts.length === 0
        ? 'list the host under "hosts"/"image", or ship the picture in screens/assets'
        : `begin with https:// and one of ${app.imageHosts.join(', ')}`,
    );
  }
}

/** The hosts that the list does not allow, in constant addresses of a value. */
function foreignHosts(
  raw: unknown,
  pointer: string,
  allowed: readonly string[],
): { host: string; at: string }[] {
  return leafTexts(raw, pointer).flatMap(({ text, at }) => {
    const host = /^https:\/\/([^/?#]+)/.exec(text)?.[1];
    const isAllowed = host === undefined || allowed.includes(hostOf(host));
    return isAllowed ? [] : [{ host, at }];
  });
}

/** The texts of a value: the value itself, or the entries of its `choose`. */
function leafTexts(raw: unknown, pointer: string): { text: string; at: string }[] {
  if (typeof raw === 'string') return [{ text: raw, at: pointer }];
  if (!isJson(raw) || !Array.isArray(raw['choose'])) return [];
  return raw['choose'].flatMap((entry: unknown, index) => {
    const at = joinPointer(`${pointer}/choose`, index);
    return isJson(entry) ? leafTexts(entry['value'], `${at}/value`) : leafTexts(entry, at);
  });
}

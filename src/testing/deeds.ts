import * as v from 'valibot';
import type { Services } from '#renderer/index.ts';

/** So much of a kept value is said, in UTF-16 units. */
const SAID = 240;

/**
 * The services of a page, telling what it does to the world besides asking the service: where it goes and how, what it
 * tells the app around it, what it copies, and what it leaves on the device.
 */
export function watchDeeds(services: Services, tell: (deed: string) => void): Services {
  const { router, native, clipboard, storage } = services;
  const how = ({ replace }: { readonly replace: boolean }): string => (replace ? ', in its place' : '');
  const watchStorage = (port: Services['storage']['device'], until: string): typeof port => ({
    ...port,
    set(key, text) {
      const thing = describeThing(key);
      if (thing !== undefined) tell(`keeps ${thing}${until}${describeValue(key, text)}`);
      port.set(key, text);
    },
    remove(key) {
      const thing = port.get(key) === undefined ? undefined : describeThing(key);
      if (thing !== undefined) tell(`forgets ${thing}`);
      port.remove(key);
    },
  });
  return {
    ...services,
    router: {
      ...router,
      go(address, options) {
        tell(`goes to ${address}${how(options)}${options.at === undefined ? '' : `, at ${options.at}`}`);
        router.go(address, options);
      },
      show(at) {
        tell(`shows ${at}`);
        router.show(at);
      },
      leave(url, options) {
        if (options.replace) tell('leaves, in its place');
        router.leave(url, options);
      },
      back() {
        tell('goes back');
        router.back();
      },
    },
    native: {
      get inShell() {
        return native.inShell;
      },
      has(handler) {
        const has = native.has(handler);
        if (!has) tell(`the app knows no ${handler}`);
        return has;
      },
      call(handler, payload) {
        tell(`tells the app ${handler} ${JSON.stringify(payload)}`);
        return native.call(handler, payload);
      },
    },
    clipboard: {
      write(text) {
        tell(`copies ${JSON.stringify(text)}`);
        return clipboard.write(text);
      },
    },
    storage: {
      session: watchStorage(storage.session, ' for this visit'),
      device: watchStorage(storage.device, ''),
    },
  };
}

/** What lies under a key; undefined of what the page keeps for itself. */
function describeThing(key: string): string | undefined {
  // A visit names its plan by a fingerprint: every change of a definition would seem to be a change of what is done.
  const [, kind = '', name = '', rest = ''] =
    /^capiz\/(intent|draft|offline)\/([^/]+)\/?(.*)$/.exec(key) ?? [];
  if (kind === 'intent') return `the intent ${name} of ${decodeURIComponent(rest)}`;
  // What the form is about, and what a reply was asked for, are fingerprints too.
  if (kind === 'draft') return `the draft ${name}/${rest.split('/')[0]}`;
  if (kind === 'offline') return `the reply ${name}`;
  return key.startsWith('capiz:') ? key.slice('capiz:'.length) : undefined;
}

/** Of an intent and a reply the record says all where they are asked. */
function describeValue(key: string, text: string): string {
  const said = /^capiz\/(?:intent|offline)\//.test(key) ? undefined : ownWords(key, text);
  if (said === undefined) return '';
  return `: ${said.length > SAID ? `${said.slice(0, SAID)}…` : said}`;
}

const DRAFT = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ step: v.optional(v.number()), answers: v.unknown() }),
);

/** A draft says whose it is and since when, besides what was written. */
function ownWords(key: string, text: string): string {
  if (!key.startsWith('capiz/draft/')) return text;
  const { step, answers } = v.parse(DRAFT, text);
  return `${step === undefined ? '' : `at step ${step}, `}${JSON.stringify(answers)}`;
}

import * as v from 'valibot';
import type { Services } from '#renderer/index.ts';

/** Maximum length of a printed value, in UTF-16 units. */
const SAID = 240;

/**
 * Wraps a page's services and reports their effects, except service calls: navigation, calls to the app, the clipboard,
 * and storage on the device.
 */
export function watchEffects(services: Services, report: (effect: string) => void): Services {
  const { router, native, clipboard, storage } = services;
  const how = ({ replace }: { readonly replace: boolean }): string => (replace ? ', in its place' : '');
  const watchStorage = (port: Services['storage']['device'], until: string): typeof port => ({
    ...port,
    set(key, text) {
      const thing = describeThing(key);
      if (thing !== undefined) report(`keeps ${thing}${until}${describeValue(key, text)}`);
      port.set(key, text);
    },
    remove(key) {
      const thing = port.get(key) === undefined ? undefined : describeThing(key);
      if (thing !== undefined) report(`forgets ${thing}`);
      port.remove(key);
    },
  });
  return {
    ...services,
    router: {
      ...router,
      go(address, options) {
        report(`goes to ${address}${how(options)}${options.at === undefined ? '' : `, at ${options.at}`}`);
        router.go(address, options);
      },
      show(at) {
        report(`shows ${at}`);
        router.show(at);
      },
      leave(url, options) {
        if (options.replace) report('leaves, in its place');
        router.leave(url, options);
      },
      back() {
        report('goes back');
        router.back();
      },
    },
    native: {
      get inShell() {
        return native.inShell;
      },
      has(handler) {
        const has = native.has(handler);
        if (!has) report(`the app knows no ${handler}`);
        return has;
      },
      call(handler, payload) {
        report(`tells the app ${handler} ${JSON.stringify(payload)}`);
        return native.call(handler, payload);
      },
    },
    clipboard: {
      write(text) {
        report(`copies ${JSON.stringify(text)}`);
        return clipboard.write(text);
      },
    },
    storage: {
      session: watchStorage(storage.session, ' for this visit'),
      device: watchStorage(storage.device, ''),
    },
  };
}

/** Describes a storage key; undefined for internal ones. */
function describeThing(key: string): string | undefined {
  // A visit names its plan by a fingerprint, which changes with every edit of a definition.
  const [, kind = '', name = '', rest = ''] =
    /^capiz\/(intent|draft|offline)\/([^/]+)\/?(.*)$/.exec(key) ?? [];
  if (kind === 'intent') return `the intent ${name} of ${decodeURIComponent(rest)}`;
  // The form's subject and a reply's request are fingerprints too.
  if (kind === 'draft') return `the draft ${name}/${rest.split('/')[0]}`;
  if (kind === 'offline') return `the reply ${name}`;
  return key.startsWith('capiz:') ? key.slice('capiz:'.length) : undefined;
}

/** The record already contains intents and replies where they are requested. */
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

/** The words of a draft, without its owner and time. */
function ownWords(key: string, text: string): string {
  if (!key.startsWith('capiz/draft/')) return text;
  const { step, answers } = v.parse(DRAFT, text);
  return `${step === undefined ? '' : `at step ${step}, `}${JSON.stringify(answers)}`;
}

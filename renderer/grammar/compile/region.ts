import { textsIn } from '../declarations.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { AppWorld } from '../world.ts';
import type { Draft } from './draft.ts';

/* Checks members of app.json against known time zones, languages, currencies and hosts. */

export function checkRegion(draft: Draft, raw: Json): void {
  checkTimeZone(draft, raw['timeZone']);
  checkCurrency(draft, raw['currency']);
  const languages = raw['languages'];
  const list = isJson(languages) ? textsIn(languages['list']) : [];
  list.forEach((language, index) => checkLanguage(draft, language, `/languages/list/${index}`));
  const hosts = isJson(raw['hosts']) ? raw['hosts'] : {};
  for (const [use, listed] of Object.entries(hosts)) {
    textsIn(listed).forEach((host, index) => {
      const fault = faultOfHost(host);
      if (fault === undefined) return;
      draft.report(
        'app/host',
        `${joinPointer('/hosts', use)}/${index}`,
        `No address has the host "${host}": ${fault}.`,
      );
    });
  }
}

/** Checks that app.json declares the session parameters and carried parameters that it names. */
export function checkNamed(draft: Draft, app: AppWorld): void {
  textsIn(app.value?.['signedIn']).forEach((name, index) => {
    if (app.session.has(name)) return;
    const message = `The session has no parameter "${name}".`;
    draft.report(
      'param/unknown-session',
      `/signedIn/${index}`,
      message,
      didYouMean(name, app.session.keys()),
    );
  });
  const known = [...app.session.keys(), ...app.carried.keys()];
  textsIn(app.value?.['sessionQuery']).forEach((name, index) => {
    if (known.includes(name)) return;
    const message = `Neither "session" nor "carried" has a parameter "${name}".`;
    draft.report('param/unknown-session', `/sessionQuery/${index}`, message, didYouMean(name, known));
  });
}

function checkTimeZone(draft: Draft, zone: unknown): void {
  // Only some browsers know offsets such as "+08:00".
  if (typeof zone !== 'string' || (/^[A-Za-z]/.test(zone) && isTimeZone(zone))) return;
  const known = Intl.supportedValuesOf('timeZone');
  draft.reportUnknown('app/time-zone', '/timeZone', 'time zone', zone, known);
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function checkCurrency(draft: Draft, currency: unknown): void {
  const sign = isJson(currency) ? currency['sign'] : undefined;
  if (typeof sign !== 'string' || !/[\p{N}\p{Cc}\p{Cf}+\-−]/u.test(sign)) return;
  draft.report(
    'app/currency-sign',
    '/currency/sign',
    'The sign contains a digit, a plus or minus sign or an invisible character, which would look like part of the amount.',
    'use the sign or the code of the currency, for example "₱" or "PHP "',
  );
}

function checkLanguage(draft: Draft, tag: string, pointer: string): void {
  if (tag === 'source') return;
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag);
  } catch {
    draft.report(
      'app/language-tag',
      pointer,
      `"${tag}" is not a BCP 47 language tag.`,
      'write it as "en" or "en-PH"',
    );
    return;
  }
  const { language, region } = locale;
  if (!isKnown('language', language)) {
    draft.report('app/language-code', pointer, `"${language}" is not the code of a language.`);
  } else if (region !== undefined && !isKnown('region', region)) {
    draft.report('app/language-code', pointer, `"${region}" is not the code of a region.`);
  }
}

/** Whether a code has a name. Intl throws for some well-formed codes, for example "und". */
function isKnown(type: 'language' | 'region', code: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}

/** Returns why a listed host is invalid. The schema has already checked its characters. */
function faultOfHost(listed: string): string | undefined {
  const [name = '', port] = listed.replace(/^https:\/\//, '').split(':');
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return 'ports are 1 to 65535';
  const labels = name.split('.');
  if (name.length > 253 || labels.some((label) => label.length > 63)) return 'a part of its name is too long';
  if (labels.some((label) => !/^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label))) {
    return 'a part of its name is empty, or begins or ends with a hyphen';
  }
  const isNumber = /^([0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '');
  if (isNumber && !/^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$/.test(name)) {
    return 'an address of numbers has four, each 0 to 255';
  }
  return undefined;
}

import { matchPattern, parsePattern } from '../../plan/pattern.ts';
import { isJson } from '../json.ts';
import type { WrittenDocument } from './document.ts';

/**
 * A mobile number in all common formats, by region. From the numbering plans of the International
 * Telecommunication Union (E.164 national numbering plans); the subscriber digits are invented.
 */
const MOBILE: { readonly [region: string]: readonly string[] } = {
  CN: ['13812345678', '8613812345678', '+8613812345678'],
  DE: ['01512345678', '15123456789', '4915123456789', '+4915123456789'],
  ID: ['081234567890', '81234567890', '6281234567890', '+6281234567890'],
  IN: ['9812345678', '09812345678', '919812345678', '+919812345678'],
  MX: ['5512345678', '525512345678', '+525512345678'],
  MY: ['0123456789', '60123456789', '+60123456789'],
  NG: ['08031234567', '8031234567', '2348031234567', '+2348031234567'],
  PH: ['09171234567', '9171234567', '639171234567', '+639171234567'],
  TH: ['0812345678', '66812345678', '+66812345678'],
  US: ['2015550123', '12015550123', '+12015550123'],
  VN: ['0912345678', '84912345678', '+84912345678'],
};

/** Reports rules of a telephone field that no mobile number of the region passes. */
export function lintPhone(document: WrittenDocument, language: string): void {
  const region = regionOf(language);
  const numbers = Object.hasOwn(MOBILE, region) ? MOBILE[region] : undefined;
  if (numbers === undefined) return;
  for (const { raw, pointer } of document.nodes) {
    if (raw['purpose'] !== 'phone' || !Array.isArray(raw['rules'])) continue;
    raw['rules'].forEach((rule: unknown, index) => {
      if (!isJson(rule) || rule['rule'] !== 'pattern' || typeof rule['pattern'] !== 'string') return;
      const pattern = parsePattern(rule['pattern']);
      if (pattern === undefined || numbers.some((number) => matchPattern(pattern, number))) return;
      document.report(
        'rule/phone-market',
        `${pointer}/rules/${index}/pattern`,
        `No mobile number of ${region} matches this pattern, not even ${numbers[0] ?? ''}.`,
        'value',
        region === 'PH'
          ? 'use the rule "phone"'
          : 'the market is the region of "languages"/"default" in app.json',
      );
    });
  }
}

/**
 * A language without a region has its most likely region (CLDR's likely subtags). English has none: projects of many
 * markets are written in it.
 */
function regionOf(language: string): string {
  try {
    const locale = new Intl.Locale(language);
    return locale.region ?? (locale.language === 'en' ? '' : locale.maximize().region) ?? '';
  } catch {
    // An invalid language is already reported in app.json.
    return '';
  }
}

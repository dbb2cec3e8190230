import { findLanguage } from '#renderer/plan/language.ts';
import { findCookie } from './visitor.ts';

/** Cookie that stores a borrower's choice of language, and nothing else. */
const COOKIE = 'capiz-lang';
/** Browsers reduce this to about 400 days. */
const NEVER = 'Fri, 31 Dec 9999 23:59:59 GMT';

export interface Languages {
  readonly default: string;
  readonly list: readonly string[];
}

export interface LanguageChoice {
  readonly language: string;
  /** The `Set-Cookie`, if the address chose the language. */
  readonly cookie?: string;
}

/**
 * The language of an address document: `lang` of the address, which is then stored in a cookie; otherwise the
 * language in the cookie; otherwise the application's default. The device's preference is ignored, because a
 * language may be a draft.
 * @param asked - `lang` of the address; null without it.
 * @param cookies - The header `Cookie`.
 */
export function chooseDocumentLanguage(
  languages: Languages,
  asked: string | null,
  cookies: string | undefined,
): LanguageChoice {
  const named = asked === null ? undefined : findLanguage(languages.list, asked);
  if (named !== undefined) {
    const cookie = `${COOKIE}=${named}; Path=/; Expires=${NEVER}; SameSite=Lax; HttpOnly`;
    return { language: named, cookie };
  }
  const remembered = findCookie(cookies, COOKIE) ?? '';
  const found = remembered === '' ? undefined : findLanguage(languages.list, remembered);
  return { language: found ?? languages.default };
}

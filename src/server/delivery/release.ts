import { createHash } from 'node:crypto';
import { serializePlan } from '#renderer/grammar/compile.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { ScreenPointer } from '#src/shared/release.ts';
import { type Compressed, compress } from './compressed.ts';

/** The application and its screens as borrowers of one language get them. */
export interface LanguageRelease {
  readonly language: string;
  readonly app: { readonly hash: string; readonly plan: AppPlan };
  readonly screens: { readonly [id: string]: ScreenPointer };
}

/**
 * What was compiled, made ready to be served: plans by hash, and where each screen's is. `app` and `screens`
 * are those of the default language.
 */
export interface Release extends LanguageRelease {
  /** By language, the default one included. A plan that says the same in two languages has one hash. */
  readonly languages: ReadonlyMap<string, LanguageRelease>;
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
    if (!files.has(hash)) files.set(hash, compress(text, 'ahead'));
    return hash;
  };
  const { leave, frame } = app.hosts;
  const whole: AppPlan = {
    ...app,
    hosts: { leave: [...leave, ...foreignHosts], frame: [...frame, ...foreignHosts] },
  };
  const byHash = new Map<string, Plan>();
  const makeLanguage = (language: string): LanguageRelease => {
    const screens: { [id: string]: ScreenPointer } = {};
    for (const [id, all] of plans) {
      const plan = inOneLanguage(all, language);
      const hash = add(plan);
      byHash.set(hash, plan);
      screens[id] = { hash, paths: app.screens[id]?.paths ?? [], params: app.screens[id]?.params ?? [] };
    }
    const plan = inOneLanguage(whole, language);
    return { language, app: { hash: add(plan), plan }, screens };
  };
  const { default: first, list } = app.languages;
  const languages = new Map(
    [...new Set([first, ...list])].map((language) => [language, makeLanguage(language)]),
  );
  return { ...(languages.get(first) ?? makeLanguage(first)), languages, plans: byHash, files, assets };
}

/** With the messages of one language alone; without any where it says nothing of its own. */
function inOneLanguage<P extends Plan | AppPlan>(plan: P, language: string): P {
  const own = Object.hasOwn(plan.messages, language) ? plan.messages[language] : undefined;
  const isEmpty = own === undefined || Object.keys(own).length === 0;
  return { ...plan, messages: isEmpty ? {} : { [language]: own } };
}

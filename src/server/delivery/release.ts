import { createHash } from 'node:crypto';
import { serializePlan } from '#renderer/grammar/compile.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { type Compressed, compressOnDemand } from './compressed.ts';
import { NAME_BYTES } from '#src/shared/release.ts';
import { inOneLanguage } from '#src/shared/one-language.ts';
import { partApplication } from '#src/shared/part-application.ts';

/** The application and its screens in one language. */
export interface LanguageRelease {
  readonly language: string;
  readonly app: { readonly name: string; readonly plan: AppPlan };
  /** Name of the plan, by screen. */
  readonly screens: { readonly [id: string]: string };
}

/**
 * Compiled definitions, prepared for serving: plans by name, and the plan of each screen. `app` and `screens` are
 * those of the default language.
 */
export interface Release extends LanguageRelease {
  /** By language, including the default one. A plan that is equal in two languages has one name. */
  readonly languages: ReadonlyMap<string, LanguageRelease>;
  readonly plans: ReadonlyMap<string, Plan>;
  /** The bytes of each plan, including the application's, by name. */
  readonly files: ReadonlyMap<string, Compressed>;
  /** The whole configuration; `app` and the plans have only parts of it. */
  readonly config: AppPlan['config'];
}

export interface ReleaseOptions {
  /** Hosts that screens may open and frame besides those of app.json: other pages of the simulator. */
  readonly foreignHosts?: readonly string[];
  readonly assets?: { readonly [name: string]: string };
  /** Includes screens that only demonstrations have. */
  readonly demo?: boolean;
  /** Calls reach a real loan service; default no. If so, samples of the session are not sent. */
  readonly isReal?: boolean;
  /** False if the release is only inspected: `files` is empty then, and nothing is compressed. */
  readonly served?: boolean;
}

/** Recently compressed plans: the next release shares most of them. */
const known = new Map<string, Compressed>();
const MOST_KNOWN = 2_000;

function compressOnce(name: string, text: string): Compressed {
  const content = known.get(name) ?? compressOnDemand(text);
  // Moved to the end, so that the first entries were used longest ago.
  known.delete(name);
  known.set(name, content);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return content;
}

/** Equal plans give equal names and bytes. */
export function makeRelease(
  { samples = [], ...app }: AppPlan,
  all: ReadonlyMap<string, Plan>,
  { foreignHosts = [], assets = {}, demo = false, isReal = false, served = true }: ReleaseOptions = {},
): Release {
  const plans = new Map([...all].filter(([, plan]) => demo || plan.demo !== true));
  const files = new Map<string, Compressed>();
  const add = (content: Plan | AppPlan): string => {
    const { name, text } = nameContent(content);
    if (served && !files.has(name)) files.set(name, compressOnce(name, text));
    return name;
  };
  const { leave, frame, image } = app.hosts;
  const given: AppPlan = {
    ...app,
    ...(isReal && { session: withoutSamples(app.session, samples) }),
    screens: Object.fromEntries(
      Object.entries(app.screens).filter(([id]) => demo || all.get(id)?.demo !== true),
    ),
    hosts: {
      leave: [...leave, ...foreignHosts],
      frame: [...frame, ...foreignHosts],
      ...(image && { image }),
    },
  };
  const { shared, own } = partApplication(given, plans, assets);
  const byName = new Map<string, Plan>();
  const makeLanguage = (language: string): LanguageRelease => {
    const screens: { [id: string]: string } = {};
    for (const [id, whole] of plans) {
      const plan = inOneLanguage({ ...whole, ...own.get(id) }, app, language);
      const name = add(plan);
      byName.set(name, plan);
      screens[id] = name;
    }
    const plan = inOneLanguage(shared, app, language);
    return { language, app: { name: add(plan), plan }, screens };
  };
  const { default: first, list } = app.languages;
  const languages = new Map(
    [...new Set([first, ...list])].map((language) => [language, makeLanguage(language)]),
  );
  return {
    ...(languages.get(first) ?? makeLanguage(first)),
    languages,
    plans: byName,
    files,
    config: app.config,
  };
}

/**
 * The session without sample defaults: a parameter with such a default is absent if the address does not contain it.
 */
function withoutSamples(session: AppPlan['session'], samples: readonly string[]): AppPlan['session'] {
  return Object.fromEntries(
    Object.entries(session).map(([name, plan]) => {
      const { default: sample, ...rest } = plan;
      return [name, sample !== undefined && samples.includes(`session.${name}`) ? rest : plan];
    }),
  );
}

function nameContent(content: Plan | AppPlan): { readonly name: string; readonly text: string } {
  const text = serializePlan(content);
  return { name: nameOf(text), text };
}

/** A hash, with which pages verify the bytes. */
export function nameOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, NAME_BYTES).toString('base64url');
}

/**
 * The same release with the plans of some screens replaced, in every language; everything else is reused.
 * @param replace - Gets a screen's plan in one language; may return the texts of this language or of all.
 */
export function replacePlans(
  release: Release,
  screens: Iterable<string>,
  replace: (plan: Plan) => Plan,
): Release {
  const [plans, files] = [new Map(release.plans), new Map(release.files)];
  const replaced = [...screens].filter((id) => Object.hasOwn(release.screens, id));
  const inLanguage = (given: LanguageRelease): LanguageRelease => {
    const names = replaced.map((id): [string, string] => {
      const whole = given.screens[id] ?? '';
      const plan = replace(release.plans.get(whole) as Plan);
      const { name, text } = nameContent(plan);
      plans.delete(whole);
      plans.set(name, plan);
      files.delete(whole);
      if (release.files.size > 0) files.set(name, compressOnce(name, text));
      return [id, name];
    });
    return { ...given, screens: { ...given.screens, ...Object.fromEntries(names) } };
  };
  const languages = new Map([...release.languages].map(([name, given]) => [name, inLanguage(given)]));
  return { ...release, ...languages.get(release.language), languages, plans, files };
}

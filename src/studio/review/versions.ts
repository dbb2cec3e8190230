import { compileProject, serializePlan } from '#renderer/grammar/compile.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { readMessages } from '#renderer/grammar/messages.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { inOneLanguage } from '#src/shared/one-language.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { LegalAcknowledgement } from '#src/shared/registry/legal-acknowledgement.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import { findReviewNeeds, type Side } from '#src/review/review-needs.ts';
import { type CompiledSide, findConcerned } from '#src/testing/concerned-states.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import type { Fixtures } from '../load.ts';
import { statesOf, type Version, withPictures } from '../model/version.ts';

export function openVersion(files: readonly SourceFile[]): Version {
  return { files, compiled: withBrand(compileProject(files), files) };
}

/** A state in one language, in two versions. */
export interface StatePair {
  /** `screen state language`. */
  readonly key: string;
  readonly screen: string;
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly before?: ScreenState;
  readonly after?: ScreenState;
}

export interface StatePairs {
  /**
   * States that can differ: first those of changed screens, then those of screens that lead there, then all others.
   */
  readonly toDraw: readonly StatePair[];
  /** Those of changed screens alone. */
  readonly own: readonly StatePair[];
  /** States whose plans are the same. */
  readonly unchanged: readonly StatePair[];
}

/** Sorts the states of both versions into those that can differ and those that cannot. */
export function pairStates(before: Version, after: Version, fixtures: Fixtures): StatePairs {
  const [old, young] = [statesOf(before, fixtures), statesOf(after, fixtures)];
  const screens = [...new Set([...young.keys(), ...old.keys()])];
  const changed = new Set(screens.filter((screen) => planText(before, screen) !== planText(after, screen)));
  const languages = after.compiled.app?.languages.list ?? before.compiled.app?.languages.list ?? [];
  const own: StatePair[] = [];
  const led: StatePair[] = [];
  const rest: StatePair[] = [];
  const unchanged: StatePair[] = [];
  for (const language of languages) {
    const [one, other] = [sideOf(before, screens, language), sideOf(after, screens, language)];
    const whole = findConcerned(one, other);
    // A change of `app.json` can affect every screen; list the screens first whose own plans changed.
    const alone = findConcerned(withoutApp(one), withoutApp(other));
    for (const screen of screens) {
      const names = new Map(
        [...(old.get(screen) ?? []), ...(young.get(screen) ?? [])].map((s) => [s.name, s]),
      );
      for (const [name, state] of names) {
        if (state.lang !== undefined && state.lang !== language) continue;
        const pair = pairOf(screen, name, language, old.get(screen), young.get(screen), state);
        if (!whole.concerns(state)) unchanged.push(pair);
        else if (!alone.concerns(state)) rest.push(pair);
        else (changed.has(screen) ? own : led).push(pair);
      }
    }
  }
  return { toDraw: [...own, ...led, ...rest], own, unchanged };
}

function planText({ compiled: { plans }, files }: Version, screen: string): string | undefined {
  const plan = plans.get(screen);
  return plan && serializePlan(withPictures(plan, files));
}

function pairOf(
  screen: string,
  name: string,
  language: string,
  old: readonly ScreenState[] | undefined,
  young: readonly ScreenState[] | undefined,
  { title }: ScreenState,
): StatePair {
  const before = old?.find((state) => state.name === name);
  const after = young?.find((state) => state.name === name);
  return {
    ...{ key: `${screen} ${name} ${language}`, screen, name, title, language },
    ...(before && { before }),
    ...(after && { after }),
  };
}

function withoutApp({ plans, screens }: CompiledSide): CompiledSide {
  return { plans, screens };
}

function sideOf(
  { compiled: { app, plans }, files }: Version,
  screens: readonly string[],
  language: string,
): CompiledSide {
  if (app === undefined) return { plans, screens };
  const spoken = [...plans].map(
    ([id, plan]) => [id, inOneLanguage(withPictures(plan, files), app, language)] as const,
  );
  return { app: inOneLanguage(app, app, language), plans: new Map<string, Plan>(spoken), screens };
}

/** Changes that need an approval. The registry computes the same from its copy. */
export function needsOf(before: Version, after: Version): readonly ReviewNeed[] {
  const isFirst = before.files.length === 0;
  return findReviewNeeds(isFirst ? undefined : reviewSide(before), reviewSide(after));
}

/** Uses texts and plans in place of hashes, because only equality counts. */
function reviewSide({ files, compiled: { app, plans } }: Version): Side {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return {
    files: Object.fromEntries(texts),
    app: app === undefined ? '' : serializePlan(app),
    plans: Object.fromEntries([...plans].map(([id, plan]) => [id, serializePlan(plan)])),
    plan: (screen) => plans.get(screen) as Plan,
    appPlan: () => app,
    text: (path) => texts.get(path),
  };
}

/**
 * Lint warnings in changed documents, separated by whether they are acknowledged.
 *
 * @param given - Acknowledgements in the release instead of the document.
 */
export function warningsIn(
  { files }: Version,
  changed: ReadonlySet<string>,
  given: readonly LegalAcknowledgement[] = [],
): { readonly open: readonly Problem[]; readonly meant: readonly LegalAcknowledgement[] } {
  const { problems, acknowledged } = inspectProject(files);
  const inDocuments = acknowledged.filter(({ file }) => changed.has(file));
  const said = new Set([...inDocuments, ...given].map(sayPlace));
  const isOpen = (problem: Problem) => problem.severity === 'warning' && !said.has(sayPlace(problem));
  return {
    open: problems.filter((problem) => changed.has(problem.file) && isOpen(problem)),
    meant: [...new Map([...inDocuments, ...given].map((one) => [sayPlace(one), one])).values()],
  };
}

/** Texts that borrowers of a language see untranslated. */
export interface Untranslated {
  readonly language: string;
  readonly sources: readonly string[];
}

/** Texts that have a translation before a change, or did not exist, and have none after it. By language. */
export function newlyUntranslated(before: Version, after: Version): readonly Untranslated[] {
  const [old, young] = [readMessages(before.files), readMessages(after.files)];
  if ('errors' in young) return [];
  const were = new Map(
    'errors' in old ? [] : old.languages.map(({ language, missing }) => [language, missing]),
  );
  return young.languages.flatMap(({ language, missing }) => {
    const known = new Set(were.get(language)?.map(({ id }) => id));
    const sources = missing.flatMap(({ id, source }) => (known.has(id) ? [] : [source]));
    return sources.length === 0 ? [] : [{ language, sources }];
  });
}

function sayPlace({ code, file, pointer, message }: Omit<LegalAcknowledgement, 'reason'>): string {
  return `${code} ${file} ${pointer} ${message}`;
}

/** Groups the pairs by screen and keeps their order. */
export function groupByScreen(
  pairs: readonly StatePair[],
): readonly [screen: string, pairs: readonly StatePair[]][] {
  const screens = new Set(pairs.map(({ screen }) => screen));
  return [...screens].map((screen) => [screen, pairs.filter((pair) => pair.screen === screen)]);
}

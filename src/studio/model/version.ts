import { type Compiled, serializePlan } from '#renderer/grammar/compile.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Contract, readContracts, textsOf } from '#src/shared/contract.ts';
import { inOneLanguage } from '#src/shared/one-language.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { withPseudo } from '#src/simulator/states/pseudo-language.ts';
import { PSEUDO_LANGUAGE } from '#src/shared/pseudo-language.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { listStatesOf, type ScreenState } from '#src/simulator/states/states.ts';
import type { Fixtures } from '../load.ts';
import type { Scene } from '../stage/scene.ts';

/** A snapshot of all documents, with their compiled screens. */
export interface Version {
  readonly files: readonly SourceFile[];
  readonly compiled: Compiled;
}

/** URLs of assets by name. A signed-in person can also load assets of drafts. */
export function assetsOf(files: readonly SourceFile[]): { readonly [name: string]: string } {
  return Object.fromEntries(
    files.flatMap(({ path, text }) => {
      const [, name, ending] = isAsset(path) ? (/([^/]+)(\.\w+)$/.exec(path) ?? []) : [];
      return name === undefined ? [] : [[name, `/capiz/assets/${name}-${text.slice(0, 10)}${ending}`]];
    }),
  );
}

/** The plan with the assets that it uses; with all of them if it computes an asset's name. */
export function withPictures(plan: Plan, files: readonly SourceFile[]): Plan {
  const all = assetsOf(files);
  const named = [...serializePlan(plan).matchAll(/asset:([\w-]*)/g)].map(([, name]) => name ?? '');
  if (named.length === 0) return plan;
  const assets = named.every((name) => Object.hasOwn(all, name))
    ? Object.fromEntries(Object.entries(all).filter(([name]) => named.includes(name)))
    : all;
  return { ...plan, assets };
}

/** All states of all screens of a version. */
export function statesOf(version: Version, fixtures: Fixtures): ReadonlyMap<string, readonly ScreenState[]> {
  const ids = [...version.compiled.plans.keys()];
  return new Map(ids.map((screen) => [screen, statesOfScreen(version, fixtures, screen)]));
}

/** All states of a screen; none if the version does not have the screen. */
export function statesOfScreen(
  { compiled: { app, plans } }: Version,
  { states, scenarios }: Fixtures,
  screen: string,
): readonly ScreenState[] {
  const plan = plans.get(screen);
  if (app === undefined || plan === undefined) return [];
  // Ignore invalid fixtures: the server has logged them.
  return listStatesOf(screen, app, plan, states, scenarios, () => {});
}

/** A cached scene with its inputs. */
interface Made {
  readonly of: readonly unknown[];
  readonly scene: Scene;
  /** All compiled plans, including those of screens that were compiled after the scene was made. */
  plans: Version['compiled']['plans'];
}

/**
 * Cache: the preview re-renders every new scene, so a scene must keep its identity while other screens are compiled.
 */
const made = new WeakMap<Version['files'], Map<string, Made>>();

/** The scene of a state; undefined if the version cannot be rendered. */
export function sceneOf(
  version: Version,
  fixtures: Fixtures,
  state: ScreenState,
  look: Pick<Scene, 'theme' | 'textScale' | 'reader' | 'safeArea' | 'motion' | 'isSlow'> & {
    readonly language: string;
  },
): Scene | undefined {
  const { app, plans } = version.compiled;
  if (app === undefined) return undefined;
  const { theme, textScale, reader, safeArea, motion, isSlow } = look;
  // A state with a fixed language ignores the preview's language.
  const { list } = app.languages;
  const language = state.lang !== undefined && list.includes(state.lang) ? state.lang : look.language;
  const key = JSON.stringify([state, language, theme, textScale, reader, safeArea, motion, isSlow]);
  const of = [app, plans.get(state.screen), fixtures];
  const ofVersion = made.get(version.files) ?? new Map<string, Made>();
  made.set(version.files, ofVersion);
  const before = ofVersion.get(key);
  if (before !== undefined && before.of.every((part, at) => part === of[at])) {
    before.plans = plans;
    return before.scene;
  }
  const assets = assetsOf(version.files);
  const isPseudo = language === PSEUDO_LANGUAGE;
  const known = <P extends AppPlan | Plan>(plan: P): P =>
    isPseudo ? withPseudo(plan, app.languages.default) : plan;
  const languages = { ...app.languages, list: [...app.languages.list, PSEUDO_LANGUAGE] };
  const spoken = isPseudo ? { ...known(app), languages } : app;
  const scene: Scene = {
    app: { language, plan: inOneLanguage(spoken, spoken, language) },
    planOf(screen) {
      const plan = one.plans.get(screen);
      return plan && { ...inOneLanguage(known(plan), spoken, language), assets };
    },
    state,
    rehearsal: { ...fixtures, contracts: contractsOf(version) },
    ...{ theme, reader, safeArea, motion, isSlow },
    // A text size chosen in the preview wins over the state's.
    textScale: textScale === 1 ? (state.textScale ?? 1) : textScale,
  };
  const one: Made = { of, scene, plans };
  ofVersion.set(key, one);
  return scene;
}

/** Cache: all scenes of a version share their parsed contracts, and versions with equal contracts do too. */
const contracts = new WeakMap<Version, readonly Contract[]>();
let last: { readonly of: readonly unknown[]; readonly read: readonly Contract[] } | undefined;

export function contractsOf(version: Version): readonly Contract[] {
  const known = contracts.get(version);
  if (known !== undefined) return known;
  const texts = version.compiled.app && textsOf(version.compiled.app);
  const files = version.files.filter(({ path }) => path.startsWith('schemas/api/'));
  const of = [JSON.stringify(texts), ...files];
  if (last === undefined || last.of.length !== of.length || last.of.some((one, at) => one !== of[at])) {
    const encoder = new TextEncoder();
    const bytes = new Map(files.map(({ path, text }) => [path, encoder.encode(text)]));
    last = { of, read: readContracts(bytes, texts) };
  }
  contracts.set(version, last.read);
  return last.read;
}

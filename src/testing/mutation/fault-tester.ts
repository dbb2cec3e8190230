import { existsSync, readFileSync } from 'node:fs';
import type { Fault } from '#renderer/grammar/mutation/plant.ts';
import type { Project } from '#renderer/grammar/project.ts';
import type { LanguageRelease, Release } from '#src/server/delivery/release.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Script } from '#src/shared/scripts.ts';
import type { Collector } from '../coverage/collect.ts';
import type { DrawnLine, DrawnState } from '../drawn.ts';
import { playScript, type Watch } from '../play-script.ts';
import { prepareScreens } from '../prepare.ts';
import { makeTestRelease, type TestProject } from '../project.ts';
import { drawState } from '../run-screen.ts';
import { LOOKS, readSnapshot, SCRIPT_RECORDS, scriptBlock } from '../snapshot-file.ts';
import { pathOf } from '../snapshots.ts';
import { type Hits, whoReaches } from './reach.ts';
import type { Slice } from './slice.ts';

/** What noticed a planted fault first: a problem's code, or `<screen>/<state or script>`. */
export type Noticed = { readonly by: 'check' | 'test'; readonly where: string } | { readonly by: 'nobody' };

/** A state or a script of a screen, with its snapshots: text and looks. */
interface Trial {
  readonly name: string;
  readonly expected: string;
  readonly expectedLooks: string;
  run(project: TestProject, watch?: Watch): Promise<DrawnState>;
}

/** Tests faults of one document, one after the other. */
export interface FaultTester {
  /** @throws Error if the screens differ from their snapshots without a fault. */
  test(fault: Fault): Promise<Noticed>;
  /** @throws Error if the screens differ from their snapshots after the faults were removed. */
  finish(): Promise<void>;
}

/**
 * Predicts the result of `capiz check` and then `capiz test`, and stops at the first difference. Renders only the
 * project's first language, and only states and scripts that reach the fault; a fault that only another state shows
 * counts as unnoticed.
 *
 * @param slice - The document's slice of the same project.
 * @param collector - The thread's collector, which records once, without a fault, what each state or script reaches.
 */
export function createFaultTester(project: TestProject, slice: Slice, collector: Collector): FaultTester {
  const trials = trialsOf(project, slice.screens);
  let reach: Promise<ReadonlyMap<Trial, Hits>> | undefined;

  /** Fails for a trial that differs without a fault, because it would notice every fault. */
  async function prove(trial: Trial, by = project, watch?: Watch): Promise<void> {
    if (!isAsWritten(await trial.run(by, watch), trial))
      throw new Error(`${trial.name} differs without any fault; capiz test says more`);
  }

  async function follow(): Promise<ReadonlyMap<Trial, Hits>> {
    await prepareScreens(collector.project.release.plans.values());
    const found = new Map<Trial, Hits>();
    for (const trial of trials) {
      collector.forget();
      await prove(trial, collector.project, collector.watch);
      found.set(trial, new Set(collector.hits));
    }
    return found;
  }

  return {
    async test(fault) {
      const { project: changed, found } = slice.check(fault.apply());
      const [first] = [...found].sort((a, b) => (a.severity < b.severity ? -1 : 1));
      if (first !== undefined) return { by: 'check', where: first.code };
      reach ??= follow();
      const who = whoReaches(await reach, fault.file, fault.pointer);
      const planted = withPlans(project, changed, slice.screens);
      await prepareScreens(slice.screens.flatMap((id) => changed.screens[id]?.plan ?? []));
      for (const trial of who) {
        if (!isAsWritten(await trial.run(planted), trial)) return { by: 'test', where: trial.name };
      }
      return { by: 'nobody' };
    },
    async finish() {
      // A state left behind by a fault would be attributed to the next fault.
      const [first] = trials;
      if (first !== undefined) await prove(first);
    },
  };
}

function isAsWritten({ lines, looks = [], failure }: DrawnState, trial: Trial): boolean {
  return failure === undefined && textOf(lines) === trial.expected && textOf(looks) === trial.expectedLooks;
}

function textOf(lines: readonly DrawnLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function trialsOf(project: TestProject, screens: readonly string[]): readonly Trial[] {
  const { language } = project.release;
  const trials = screens.flatMap((screen) => {
    const states = (project.states.get(screen) ?? []).map((state) => ofState(project, state, language));
    const scripts = (project.scripts.get(screen) ?? []).map((script) => ofScript(project, screen, script));
    // Begin with the content states, because they show most; then try the scripts.
    const usual = states.filter(({ name }) => name.endsWith('/content'));
    return [...usual, ...scripts, ...states.filter((one) => !usual.includes(one))];
  });
  // A state with the same text as an earlier one rarely shows anything else.
  const told = new Set<string>();
  const isFresh = ({ expected, expectedLooks }: Trial): boolean => {
    const text = JSON.stringify([expected, expectedLooks]);
    return told.size < told.add(text).size;
  };
  const fresh = new Set(trials.filter(isFresh));
  return [...fresh, ...trials.filter((trial) => !fresh.has(trial))];
}

function ofState(project: TestProject, state: ScreenState, first: string): Trial {
  const language = state.lang ?? first;
  return {
    name: `${state.screen}/${state.name}`,
    expected: written(project, state.screen, language, state.name),
    expectedLooks: written(project, state.screen, LOOKS, state.name),
    run: async (one, watch) => (await drawState(one, state, language, { watch })).drawn,
  };
}

function ofScript(project: TestProject, screen: string, script: Script): Trial {
  return {
    name: `${screen}/${script.name}`,
    expected: written(project, screen, SCRIPT_RECORDS, script.name),
    expectedLooks: written(project, screen, LOOKS, scriptBlock(script.name)),
    run: (one, watch) => playScript(one, screen, script, watch),
  };
}

function written({ root }: TestProject, screen: string, language: string, name: string): string {
  const path = pathOf(root, screen, language);
  const blocks = existsSync(path) ? readSnapshot(readFileSync(path, 'utf8')) : [];
  return blocks.find(({ state }) => state === name)?.lines.join('\n') ?? '';
}

/** The project with other plans of some screens, and the matching application. */
function withPlans(project: TestProject, { app, screens }: Project, ids: readonly string[]): TestProject {
  if (app === undefined) return project;
  const plans = new Map(ids.flatMap((id) => (screens[id] ? [[id, screens[id].plan] as const] : [])));
  const fresh = makeTestRelease(app, plans, project.assets);
  const { release } = project;
  const merge = <R extends LanguageRelease>(former: LanguageRelease, one: R): R => ({
    ...one,
    screens: { ...former.screens, ...one.screens },
  });
  const merged: Release = {
    ...merge(release, fresh),
    languages: new Map(
      [...fresh.languages].map(([name, one]) => [name, merge(release.languages.get(name) ?? release, one)]),
    ),
    plans: new Map([...release.plans, ...fresh.plans]),
  };
  return { ...project, release: merged };
}

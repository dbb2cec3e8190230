import { existsSync, readFileSync } from 'node:fs';
import type { Fault } from '#renderer/grammar/mutation/plant.ts';
import type { Project } from '#renderer/grammar/project.ts';
import type { LanguageRelease, Release } from '#src/server/delivery/release.ts';
import type { ScreenState } from '#src/server/reference/states.ts';
import type { Script } from '#src/shared/scripts.ts';
import type { DrawnState } from '../drawn.ts';
import { playScript } from '../play-script.ts';
import { prepareScreens } from '../prepare.ts';
import { makeTestRelease, type TestProject } from '../project.ts';
import { drawState } from '../run-screen.ts';
import { readSnapshot, SCRIPT_RECORDS } from '../snapshot-file.ts';
import { pathOf } from '../snapshots.ts';
import type { Slice } from './slice.ts';

/** Who notices a planted fault first, and where: a problem's code, or `<screen>/<state or script>`. */
export type Noticed = { readonly by: 'check' | 'test'; readonly where: string } | { readonly by: 'nobody' };

/** A state or a script of a screen, and what is written of it. */
interface Trial {
  readonly name: string;
  readonly expected: string;
  run(project: TestProject): Promise<DrawnState>;
}

/** Judges faults of one document, one after the other. */
export interface Judge {
  judge(fault: Fault): Promise<Noticed>;
  /** @throws Error where the screens, without any fault, are not drawn as is written. */
  finish(): Promise<void>;
}

/**
 * What `capiz check` and then `capiz test` would say, as quickly as that can be known: the first difference ends it. Only
 * the project's first language is drawn, and a fault that the others alone would show counts as unnoticed.
 *
 * @param slice - Of the document, in the same project.
 */
export function createJudge(project: TestProject, slice: Slice): Judge {
  const trials = trialsOf(project, slice.screens);
  /** Where faults were noticed so far: one nearby is likely noticed there too. */
  const before: { readonly names: readonly string[]; readonly trial: Trial }[] = [];
  const sound = new Set<Trial>();

  function inOrder(pointer: string): readonly Trial[] {
    const names = pointer.split('/');
    const near = new Map<Trial, number>();
    for (const one of before) {
      const shared = one.names.findIndex((name, index) => name !== names[index]);
      const depth = (shared < 0 ? one.names.length : shared) + 0.5;
      near.set(one.trial, Math.max(near.get(one.trial) ?? 0, depth));
    }
    return [...trials].sort((a, b) => (near.get(b) ?? 0) - (near.get(a) ?? 0));
  }

  /** A trial that fails by itself would notice everything. */
  async function prove(trial: Trial): Promise<void> {
    if (isAsWritten(await trial.run(project), trial)) sound.add(trial);
    else throw new Error(`${trial.name} differs without any fault; capiz test says more`);
  }

  return {
    async judge(fault) {
      const { project: changed, found } = slice.check(fault.apply());
      const [first] = [...found].sort((a, b) => (a.severity < b.severity ? -1 : 1));
      if (first !== undefined) return { by: 'check', where: first.code };
      const planted = withPlans(project, changed, slice.screens);
      await prepareScreens(slice.screens.flatMap((id) => changed.screens[id]?.plan ?? []));
      for (const trial of inOrder(fault.pointer)) {
        if (isAsWritten(await trial.run(planted), trial)) continue;
        if (!sound.has(trial)) await prove(trial);
        before.push({ names: fault.pointer.split('/'), trial });
        return { by: 'test', where: trial.name };
      }
      return { by: 'nobody' };
    },
    async finish() {
      // What a fault left behind would be taken for the next one's doing.
      const [first] = trials;
      if (first !== undefined) await prove(first);
    },
  };
}

function isAsWritten({ lines, failure }: DrawnState, { expected }: Trial): boolean {
  return failure === undefined && lines.map(({ text }) => text).join('\n') === expected;
}

function trialsOf(project: TestProject, screens: readonly string[]): readonly Trial[] {
  const { language } = project.release;
  const trials = screens.flatMap((screen) => {
    const states = (project.states.get(screen) ?? []).map((state) => ofState(project, state, language));
    const scripts = (project.scripts.get(screen) ?? []).map((script) => ofScript(project, screen, script));
    // How a screen usually stands shows most, then what is done on it.
    const usual = states.filter(({ name }) => name.endsWith('/content'));
    return [...usual, ...scripts, ...states.filter((one) => !usual.includes(one))];
  });
  return trials;
}

function ofState(project: TestProject, state: ScreenState, first: string): Trial {
  const language = state.lang ?? first;
  return {
    name: `${state.screen}/${state.name}`,
    expected: written(project, state.screen, language, state.name),
    run: async (one) => (await drawState(one, state, language)).drawn,
  };
}

function ofScript(project: TestProject, screen: string, script: Script): Trial {
  return {
    name: `${screen}/${script.name}`,
    expected: written(project, screen, SCRIPT_RECORDS, script.name),
    run: (one) => playScript(one, screen, script),
  };
}

function written({ root }: TestProject, screen: string, language: string, name: string): string {
  const path = pathOf(root, screen, language);
  const blocks = existsSync(path) ? readSnapshot(readFileSync(path, 'utf8')) : [];
  return blocks.find(({ state }) => state === name)?.lines.join('\n') ?? '';
}

/** The project with other plans of some screens, and the application that goes with them. */
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

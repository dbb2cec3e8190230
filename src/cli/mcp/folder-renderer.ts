import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { isRefused, refuse, type Done, type Refusal, type Result } from '#src/assistant/answer.ts';
import type { Changes, RenderAsked, StateRenderer, TestAsked } from '#src/assistant/workspace.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { DrawnState } from '#src/testing/drawn.ts';
import type { Pool } from '#src/testing/pool.ts';
import type { ProjectReader, TestProject } from '#src/testing/project.ts';
import { LOOKS } from '#src/testing/snapshot-file.ts';
import { openCameraOf } from '../camera.ts';
import { type Terminal, UsageError } from '../command.ts';

type Refused = { readonly refused: Refusal };

/** Snapshots that a run wrote. */
export interface WroteSnapshots {
  readonly before: Changes;
  readonly after: Changes;
}

const SNAPSHOTS = 'fixtures/snapshots';
/** Misses of a coverage in one answer. */
const MISSES = 80;
const PLAIN = makeColours(false);
/** Rendering code is loaded at the first call: most sessions begin with reading. */
const loadTesting = async () => ({
  ...(await import('#src/testing/project.ts')),
  ...(await import('#src/testing/pool.ts')),
  ...(await import('#src/testing/test-run.ts')),
});

/** Renders the states of a project in a folder, in threads that stay for the next call. */
export class FolderRenderer implements StateRenderer {
  readonly #root: string;
  readonly #terminal: Terminal;
  readonly #wrote: (snapshots: WroteSnapshots) => void;
  #pool: Pool | undefined;
  #reader: ProjectReader | undefined;
  /** Counts the calls: threads read the project again at each. */
  #version = 0;

  constructor(root: string, terminal: Terminal, wrote: (snapshots: WroteSnapshots) => void) {
    this.#root = root;
    this.#terminal = terminal;
    this.#wrote = wrote;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = undefined;
  }

  async render({ screen, states, language, png }: RenderAsked): Promise<Result> {
    const project = await this.#load();
    if (isRefused(project)) return project;
    const all = project.states.get(screen);
    if (all === undefined)
      return refuse(
        'unknown',
        `There is no screen "${screen}".`,
        didYouMean(screen, project.states.keys()) ?? 'overview lists the screens.',
      );
    const names = all.map(({ name }) => name);
    const unknown = states.find((one) => !names.includes(one));
    if (unknown !== undefined)
      return refuse('unknown', `${screen} has no state "${unknown}".`, `It has ${names.join(', ')}.`);
    const spoken = [...project.release.languages.keys()];
    if (language !== undefined && !spoken.includes(language))
      return refuse('unknown', `There is no language "${language}".`, `There are ${spoken.join(', ')}.`);
    if (png) return this.#shoot(screen, states[0] ?? '', language);
    const wanted = states.length === 0 ? names : states;
    const drawn = await this.#inThreads((pool) =>
      pool.run([
        {
          screen,
          names: wanted,
          scripts: [],
          languages: [language ?? project.release.language],
          version: this.#version,
        },
      ]),
    );
    if ('refused' in drawn) return drawn;
    return sayDrawn(
      screen,
      (drawn.done[0] ?? []).filter((one) => one.language !== LOOKS),
    );
  }

  async test({ screens, name, accept }: TestAsked): Promise<Result> {
    const { ACCEPT, runTests, describeRun, createProjectReader } = await loadTesting();
    const reader = (this.#reader ??= createProjectReader(this.#root));
    const before = this.#readSnapshots();
    const began = performance.now();
    const run = await this.#inThreads((pool) =>
      runTests({
        root: this.#root,
        folder: this.#root,
        paths: screens,
        name,
        writes: accept ? 'all' : 'missing',
        warm: { pool, version: this.#version, reader },
      }),
    );
    if ('refused' in run) return run;
    const wrote = this.#reportWritten(before);
    const { report, isClean } = run.done;
    const bad = [...report.states, ...report.scripts, ...report.looks].filter(
      ({ verdict }) => verdict !== 'passed' && verdict !== 'written',
    );
    const covered = screens.length > 0 && isClean ? await this.cover(screens) : undefined;
    const reached = covered === undefined || isRefused(covered) ? undefined : covered;
    return {
      text: [
        describeRun(run.done, PLAIN, performance.now() - began)
          .replace(ACCEPT, 'To accept all of them, if they are as wished: test with accept.')
          .trimEnd(),
        '(Counted are states, scripts, and how each looks.)',
        ...(await sayWritten(wrote)),
        ...(reached === undefined ? [] : [reached.text]),
      ].join('\n'),
      data: {
        isClean,
        summary: report.summary,
        failures: bad,
        obsoleteFiles: report.obsoleteFiles,
        ...(reached !== undefined && { coverage: reached.data }),
      },
    };
  }

  async cover(screens: readonly string[]): Promise<Result> {
    const { runTests } = await loadTesting();
    const { makeCoverage } = await import('#src/testing/coverage/report.ts');
    const { describeCoverage } = await import('#src/testing/coverage/print.ts');
    // The threads of a coverage run are started for it: they record what is reached.
    const run = await this.#guard(() =>
      runTests({
        root: this.#root,
        folder: this.#root,
        paths: screens,
        name: undefined,
        writes: 'none',
        covers: true,
      }),
    );
    if ('refused' in run) return run;
    const coverage = makeCoverage(run.done);
    const { total, misses, screens: covered } = coverage;
    const left = misses.length - MISSES;
    return {
      text: [
        describeCoverage({ ...coverage, misses: misses.slice(0, MISSES) }, PLAIN, true),
        ...(left > 0 ? [`… and ${left} more places that nothing reaches.`] : []),
      ].join(''),
      data: {
        total,
        screens: covered,
        misses: misses.slice(0, MISSES),
        left: Math.max(0, misses.length - MISSES),
      },
    };
  }

  async compare(before: readonly ProjectFile[], after: readonly ProjectFile[]): Promise<Done> {
    const { compareVersions } = await import('#src/testing/compare-versions.ts');
    const compared = await this.#guard(() => compareVersions(this.#root, before, after));
    if ('refused' in compared) {
      const { why } = compared.refused;
      return {
        text: `States were not compared, because the documents before the edits cannot be rendered with the fixtures of now: ${why} Render what is new.`,
        data: { notCompared: why },
      };
    }
    const { changed, unchanged } = compared.done;
    const lines = changed.map(
      ({ screen, state, language, before: old = [], after: young = [] }) =>
        `${screen}/${state} (${language})\nbefore:\n${indent(old)}\nafter:\n${indent(young)}`,
    );
    return {
      text: [`${changed.length} states changed, ${unchanged.length} did not.`, ...lines].join('\n'),
      data: { states: { changed, unchanged: unchanged.length } },
    };
  }

  /** The project with its states. */
  async #load(): Promise<TestProject | Refused> {
    const { loadTestProject } = await loadTesting();
    const loaded = await this.#guard(() => Promise.resolve(loadTestProject(this.#root)));
    return 'refused' in loaded ? loaded : loaded.done;
  }

  async #shoot(screen: string, name: string, language: string | undefined): Promise<Result> {
    try {
      const camera = await openCameraOf(this.#terminal, this.#root);
      try {
        const state = camera.states.find((one) => one.screen === screen && one.name === name);
        if (state === undefined)
          return refuse('unknown', `${screen} has no state "${name}".`, 'Render it without png.');
        const pictures = await camera.shoot(state, {
          themes: ['light'],
          ...(language !== undefined && { language }),
        });
        return {
          text: `${screen}/${name}: ${pictures.length} images.`,
          data: { screen, state: name, images: pictures.length },
          images: pictures.map(({ png }) => png),
        };
      } finally {
        await camera.close();
      }
    } catch (error) {
      return refuse('no-screenshot', messageOf(error), 'Render it without png.');
    }
  }

  async #inThreads<T>(run: (pool: Pool) => Promise<T>): Promise<{ readonly done: T } | Refused> {
    const { createPool } = await loadTesting();
    this.#version += 1;
    const pool = (this.#pool ??= createPool(this.#root));
    const done = await this.#guard(() => run(pool));
    // A thread that failed may be stopped.
    if ('refused' in done) await this.close();
    return done;
  }

  async #guard<T>(run: () => Promise<T>): Promise<{ readonly done: T } | Refused> {
    const { UnsoundProject, UnknownPath } = await loadTesting();
    if (!existsSync(join(this.#root, 'fixtures/scenarios')))
      return refuse(
        'no-scenario',
        'There is no scenario, so the simulated service answers nothing.',
        'Create fixtures/scenarios/<name>.json that opens the screen: reference document/scenario.',
      );
    try {
      return { done: await run() };
    } catch (error) {
      if (error instanceof UnsoundProject)
        return refuse('unsound', messageOf(error), 'Correct what check reports, then repeat it.');
      if (error instanceof UnknownPath || error instanceof UsageError)
        return refuse('unknown', messageOf(error), 'overview lists the screens.');
      return refuse('not-rendered', messageOf(error), 'Correct the document or fixture, then repeat it.');
    }
  }

  #readSnapshots(): Map<string, string> {
    const folder = resolve(this.#root, SNAPSHOTS);
    if (!existsSync(folder)) return new Map();
    return new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.txt'))
        .map((name) => [
          `${SNAPSHOTS}/${name.replaceAll('\\', '/')}`,
          readFileSync(join(folder, name), 'utf8'),
        ]),
    );
  }

  /** @returns the snapshots that a run wrote. */
  #reportWritten(before: ReadonlyMap<string, string>): WroteSnapshots {
    const after = this.#readSnapshots();
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    const pick = (texts: ReadonlyMap<string, string>): Changes =>
      new Map(changed.map((path) => [path, texts.get(path) ?? null]));
    const wrote = { before: pick(before), after: pick(after) };
    if (changed.length > 0) this.#wrote(wrote);
    return wrote;
  }
}

/** Characters of snapshots in one answer. */
const LONGEST_WRITTEN = 30_000;

/** The blocks of snapshots that are new or different, without the looks. */
async function sayWritten({ before, after }: WroteSnapshots): Promise<readonly string[]> {
  const { readSnapshot } = await import('#src/testing/snapshot-file.ts');
  const lines: string[] = [];
  for (const [path, text] of after) {
    if (text === null || path.startsWith(`${SNAPSHOTS}/${LOOKS}/`)) continue;
    const known = new Map(
      readSnapshot(before.get(path) ?? '').map(({ state, lines: old }) => [state, old.join('\n')]),
    );
    for (const { state, title, lines: young } of readSnapshot(text))
      if (known.get(state) !== young.join('\n'))
        lines.push(`--- written to ${path}: ${state} (${title})`, ...young);
  }
  const whole = lines.join('\n');
  if (whole.length <= LONGEST_WRITTEN) return whole === '' ? [] : [whole];
  return [`${whole.slice(0, LONGEST_WRITTEN)}\n… the rest is left out: render shows single states.`];
}

/** Each tree once, with the names of all states that show it. */
function sayDrawn(screen: string, drawn: readonly DrawnState[]): Done {
  const groups = new Map<string, string[]>();
  const failures: { state: string; failure: string }[] = [];
  for (const { state, lines, failure } of drawn) {
    if (failure !== undefined) {
      failures.push({ state, failure });
      continue;
    }
    const tree = lines.map(({ text }) => text).join('\n');
    groups.set(tree, [...(groups.get(tree) ?? []), state]);
  }
  const trees = [...groups].map(([tree, states]) => ({ states, tree }));
  return {
    text: [
      ...failures.map(({ state, failure }) => `FAILED ${screen}/${state}: ${failure}`),
      ...trees.map(
        ({ states, tree }) => `--- ${states.map((state) => `${screen}/${state}`).join(', ')}\n${tree}`,
      ),
    ].join('\n'),
    data: { screen, trees, failures },
  };
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

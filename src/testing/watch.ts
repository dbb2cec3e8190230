import type { TestOptions, TestRun } from './test-run.ts';

/** An event: files changed, or a key was pressed. */
export type WatchEvent =
  | { readonly paths: readonly string[] }
  | { readonly key: 'all' | 'failed' | 'update' | 'quit' }
  /** Part of `<screen>/<name>`; empty for all. */
  | { readonly pattern: string };

export type Selection = Pick<TestOptions, 'paths' | 'name' | 'writes'>;

export interface WatchMethods {
  /** Renders only a screen's content in one language and compares; writes nothing. @throws Same as `run`. */
  glance(screen: string): Promise<TestRun>;
  /** Renders and compares. @throws Error with a message for people if the definitions have errors. */
  run(selection: Selection): Promise<TestRun>;
  /** Watched screens that a change of these files may affect; undefined for all. */
  affected(paths: readonly string[]): readonly string[] | undefined;
  /** Called before each run, and with its result. */
  notify(update: WatchUpdate): void;
  events: AsyncIterable<WatchEvent>;
}

export type WatchUpdate =
  | { readonly kind: 'begins'; readonly why: string }
  /** The first result, for one state; the complete one follows. */
  | { readonly kind: 'glanced'; readonly run: TestRun }
  | { readonly kind: 'ended'; readonly run: TestRun }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'nothing'; readonly why: string };

/**
 * Runs the selection, and then after each change the affected screens, until the person quits.
 *
 * @param first - The selection to watch. Only missing snapshots are written, unless the person presses the update key.
 * @returns Whether everything matched the snapshots at the end.
 */
export async function watchTests(first: Selection, methods: WatchMethods): Promise<boolean> {
  const wrong = new Set<string>();
  /** Files that changed while the definitions had errors. */
  let owed: readonly string[] = [];
  let { name } = first;

  async function go(selection: Selection, why: string, first?: string): Promise<void> {
    methods.notify({ kind: 'begins', why });
    try {
      if (first !== undefined) methods.notify({ kind: 'glanced', run: await methods.glance(first) });
      const run = await methods.run(selection);
      for (const screen of run.screens) wrong.delete(screen);
      for (const screen of screensAtFault(run)) wrong.add(screen);
      owed = [];
      methods.notify({ kind: 'ended', run });
    } catch (error) {
      methods.notify({ kind: 'failed', error });
    }
  }

  const all = (): Selection => ({ ...first, name });
  await go(all(), 'everything');
  for await (const event of methods.events) {
    if ('pattern' in event) {
      name = event.pattern === '' ? undefined : event.pattern;
      await go(all(), name === undefined ? 'everything' : `what contains "${name}"`);
      continue;
    }
    if ('paths' in event) {
      owed = [...new Set([...owed, ...event.paths])];
      const [only] = event.paths;
      const why = owed.length === 1 && only !== undefined ? only : `${owed.length} files`;
      let screens: readonly string[] | undefined;
      try {
        screens = methods.affected(owed);
      } catch (error) {
        methods.notify({ kind: 'failed', error });
        continue;
      }
      if (screens === undefined) await go(all(), why);
      else if (screens.length === 0) methods.notify({ kind: 'nothing', why: `${why}: no state shows it` });
      else {
        // Show the edited screen first.
        const edited = screens.find((screen) => owed.includes(`screens/${screen}.screen.json`)) ?? screens[0];
        const glanced = name === undefined ? edited : undefined;
        await go({ paths: screens, name, writes: first.writes }, `${why}: ${screens.join(', ')}`, glanced);
      }
      continue;
    }
    if (event.key === 'quit') break;
    if (event.key === 'all') await go(all(), 'everything');
    else if (wrong.size === 0) methods.notify({ kind: 'nothing', why: 'nothing failed' });
    else if (event.key === 'failed')
      await go({ paths: [...wrong], name, writes: first.writes }, `failed: ${[...wrong].join(', ')}`);
    else await go({ paths: [...wrong], name, writes: 'all' }, `update: ${[...wrong].join(', ')}`);
  }
  return wrong.size === 0;
}

/** Screens with a difference. */
function screensAtFault({ report }: TestRun): readonly string[] {
  const all = [...report.states, ...report.scripts, ...report.looks];
  const wrong = all.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'written');
  return [...new Set(wrong.map(({ screen }) => screen))];
}

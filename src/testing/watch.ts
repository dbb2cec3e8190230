import type { TestOptions, TestRun } from './test-run.ts';

/** What happens while it waits: files became others, or a key was pressed. */
export type WatchEvent =
  | { readonly paths: readonly string[] }
  | { readonly key: 'all' | 'failed' | 'update' | 'quit' }
  /** Part of `<screen>/<name>`; empty for all. */
  | { readonly pattern: string };

export type Selection = Pick<TestOptions, 'paths' | 'name' | 'writes'>;

export interface WatchHands {
  /** Draws how a screen usually stands, in one language, and compares; nothing is written. @throws As `run`. */
  glance(screen: string): Promise<TestRun>;
  /** Draws and compares. @throws Error where the definitions have errors, for a person to read. */
  run(selection: Selection): Promise<TestRun>;
  /** Screens that a change of these files may tell differently, of those that are watched; undefined for all. */
  affected(paths: readonly string[]): readonly string[] | undefined;
  /** Told before each run, and with what became of it. */
  tell(told: WatchTold): void;
  events: AsyncIterable<WatchEvent>;
}

export type WatchTold =
  | { readonly kind: 'begins'; readonly why: string }
  /** The first answer; the whole one follows. */
  | { readonly kind: 'glanced'; readonly run: TestRun }
  | { readonly kind: 'ended'; readonly run: TestRun }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'nothing'; readonly why: string };

/**
 * Runs everything that is asked for, and then after each change what it concerns, until somebody quits.
 *
 * @param first - What is watched; nothing is written but what there is none of yet, unless somebody says so.
 * @returns Whether all was as written when it ended.
 */
export async function watchTests(first: Selection, hands: WatchHands): Promise<boolean> {
  const wrong = new Set<string>();
  /** Changed while the definitions had errors. */
  let owed: readonly string[] = [];
  let { name } = first;

  async function go(selection: Selection, why: string, first?: string): Promise<void> {
    hands.tell({ kind: 'begins', why });
    try {
      if (first !== undefined) hands.tell({ kind: 'glanced', run: await hands.glance(first) });
      const run = await hands.run(selection);
      for (const screen of run.screens) wrong.delete(screen);
      for (const screen of screensAtFault(run)) wrong.add(screen);
      owed = [];
      hands.tell({ kind: 'ended', run });
    } catch (error) {
      hands.tell({ kind: 'failed', error });
    }
  }

  const all = (): Selection => ({ ...first, name });
  await go(all(), 'everything');
  for await (const event of hands.events) {
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
        screens = hands.affected(owed);
      } catch (error) {
        hands.tell({ kind: 'failed', error });
        continue;
      }
      if (screens === undefined) await go(all(), why);
      else if (screens.length === 0) hands.tell({ kind: 'nothing', why: `${why}: no state shows it` });
      else {
        // Whoever edits a screen looks at that one.
        const edited = screens.find((screen) => owed.includes(`screens/${screen}.screen.json`)) ?? screens[0];
        const glanced = name === undefined ? edited : undefined;
        await go({ paths: screens, name, writes: first.writes }, `${why}: ${screens.join(', ')}`, glanced);
      }
      continue;
    }
    if (event.key === 'quit') break;
    if (event.key === 'all') await go(all(), 'everything');
    else if (wrong.size === 0) hands.tell({ kind: 'nothing', why: 'nothing failed' });
    else if (event.key === 'failed')
      await go({ paths: [...wrong], name, writes: first.writes }, `failed: ${[...wrong].join(', ')}`);
    else await go({ paths: [...wrong], name, writes: 'all' }, `update: ${[...wrong].join(', ')}`);
  }
  return wrong.size === 0;
}

/** Screens of which something is not as written. */
function screensAtFault({ report }: TestRun): readonly string[] {
  const all = [...report.states, ...report.scripts, ...report.looks];
  const wrong = all.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'written');
  return [...new Set(wrong.map(({ screen }) => screen))];
}

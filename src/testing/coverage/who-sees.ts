import { createPool, type Job } from '../pool.ts';
import { loadTestProject } from '../project.ts';

/** Which states and scripts of a project reach a place of a definition. */
export interface Seers {
  /** By what came of it there; each `<screen>/<state or script>`. Of a condition `true` and `false`. */
  readonly ways: { readonly [way: string]: readonly string[] };
  /** All that were asked: those of every screen that is made of the document. */
  readonly asked: number;
}

/**
 * Draws every state and plays every script of the screens that are made of a document, in the first language that each
 * speaks, and says which reach a place.
 *
 * @param pointer - Of a node, an action or a condition; of anything else whatever it has in it counts.
 * @throws UnsoundProject.
 */
export async function whoSees(root: string, file: string, pointer: string): Promise<Seers> {
  const { compiled, states, scripts, release } = loadTestProject(root);
  const screens = [...states.keys()].filter(
    (screen) =>
      file === `screens/${screen}.screen.json` ||
      Object.values(compiled.screens[screen]?.origins ?? {}).some((origin) => origin.file === file),
  );
  const jobs = screens.flatMap((screen): Job[] => [
    ...(states.get(screen) ?? []).map(({ name, lang }) => ({
      screen,
      names: [name],
      scripts: [],
      languages: [lang ?? release.language],
    })),
    ...(scripts.get(screen) ?? []).map(({ name }) => ({ screen, names: [], scripts: [name] })),
  ]);
  const found = new Map<string, Set<string>>();
  const place = `${file}#${pointer}`;
  const pool = createPool(root, { covers: true });
  await pool
    .run(jobs, ({ screen, names = [], scripts: played = [] }, hits) => {
      const name = `${screen}/${names[0] ?? `script ${played[0]}`}`;
      for (const way of waysAt(hits, place)) found.set(way, (found.get(way) ?? new Set()).add(name));
    })
    .finally(() => pool.close());
  // What is only within it tells nothing where something is told of itself.
  if (found.size > 1) found.delete(WITHIN);
  const order = jobs.map(
    ({ screen, names: [name] = [], scripts: [script] = [] }) => `${screen}/${name ?? `script ${script}`}`,
  );
  const ways = Object.fromEntries(
    [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([way, names]) => [way, order.filter((name) => names.has(name))]),
  );
  return { ways, asked: jobs.length };
}

/** The way of what has no way of its own. */
const WITHIN = 'reached';

/** What came of a place: of itself where that is told, otherwise that something in it was reached. */
function waysAt(hits: ReadonlySet<string>, place: string): ReadonlySet<string> {
  const ways = new Set<string>();
  let isWithin = false;
  for (const hit of hits) {
    const space = hit.indexOf(' ');
    const at = hit.slice(0, space);
    if (at === place || at === `${place}!`) ways.add(hit.slice(space + 1));
    else isWithin ||= at.startsWith(`${place}/`);
  }
  if (ways.size === 0 && isWithin) ways.add(WITHIN);
  return ways;
}

import { createPool, type Job } from '../pool.ts';
import { loadTestProject } from '../project.ts';

/** The states and scripts that reach a point of a definition. */
export interface Seers {
  /** `<screen>/<state or script>`, by the result there. A condition has `true` and `false`. */
  readonly ways: { readonly [way: string]: readonly string[] };
  /** Number of states and scripts that ran, over all screens that contain the document. */
  readonly asked: number;
}

/**
 * Renders every state and plays every script of the screens that contain a document, each in its first language, and
 * reports which of them reach a point.
 *
 * @param pointer - Of a node, an action or a condition; for any other value, everything inside it counts.
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
  // If the point itself has a result, results inside it do not count.
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

/** The result of a point without its own results. */
const WITHIN = 'reached';

/** The results of a point: its own ones, else that something inside it was reached. */
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

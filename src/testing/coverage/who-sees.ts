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
  const found = new Map<string, Set<string>>();
  const place = `${file}#${pointer}`;
  const ran = await runContaining(root, file, ({ name }, hits) => {
    for (const way of waysAt(hits, place)) found.set(way, (found.get(way) ?? new Set()).add(name));
  });
  // If the point itself has a result, results inside it do not count.
  if (found.size > 1) found.delete(WITHIN);
  const ways = Object.fromEntries(
    [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([way, names]) => [way, ran.flatMap(({ name }) => (names.has(name) ? [name] : []))]),
  );
  return { ways, asked: ran.length };
}

/** How often the nodes of a document are shown. */
export interface ShownCounts {
  /** Number of states of the screens that contain the document. */
  readonly states: number;
  /** By the pointer of a node: number of states that show it; absent: none. */
  readonly shown: ReadonlyMap<string, number>;
}

/**
 * Renders every state of the screens that contain a document, each in its first language, and counts which nodes are shown.
 *
 * @throws UnsoundProject.
 */
export async function countShown(root: string, file: string): Promise<ShownCounts> {
  const shown = new Map<string, number>();
  const ran = await runContaining(root, file, ({ isState }, hits) => {
    if (!isState) return;
    const drawn = [...hits].flatMap((hit) => {
      const [, pointer] = hit.endsWith(' drawn') ? (/#(.*?)!? drawn$/.exec(hit) ?? []) : [];
      return pointer !== undefined && hit.startsWith(`${file}#`) ? [pointer] : [];
    });
    for (const pointer of new Set(drawn)) shown.set(pointer, (shown.get(pointer) ?? 0) + 1);
  });
  return { states: ran.filter(({ isState }) => isState).length, shown };
}

/** A state or a script that ran. */
interface Ran {
  /** `<screen>/<state>`, or `<screen>/script <script>`. */
  readonly name: string;
  readonly isState: boolean;
}

/** Runs the states and scripts of all screens that contain a document. */
async function runContaining(
  root: string,
  file: string,
  tell: (ran: Ran, hits: ReadonlySet<string>) => void,
): Promise<readonly Ran[]> {
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
  const pool = createPool(root, { covers: true });
  await pool.run(jobs, (job, hits) => tell(ranBy(job), hits)).finally(() => pool.close());
  return jobs.map(ranBy);
}

function ranBy({ screen, names: [state] = [], scripts: [script] = [] }: Job): Ran {
  return state === undefined
    ? { name: `${screen}/script ${script}`, isState: false }
    : { name: `${screen}/${state}`, isState: true };
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

import { judgePlan, type Verdict } from '#renderer/grammar/verdict.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import type { Database, Queries } from './database.ts';
import { readDefinitions, whyUnservable } from './servable.ts';
import { RegistryRefusal } from './failures.ts';

/**
 * So long after a server last gave out pages of a grammar they count as in use. A page keeps the release that its
 * document came with, so only a server that still gives out such documents, or did a moment ago and may again (an
 * upgrade that is under way, or taken back), brings an older page and a newer release together.
 */
const IN_USE_MS = 24 * 60 * 60_000;

/** What one reader in use makes of the screens of a release. */
export interface ReaderVerdict {
  readonly grammar: number;
  /** By screen, where it is not simply shown. */
  readonly screens: { readonly [screen: string]: Verdict };
}

/** Notes that this server gives out pages of its grammar. */
export async function noteReader({ queries }: Database, at: number, grammar = GRAMMAR): Promise<void> {
  await queries
    .insertInto('readers')
    .values({ grammar, at })
    .onConflict((conflict) => conflict.column('grammar').doUpdateSet({ at }))
    .execute();
}

/** Grammars of the pages that are in use, this server's own among them; the newest first. */
export async function listReaders(queries: Queries, at: number): Promise<readonly number[]> {
  const rows = await queries
    .selectFrom('readers')
    .select('grammar')
    .where('at', '>', at - IN_USE_MS)
    .execute();
  return [...new Set([GRAMMAR, ...rows.map(({ grammar }) => grammar)])].sort((a, b) => b - a);
}

/** What each page in use makes of some plans, the newest first. */
export async function judgePlans(
  queries: Queries,
  plans: ReadonlyMap<string, Plan>,
  at: number,
): Promise<readonly ReaderVerdict[]> {
  return (await listReaders(queries, at)).map((grammar) => judgeBy(grammar, plans));
}

function judgeBy(grammar: number, plans: ReadonlyMap<string, Plan>): ReaderVerdict {
  const judged = [...plans].map(([screen, plan]) => [screen, judgePlan(plan, grammar)] as const);
  return { grammar, screens: Object.fromEntries(judged.filter(([, { verdict }]) => verdict !== 'shows')) };
}

/**
 * A release as its readers see it. It never changes, so it is read and judged before a change takes its turn; in the
 * turn only a reader that has come since is judged.
 */
export interface JudgedRelease {
  readonly release: string;
  /** Why no server could serve it. */
  readonly unservable?: string;
  by(grammar: number): ReaderVerdict;
}

/** Judges by every page in use, and remembers. @throws RegistryRefusal `unknown`. */
export async function judgeRelease(queries: Queries, release: string, at: number): Promise<JudgedRelease> {
  const definitions = await readDefinitions(queries, release);
  const { plans } = definitions;
  const unservable = whyUnservable(definitions);
  const known = new Map<number, ReaderVerdict>();
  const by = (grammar: number): ReaderVerdict => {
    const verdict = known.get(grammar) ?? judgeBy(grammar, plans);
    known.set(grammar, verdict);
    return verdict;
  };
  for (const grammar of await listReaders(queries, at)) by(grammar);
  return { release, by, ...(unservable !== undefined && { unservable }) };
}

/**
 * Whether every page in use can show every screen.
 *
 * @throws RegistryRefusal `readers` with the screens that some refuse.
 */
export async function demandReaders(queries: Queries, judged: JudgedRelease, at: number): Promise<void> {
  const refused = (await listReaders(queries, at)).map(judged.by).flatMap(({ grammar, screens }) => {
    const names = Object.keys(screens).filter((screen) => screens[screen]?.verdict === 'refuses');
    return names.length === 0 ? [] : [`pages of grammar ${grammar} would refuse ${names.join(', ')}`];
  });
  if (refused.length === 0) return;
  throw new RegistryRefusal(
    'readers',
    `Pages in use cannot show it: ${refused.join('; ')}. Give what they lack a fallback, or wait until no server ` +
      'has given out such pages for a day.',
  );
}

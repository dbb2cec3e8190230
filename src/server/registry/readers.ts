import { checkCompatibility, type Verdict } from '#renderer/grammar/verdict.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import type { Database, Queries } from './database.ts';
import { readDefinitions, whyUnservable } from './servable.ts';
import { RegistryRefusal } from './failures.ts';

/**
 * How long pages of a grammar count as in use after a server last served them. A page stays on the release of its
 * document. So an older page gets a newer release only from a server that serves such pages: now, or again later if
 * an upgrade is undone.
 */
const IN_USE_MS = 24 * 60 * 60_000;

/** How pages of one grammar show the screens of a release. */
export interface ReaderVerdict {
  readonly grammar: number;
  /** Verdict by screen; screens that are fully shown are left out. */
  readonly screens: { readonly [screen: string]: Verdict };
}

/** Stores that this server serves pages of its grammar. */
export async function noteReader({ queries }: Database, at: number, grammar = GRAMMAR): Promise<void> {
  await queries
    .insertInto('readers')
    .values({ grammar, at })
    .onConflict((conflict) => conflict.column('grammar').doUpdateSet({ at }))
    .execute();
}

/** Grammars of the pages in use, including this server's own; newest first. */
export async function listReaders(queries: Queries, at: number): Promise<readonly number[]> {
  const rows = await queries
    .selectFrom('readers')
    .select('grammar')
    .where('at', '>', at - IN_USE_MS)
    .execute();
  return [...new Set([GRAMMAR, ...rows.map(({ grammar }) => grammar)])].sort((a, b) => b - a);
}

/** How the pages in use show these plans, newest grammar first. */
export async function checkPlans(
  queries: Queries,
  plans: ReadonlyMap<string, Plan>,
  at: number,
): Promise<readonly ReaderVerdict[]> {
  return (await listReaders(queries, at)).map((grammar) => checkGrammar(grammar, plans));
}

function checkGrammar(grammar: number, plans: ReadonlyMap<string, Plan>): ReaderVerdict {
  const checked = [...plans].map(([screen, plan]) => [screen, checkCompatibility(plan, grammar)] as const);
  return { grammar, screens: Object.fromEntries(checked.filter(([, { verdict }]) => verdict !== 'shows')) };
}

/**
 * A release with the verdicts of the pages in use. A release never changes, so it is read and checked before the
 * write transaction; in the transaction only new grammars are checked.
 */
export interface CheckedRelease {
  readonly release: string;
  /** Why no server can serve the release. */
  readonly unservable?: string;
  by(grammar: number): ReaderVerdict;
}

/** Checks a release for every grammar in use, and caches the verdicts. @throws RegistryRefusal `unknown`. */
export async function checkRelease(queries: Queries, release: string, at: number): Promise<CheckedRelease> {
  const definitions = await readDefinitions(queries, release);
  const { plans } = definitions;
  const unservable = whyUnservable(definitions);
  const known = new Map<number, ReaderVerdict>();
  const by = (grammar: number): ReaderVerdict => {
    const verdict = known.get(grammar) ?? checkGrammar(grammar, plans);
    known.set(grammar, verdict);
    return verdict;
  };
  for (const grammar of await listReaders(queries, at)) by(grammar);
  return { release, by, ...(unservable !== undefined && { unservable }) };
}

/**
 * Checks that every page in use can show every screen.
 * @throws RegistryRefusal `readers` with the screens that some pages refuse.
 */
export async function requireCompatibility(
  queries: Queries,
  checked: CheckedRelease,
  at: number,
): Promise<void> {
  const refused = (await listReaders(queries, at)).map(checked.by).flatMap(({ grammar, screens }) => {
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

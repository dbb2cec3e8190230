import { serialize } from '#renderer/grammar/compile.ts';
import type { WholeRelease } from '#src/shared/release.ts';
import { type Compressed, compressOnDemand } from './compressed.ts';
import { type LanguageRelease, nameOf, type Release } from './release.ts';

interface Whole {
  readonly name: string;
  readonly content: Compressed;
}

const known = new WeakMap<LanguageRelease, Whole>();

/** The release in one language as one file, created at its first use. */
export function wholeOf({ plans, languages }: Release, language: string): Whole | undefined {
  const given = languages.get(language);
  if (given === undefined) return undefined;
  const found = known.get(given);
  if (found !== undefined) return found;
  const { app, screens } = given;
  const ofScreens = Object.values(screens).map((name) => [name, plans.get(name)]);
  const file = {
    language,
    app: { plan: app.plan },
    screens,
    plans: Object.fromEntries(ofScreens),
  } satisfies WholeRelease;
  const text = serialize(file);
  const whole = { name: nameOf(text), content: compressOnDemand(text) };
  known.set(given, whole);
  return whole;
}

export function findWhole(releases: Iterable<Release>, name: string): Compressed | undefined {
  for (const release of releases) {
    for (const language of release.languages.keys()) {
      const whole = wholeOf(release, language);
      if (whole?.name === name) return whole.content;
    }
  }
  return undefined;
}

import * as v from 'valibot';
import { useMemo } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Fixtures } from '../load.ts';
import { contractsOf } from '../model/version.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { problemsIn, rehearseWith, variantsOf } from './variants.ts';

interface Rehearsed {
  /** Fixtures with the draft's own states. */
  readonly fixtures: Fixtures;
  /** Problems in the draft's own states. */
  readonly problems: readonly Problem[];
}

const VARIANTS = v.pipe(v.string(), v.parseJson(), v.array(v.object({ path: v.string(), text: v.string() })));

/** Adds the draft's own states to the fixtures. */
export function useVariants(given: Fixtures, view: WorkspaceView): Rehearsed {
  const { read, texts, good, goodFiles } = view;
  // A new object only if a variant changes, because new fixtures re-render everything.
  const written = JSON.stringify(variantsOf(read));
  const fixtures = useMemo(() => rehearseWith(given, v.parse(VARIANTS, written)), [given, written]);
  const problems = useMemo(() => {
    const files = variantsOf(read);
    if (files.length === 0 || good === undefined) return NONE;
    const world = {
      contracts: contractsOf({ files: goodFiles, compiled: good }),
      plans: good.plans,
      scenarios: given.scenarios,
    };
    return files.flatMap(({ path }) => problemsIn({ path, text: texts.get(path) ?? '' }, world));
  }, [given, read, texts, good, goodFiles]);
  return { fixtures, problems };
}

const NONE: readonly Problem[] = [];

import * as v from 'valibot';
import { FAULT_KINDS, type FaultKind } from '#renderer/grammar/mutation/kinds.ts';
import { type TestedFault, nameOf, type Planting } from '#src/testing/mutation/run.ts';

/** A known survivor. */
export const LISTED_SURVIVOR = v.object({
  file: v.string(),
  pointer: v.string(),
  kind: v.custom<FaultKind>((kind) => typeof kind === 'string' && Object.hasOwn(FAULT_KINDS, kind)),
  change: v.string(),
  /** Why no test can notice the fault. */
  reason: v.string(),
});
export type ListedSurvivor = Readonly<v.InferOutput<typeof LISTED_SURVIVOR>>;

interface Count {
  readonly planted: number;
  readonly noticed: number;
}

/** The output of `capiz mutate --json`. */
export interface MutationReport extends Count {
  /** Per cent, cut to one digit: 94.99 is not 95. */
  readonly score: number;
  /** Number of faults that could be planted. */
  readonly possible: number;
  readonly kinds: { readonly [kind in FaultKind]?: Count };
  readonly documents: readonly (Count & Planting['documents'][number])[];
  readonly survivors: readonly (Omit<TestedFault, 'noticed'> & { readonly reason?: string })[];
  /** Listed survivors of these documents that were noticed, or can no longer be planted. */
  readonly stale: readonly ListedSurvivor[];
  readonly listed: readonly ListedSurvivor[];
}

export function reportMutation(
  judged: readonly TestedFault[],
  { possible, documents }: Pick<Planting, 'possible' | 'documents'>,
  all: readonly ListedSurvivor[],
): Omit<MutationReport, 'listed'> {
  const count = (faults: readonly TestedFault[]): Count => ({
    planted: faults.length,
    noticed: faults.filter(({ noticed }) => noticed.by !== 'nobody').length,
  });
  const { planted, noticed } = count(judged);
  const kinds = [...new Set(judged.map(({ kind }) => kind))].sort();
  const reasons = new Map(all.map((one) => [nameOf(one), one.reason]));
  const survivors = judged.flatMap(({ noticed: by, ...fault }) => {
    const reason = reasons.get(nameOf(fault));
    return by.by === 'nobody' ? [{ ...fault, ...(reason === undefined ? {} : { reason }) }] : [];
  });
  const surviving = new Set(survivors.map(nameOf));
  const judgedNames = new Set(judged.map(nameOf));
  const counted = documents.map((one) => ({
    ...one,
    ...count(judged.filter(({ file }) => file === one.file)),
  }));
  const stale = all.filter((one) => {
    const document = counted.find(({ file }) => file === one.file);
    if (document === undefined || surviving.has(nameOf(one))) return false;
    // A sample does not show whether the other faults can still be planted.
    return document.planted === document.possible || judgedNames.has(nameOf(one));
  });
  return {
    score: planted === 0 ? 0 : Math.floor((noticed / planted) * 1000) / 10,
    planted,
    noticed,
    possible,
    kinds: Object.fromEntries(kinds.map((kind) => [kind, count(judged.filter((one) => one.kind === kind))])),
    documents: counted,
    survivors,
    stale,
  };
}

/** Describes a run for people: the unnoticed faults with their positions, and the score. */
export function describeMutation(
  report: Omit<MutationReport, 'listed'>,
  minimum: number,
  ms: number,
): string {
  const lines = report.survivors.map(
    ({ file, line, column, kind, change, reason }) =>
      `${file}:${line}:${column} ${kind}: ${change}${reason === undefined ? '' : ` (${reason})`}`,
  );
  for (const { file, pointer, kind, change } of report.stale)
    lines.push(`STALE ${file}${pointer} ${kind}: ${change}`);
  const { planted, noticed, possible, score, documents } = report;
  if (documents.length > 1)
    lines.push(...documents.map((one) => `${one.file}: ${one.noticed} of ${one.planted} noticed`));
  const sample = planted < possible ? ` (a sample of ${possible})` : '';
  const below = score < minimum ? `, below ${minimum} %` : '';
  lines.push(
    `${noticed} of ${planted} faults${sample} noticed: ${score} %${below}, in ${(ms / 1000).toFixed(1)} s`,
  );
  return `${lines.join('\n')}\n`;
}

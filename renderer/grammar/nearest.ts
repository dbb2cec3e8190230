/**
 * The candidate that a misspelt name most likely means: at most one edit in a short name, up to three in a
 * long one. Among equally near ones the first.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const allowed = name.length <= 3 ? 1 : name.length <= 7 ? 2 : 3;
  const written = name.toLowerCase();
  let nearest: string | undefined;
  let smallest = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= smallest) continue;
    const distance = editDistance(written, candidate.toLowerCase());
    // If every character differs, the candidate is not similar.
    if (distance < smallest && distance < candidate.length) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

/** `did you mean "amount"?`, or undefined if no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}

/** Message and help for a name that is not among the known ones. */
export function unknownName(
  what: string,
  name: string,
  known: Iterable<string>,
): readonly [message: string, help: string | undefined] {
  return [`There is no ${what} "${name}".`, didYouMean(name, known)];
}

/** Counts insertions, deletions, replacements and swapped neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

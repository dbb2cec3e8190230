import { diffLines } from '#src/testing/tree-diff.ts';
import type { Colours } from '#src/shared/code-frame.ts';

/** Lines shown around a change. */
const AROUND = 3;

/**
 * Two texts as a unified diff, as `git diff` shows them; empty where they are equal. Control characters are replaced:
 * a document could move the terminal's cursor.
 */
export function describeTextDiff(path: string, before: string, after: string, colours: Colours): string {
  if (before === after) return '';
  const [old, now] = [before.split('\n'), after.split('\n')];
  const head = countCommon(old, now);
  const tail = countCommon(old.slice(head).reverse(), now.slice(head).reverse());
  const middle = diffLines(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const same = (text: string) => ({ sign: ' ' as const, text });
  const lines = [
    ...old.slice(0, head).map(same),
    ...middle.map(({ sign, text }) => ({ sign, text })),
    ...old.slice(old.length - tail).map(same),
  ];
  const isNear = lines.map(() => false);
  lines.forEach(({ sign }, index) => {
    if (sign === ' ') return;
    for (let at = Math.max(0, index - AROUND); at <= Math.min(lines.length - 1, index + AROUND); at += 1)
      isNear[at] = true;
  });
  const out = [colours.bold(`--- ${path}\n+++ ${path}`)];
  let [oldLine, newLine] = [1, 1];
  lines.forEach(({ sign, text }, index) => {
    if (isNear[index] && !isNear[index - 1]) out.push(colours.dim(`@@ -${oldLine} +${newLine} @@`));
    if (isNear[index]) {
      const shown = `${sign}${text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd')}`;
      out.push(sign === '-' ? colours.red(shown) : sign === '+' ? colours.bold(shown) : shown);
    }
    if (sign !== '+') oldLine += 1;
    if (sign !== '-') newLine += 1;
  });
  return `${out.join('\n')}\n`;
}

function countCommon(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count += 1;
  return count;
}

import { structuredPatch } from 'diff';
import type { Colours } from '#src/shared/code-frame.ts';

/** Unchanged lines shown before and after a change. */
const CONTEXT = 3;

/**
 * A unified diff of two texts, as in `git diff`; empty if they are equal. Control characters are replaced, because a
 * document could move the terminal's cursor.
 */
export function describeTextDiff(path: string, before: string, after: string, colours: Colours): string {
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: CONTEXT });
  if (hunks.length === 0) return '';
  const lines = hunks.flatMap(({ oldStart, newStart, lines }) => [
    colours.dim(`@@ -${oldStart} +${newStart} @@`),
    ...lines.map((line) => {
      const shown = line.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
      return line.startsWith('-') ? colours.red(shown) : line.startsWith('+') ? colours.bold(shown) : shown;
    }),
  ]);
  return `${[colours.bold(`--- ${path}\n+++ ${path}`), ...lines].join('\n')}\n`;
}

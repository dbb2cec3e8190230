import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/* Each file of docs/guide is checked together with all earlier files of the guide. */

const text = readFileSync(join(import.meta.dirname, '../../docs/guide/language.md'), 'utf8');
const steps: readonly SourceFile[] = [...text.matchAll(/^```json (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', written = '']) => ({ path, text: written }),
);

/** The project after so many steps; a later text of a file replaces the earlier one. */
function projectAfter(count: number): readonly SourceFile[] {
  return [...new Map(steps.slice(0, count).map((file) => [file.path, file])).values()];
}

/** Errors only; a warning, such as a missing translation, is the subject of the next step. */
const faultsOf = (files: readonly SourceFile[]): readonly string[] =>
  checkProject(files)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, file, line, message }) => `${file}:${line} ${code} ${message}`);

describe('every example of the guide is valid', () => {
  it.each(steps.map(({ path }, index) => [index + 1, path] as const))('step %i, %s', (count) => {
    expect(faultsOf(projectAfter(count))).toEqual([]);
  });

  it('all examples are found', () => {
    expect(steps.length).toBeGreaterThanOrEqual(10);
    // No example is in another kind of code block, where it would not be checked.
    expect(text.match(/^```\w+(?: |$)/gm)?.every((fence) => fence === '```json ')).toBe(true);
  });

  it('the check detects a typo in an example', () => {
    const files = projectAfter(steps.length).map((file) => ({
      ...file,
      text: file.text.replace('has(data.book.fine)', 'has(data.book.fien)'),
    }));
    expect(faultsOf(files).join('\n')).toContain('expression/unknown-member');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Rule {
  readonly id: string;
  /** By cases that are accepted and refused, or by tests of its own. */
  readonly holds: 'cases' | 'test';
}

const SPECIFICATION = join(import.meta.dirname, '../../renderer/grammar/SPEC.md');

/** Groups whose rules decide what the checker accepts; the others are about what a reader does. */
const JUDGED = new Set(['D', 'V', 'X', 'T', 'P', 'N', 'A']);

/** Every rule of SPEC.md, in its order. */
export const rules: readonly Rule[] = [
  ...readFileSync(SPECIFICATION, 'utf8').matchAll(/^- \*\*([A-Z])(\d+)\*\* /gm),
].map(([, group = '', number]) => ({ id: `${group}${number}`, holds: JUDGED.has(group) ? 'cases' : 'test' }));

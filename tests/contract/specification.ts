import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Rule {
  readonly id: string;
  /** Whether cases or a test of its own prove the rule. */
  readonly holds: 'cases' | 'test';
}

const SPECIFICATION = join(import.meta.dirname, '../../renderer/grammar/SPEC.md');

/** Groups of rules for the checker; the others are about the client. */
const JUDGED = new Set(['D', 'V', 'X', 'T', 'P', 'N', 'U', 'A']);

/** Every rule of SPEC.md, in its order. */
export const rules: readonly Rule[] = [
  ...readFileSync(SPECIFICATION, 'utf8').matchAll(/^- \*\*([A-Z])(\d+)\*\* /gm),
].map(([, group = '', number]) => ({ id: `${group}${number}`, holds: JUDGED.has(group) ? 'cases' : 'test' }));

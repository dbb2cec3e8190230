import type { NodePlan } from './plan.ts';

/** What a field writes, if people read it otherwise than it is stored. */
export function writtenKind({ type, props, writes }: Omit<NodePlan, 'id' | 'reads'>): NodePlan['writes'] {
  if (type === 'check') return 'boolean';
  if (type === 'day') return 'date';
  return type === 'number-field' && props?.['number'] === 'money' ? 'money' : writes;
}

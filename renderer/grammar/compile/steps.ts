import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';
import { visitRawNodes } from './names.ts';
import type { NodePlace } from './node-place.ts';

/** Checks `steps`: once in a form, and each step is a section with a title. */
export function checkSteps(raw: Json, pointer: string, at: NodePlace): void {
  const { draft, form, record = [] } = at;
  if (form === undefined || record.length !== 2 || at.isRepeated || at.isStepped) {
    draft.report(
      'steps/place',
      `${pointer}/type`,
      'Steps belong in a form, outside its groups, lists and steps.',
    );
  }
  const steps = Array.isArray(raw['body']) ? (raw['body'] as unknown[]) : [];
  steps.forEach((step, index) => {
    if (!isJson(step)) return;
    if (step['type'] === 'section' && step['title'] !== undefined && step['each'] === undefined) return;
    const place = joinPointer(`${pointer}/body`, index);
    draft.report('steps/step', `${place}/type`, 'Each step must be a section with a "title".');
  });
}

/** Reports a second `steps` node in a form: the steps of a form have one order. */
export function checkOneWay(draft: Draft, document: Json): void {
  const stepped = new Set<Json>();
  visitRawNodes(document, (node, pointer, ancestors) => {
    // A fallback is not shown together with its node.
    if (node['type'] !== 'steps' || pointer.includes('/fallback')) return;
    const form = ancestors.find((ancestor) => ancestor['type'] === 'form');
    if (form === undefined) return;
    if (stepped.has(form)) draft.report('steps/repeated', `${pointer}/type`, 'The form already has steps.');
    stepped.add(form);
  });
}

export function checkReview(pointer: string, { draft, isStepped }: NodePlace): void {
  if (isStepped) return;
  draft.report('steps/place', `${pointer}/type`, 'A review belongs in one of the steps of a form.');
}

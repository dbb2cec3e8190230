import { isTickBox } from '../compile/written-type.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Reports boxes that are ticked initially, by a declaration or by actions that run before a tap. */
export function lintConsent(document: WrittenDocument): void {
  for (const node of document.nodes) {
    if (!isTickBox(node.type) || !isTickedFromTheStart(document, node)) continue;
    document.report(
      'consent/prechecked',
      node.pointer,
      'This checkbox can be ticked before the visitor ticks it.',
    );
  }
}

function isTickedFromTheStart({ raw: document, actions }: WrittenDocument, { raw }: WrittenNode): boolean {
  if (raw['initial'] === true) return true;
  const { bind } = raw;
  if (typeof bind !== 'string' || !bind.startsWith('state.')) return false;
  const state = document['state'] as { readonly [name: string]: { readonly initial?: unknown } } | undefined;
  if (state?.[bind.slice('state.'.length)]?.initial === true) return true;
  // Lists of nodes run after a tap; lists of the screen and of its data run without one.
  return actions.some(
    ({ name, raw: action, owner }) =>
      name === 'set' && owner === undefined && action['target'] === bind && action['value'] !== false,
  );
}

import type { WrittenDocument, WrittenNode } from './document.ts';

const ENDS = new Set(['close', 'dismiss', 'go', 'leave', 'back']);

/**
 * Reports overlays that do not close by themselves, have no visible way to close, and no action that closes
 * them.
 */
export function lintOverlays(document: WrittenDocument): void {
  for (const overlay of document.overlays) {
    if (hasExit(document, overlay)) continue;
    document.report(
      'overlay/no-exit',
      overlay.pointer,
      'This overlay has no visible way to close it.',
      'key',
    );
  }
}

function hasExit({ nodes, actions }: WrittenDocument, { raw, surface }: WrittenNode): boolean {
  if (raw['seconds'] !== undefined) return true;
  if (raw['dismissible'] !== false && (raw['maskCloses'] !== false || raw['closeIcon'] === true)) return true;
  // A part may have an action that closes it.
  if (nodes.some((node) => node.surface === surface && node.type === 'part')) return true;
  return actions.some(({ name, owner }) => ENDS.has(name) && owner?.surface === surface);
}

import type { WrittenDocument, WrittenNode } from './document.ts';

const ENDS = new Set(['close', 'dismiss', 'go', 'leave', 'back']);

/** Overlays that neither end by themselves, nor can be dismissed by what is seen, nor have an act that ends them. */
export function lintOverlays(document: WrittenDocument): void {
  for (const overlay of document.overlays) {
    if (hasExit(document, overlay)) continue;
    document.report(
      'overlay/no-exit',
      overlay.pointer,
      'Nothing that can be seen closes this overlay.',
      'key',
    );
  }
}

function hasExit({ nodes, actions }: WrittenDocument, { raw, surface }: WrittenNode): boolean {
  if (raw['seconds'] !== undefined) return true;
  if (raw['dismissible'] !== false && (raw['maskCloses'] !== false || raw['closeIcon'] === true)) return true;
  // What a part does is its own to say.
  if (nodes.some((node) => node.surface === surface && node.type === 'part')) return true;
  return actions.some(({ name, owner }) => ENDS.has(name) && owner?.surface === surface);
}

import { joinPointer } from '../pointer.ts';
import type { WrittenDocument } from './document.ts';

/** Reports overlays that interrupt a visitor who goes back: texts that try to keep people may be illegal. */
export function lintBack(document: WrittenDocument): void {
  const held = new Set(
    document.actions
      .filter(({ name, pointer }) => name === 'open' && pointer.startsWith('/on/back/'))
      .map(({ raw }) => joinPointer('/overlays', String(raw['overlay']))),
  );
  for (const { pointer } of document.overlays) {
    if (!held.has(pointer)) continue;
    document.report(
      'back/held',
      pointer,
      'This overlay opens when the visitor goes back, and asks them to stay.',
      'key',
    );
  }
}

import { expect, it } from 'vitest';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { textsIn } from '#renderer/grammar/pointer.ts';
import { wholeProject } from '#src/server/registry/testing.ts';
import { type OutlineItem, outlineOf } from '../model/outline.ts';
import { momentsOf } from './node-history.ts';

/** Groups of the outline around the nodes of one member. */
const GROUPS = ['body', 'bar', 'overlays'];

function* itemsOf(items: readonly OutlineItem[]): Iterable<OutlineItem> {
  for (const item of items) {
    yield item;
    yield* itemsOf(item.children);
  }
}

it('finds changes for every node of every screen and part, and none for containers', () => {
  const silent: string[] = [];
  let nodes = 0;
  for (const [path, bytes] of wholeProject()) {
    if (!/\.(screen|part)\.json$/.test(path)) continue;
    const value: unknown = parseDocument(bytes.toString('utf8'), path).document?.value;
    const values = [...textsIn(value, '')].map(([pointer]) => ({ pointer, actor: 'ana', at: 1 }));
    for (const item of itemsOf(outlineOf(path, value))) {
      nodes += 1;
      const moments = momentsOf(values, item);
      const isGroup = GROUPS.includes(item.type);
      if (moments.length > 0 === isGroup) silent.push(`${path}#${item.pointer}`);
    }
  }
  expect(nodes).toBeGreaterThan(500);
  expect(silent).toEqual([]);
});

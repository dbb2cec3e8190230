import { describe, expect, it } from 'vitest';
import { allItems, outlineOf } from '../model/outline.ts';
import { findDrop, landOnEmpty } from './find-drop.ts';

const items = outlineOf('screens/a.screen.json', {
  body: [
    { type: 'text', text: 'First' },
    { type: 'section', body: [{ type: 'text', text: 'Inside' }] },
    { type: 'section', title: 'Empty', body: [] },
  ],
});
const itemNamed = (name: string) => [...allItems(items)].find((item) => item.name === name);
const PLACES: { readonly [node: string]: string } = {
  first: '/body/0',
  section: '/body/1',
  inside: '/body/1/body/0',
  empty: '/body/2',
};
const itemOf = ({ node }: { readonly node: string }) =>
  [...allItems(items)].find(({ pointer }) => pointer === PLACES[node]);
const box = { left: 10, top: 100, width: 200, height: 40 };
const nodes = (...names: readonly string[]) => names.map((node) => ({ node, screen: 'a' }));
const drag = (from: readonly string[], over: readonly string[], y: number, selected?: string) =>
  findDrop(
    { from: nodes(...from), over: nodes(...over).map((one) => ({ ...one, box })), y, isDropped: false },
    itemOf,
    selected === undefined ? undefined : itemOf({ node: selected }),
  );
const said = (drop: ReturnType<typeof drag>) =>
  drop && [drop.moved.pointer, drop.side, drop.target.pointer, drop.mark.top, drop.mark.height];

describe('a node that is dragged on the phone', () => {
  it('lands before the node whose upper half is under the pointer, and behind it in the lower half', () => {
    expect(said(drag(['first'], ['inside', 'section'], 110))).toEqual([
      ...['/body/0', 'before', '/body/1/body/0'],
      ...[100, 0],
    ]);
    expect(said(drag(['first'], ['inside', 'section'], 130))).toEqual([
      ...['/body/0', 'behind', '/body/1/body/0'],
      ...[140, 0],
    ]);
  });

  it('lands in an empty container, which is marked as a whole', () => {
    expect(said(drag(['first'], ['empty'], 110))).toEqual(['/body/0', 'into', '/body/2', 100, 40]);
  });

  it('is the selected container if the drag began in it, else the innermost node', () => {
    expect(drag(['inside', 'section'], ['first'], 110, 'section')?.moved).toBe(itemOf({ node: 'section' }));
    expect(drag(['inside', 'section'], ['first'], 110, 'first')?.moved).toBe(itemNamed('Inside'));
  });

  it('lands neither in itself nor beside a node of another document', () => {
    expect(drag(['section'], ['inside', 'section'], 110)).toBeUndefined();
    expect(drag(['first'], ['of-a-part'], 110)).toBeUndefined();
    expect(drag(['of-a-part'], ['first'], 110)).toBeUndefined();
  });
});

it('a node of the palette lands anywhere on a screen without nodes, but not on a screen with nodes', () => {
  const empty = outlineOf('screens/a.screen.json', { body: [], bar: [{ type: 'text', text: 'Below' }] });
  expect(landOnEmpty(empty, box)).toMatchObject({ target: { pointer: '/body' }, side: 'into', mark: box });
  expect(landOnEmpty(items, box)).toBeUndefined();
});

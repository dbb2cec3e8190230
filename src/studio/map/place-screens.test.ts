import { expect, it } from 'vitest';
import { BOX, placeScreens } from './place-screens.ts';
import { linksOf } from './screens-map.ts';

/** Places screens named by letters; `ab` is a link from `a` to `b`. */
function place(ids: string, ...ways: readonly string[]) {
  const screens = ids.split('');
  const edges = ways.map((way) => ({ from: way.charAt(0), to: way.charAt(1), by: way, replaces: false }));
  return placeScreens(screens, linksOf({ screens: [], edges }));
}

/** The screens of each column, from left to right. */
function columnsOf({ screens }: ReturnType<typeof place>): readonly string[] {
  const columns = new Map<number, string>();
  for (const [id, { x }] of [...screens].sort(([, one], [, other]) => one.x - other.x))
    columns.set(x, `${columns.get(x) ?? ''}${id}`);
  return [...columns.values()];
}

it('places a screen to the right of the screens that lead to it', () => {
  expect(columnsOf(place('dcba', 'ab', 'bc', 'ac', 'cd', 'aa'))).toEqual(['a', 'b', 'c', 'd']);
});

it('starts a cycle at the screen that is reached from outside, whatever the order of the screens', () => {
  expect(columnsOf(place('pqra', 'ar', 'rp', 'pq', 'qr'))).toEqual(['a', 'r', 'p', 'q']);
  expect(columnsOf(place('pq', 'pq', 'qp'))).toEqual(['p', 'q']);
});

it('places no two screens on top of each other', () => {
  const { screens } = place('abcdefgxyz', 'ab', 'ac', 'ad', 'be', 'ce', 'ef', 'ga', 'fb');
  expect(screens.size).toBe(10);
  const all = [...screens];
  const overlaps = all.flatMap(([id, one]) =>
    all.flatMap(([other, { x, y }]) =>
      other > id && Math.abs(x - one.x) < BOX.width && Math.abs(y - one.y) < BOX.height ? [id + other] : [],
    ),
  );
  expect(overlaps).toEqual([]);
});

it('begins and ends each link at its boxes', () => {
  const { screens, routes } = place('abc', 'ab', 'bc', 'ca');
  const isOnBox = (id: string, at: { x: number; y: number } | undefined): boolean => {
    const corner = screens.get(id);
    if (corner === undefined || at === undefined) return false;
    return (
      at.x >= corner.x - 1 &&
      at.x <= corner.x + BOX.width + 1 &&
      at.y >= corner.y - 1 &&
      at.y <= corner.y + BOX.height + 1
    );
  };
  const ends = [...routes].map(([way, points]) => {
    const [from = '', to = ''] = way.split(' ');
    return [way, isOnBox(from, points[0]), isOnBox(to, points.at(-1))];
  });
  expect(ends).toEqual([
    ['a b', true, true],
    ['b c', true, true],
    ['c a', true, true],
  ]);
});

it('places screens without links below the others, and returns where they begin', () => {
  const { screens, unlinked } = place('axb', 'ab');
  expect(screens.get('x')?.y).toBeGreaterThan((screens.get('b')?.y ?? 0) + BOX.height);
  expect(unlinked?.y).toBeLessThan(screens.get('x')?.y ?? 0);
  expect(place('ab', 'ab').unlinked).toBeUndefined();
  expect(place('').screens.size).toBe(0);
});

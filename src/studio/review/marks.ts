import { diffLines } from '#src/testing/tree-diff.ts';
import type { Painted, PaintedBox } from './painted.ts';

/** `other`: looks different; `moved`: looks the same at another position, or resized around changed children. */
export type MarkKind = 'other' | 'new' | 'gone' | 'moved';

/** A difference in a screenshot. */
export interface Mark {
  readonly kind: MarkKind;
  /** The marked elements; elements that moved together are one mark. */
  readonly painted: readonly Painted[];
}

export interface Marks {
  readonly before: readonly Mark[];
  readonly after: readonly Mark[];
}

/**
 * Finds all differences between two screenshots.
 *
 * Elements with the same look are matched in order. Between them, elements of the same kind are matched as changed; the
 * others are new or gone.
 */
export function findMarks(before: readonly Painted[], after: readonly Painted[]): Marks {
  const marks: { before: Mark[]; after: Mark[] } = { before: [], after: [] };
  const both = (kind: MarkKind, was: readonly Painted[], is: readonly Painted[]): void => {
    marks.before.push({ kind, painted: was });
    marks.after.push({ kind, painted: is });
  };
  let moving: { readonly was: Painted[]; readonly is: Painted[]; readonly by: string } | undefined;
  const settle = (): void => {
    if (moving !== undefined) both('moved', moving.was, moving.is);
    moving = undefined;
  };
  for (const [was, is] of pairUp(before, after)) {
    if (was === undefined || is === undefined) {
      if (was !== undefined) addWhole(marks.before, 'gone', was);
      if (is !== undefined) addWhole(marks.after, 'new', is);
      continue;
    }
    const isAsLarge = was.box.width === is.box.width && was.box.height === is.box.height;
    if (was.look !== is.look || (!isAsLarge && !is.isAround)) {
      settle();
      both('other', [was], [is]);
      continue;
    }
    const by = isAsLarge ? shiftOf(was.box, is.box) : 'grown';
    if (by === undefined) {
      settle();
    } else if (by === 'grown') {
      settle();
      both('moved', [was], [is]);
    } else if (moving?.by === by) {
      moving.was.push(was);
      moving.is.push(is);
    } else {
      settle();
      moving = { was: [was], is: [is], by };
    }
  }
  settle();
  return marks;
}

/** Describes the differences as text, for screen readers. */
export function describeMarks({ before, after }: Marks): string {
  const count = (marks: readonly Mark[], kind: MarkKind) => marks.filter((mark) => mark.kind === kind).length;
  const [other, young, gone] = [count(after, 'other'), count(after, 'new'), count(before, 'gone')];
  const words = [
    ...(other > 0 ? [`${other} ${other === 1 ? 'place looks' : 'places look'} different`] : []),
    ...(young > 0 ? [`${young} ${young === 1 ? 'is' : 'are'} new`] : []),
    ...(gone > 0 ? [`${gone} ${gone === 1 ? 'is' : 'are'} gone`] : []),
    ...(count(after, 'moved') > 0 ? ['what is marked by dashes moved or grew along'] : []),
  ];
  return words.length === 0 ? 'Both look the same.' : `${words.join(', ')}.`;
}

/** Adds an element unless the last mark contains it. */
function addWhole(marks: Mark[], kind: 'new' | 'gone', one: Painted): void {
  const last = marks.at(-1);
  if (last?.kind === kind && last.painted[0]?.element.contains(one.element)) return;
  marks.push({ kind, painted: [one] });
}

function shiftOf(was: PaintedBox, is: PaintedBox): string | undefined {
  const [right, down] = [is.left - was.left, is.top - was.top];
  return right === 0 && down === 0 ? undefined : `${right.toFixed(1)} ${down.toFixed(1)}`;
}

type Pair = readonly [was: Painted | undefined, is: Painted | undefined];

/** All elements in order, each with its match on the other side. */
function pairUp(before: readonly Painted[], after: readonly Painted[]): readonly Pair[] {
  return align(before, after, ({ kind, look }) => `${kind}\n${look}`).flatMap((stretch) =>
    'same' in stretch
      ? [stretch.same]
      : align(stretch.olds, stretch.news, ({ kind }) => kind).flatMap((alike): readonly Pair[] =>
          'same' in alike
            ? [alike.same]
            : [
                ...alike.olds.map((was) => [was, undefined] as const),
                ...alike.news.map((is) => [undefined, is] as const),
              ],
        ),
  );
}

/** A matched pair, or the unmatched elements between two pairs. */
type Stretch =
  | { readonly same: readonly [was: Painted, is: Painted] }
  | { readonly olds: readonly Painted[]; readonly news: readonly Painted[] };

function align(
  before: readonly Painted[],
  after: readonly Painted[],
  keyOf: (painted: Painted) => string,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [olds, news]: [Painted[], Painted[]] = [[], []];
  const [past, now] = [before[Symbol.iterator](), after[Symbol.iterator]()];
  const end = (): void => {
    if (olds.length + news.length > 0) stretches.push({ olds, news });
    [olds, news] = [[], []];
  };
  // Replace long keys by short numbers, because the alignment compares them often.
  const names = new Map<string, string>();
  const nameOf = (painted: Painted): string => {
    const key = keyOf(painted);
    const name = names.get(key) ?? String(names.size);
    names.set(key, name);
    return name;
  };
  for (const { sign } of diffLines(before.map(nameOf), after.map(nameOf))) {
    const was = sign === '+' ? undefined : past.next().value;
    const is = sign === '-' ? undefined : now.next().value;
    if (was !== undefined && is !== undefined) {
      end();
      stretches.push({ same: [was, is] });
    } else {
      if (was !== undefined) olds.push(was);
      if (is !== undefined) news.push(is);
    }
  }
  end();
  return stretches;
}

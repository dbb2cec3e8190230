import { contrast } from '#src/shared/brand/derive-shades.ts';
import { placeOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import type { Measured, MeasuredShape, MeasuredTarget, MeasuredWords } from '../stage/measure-rails.ts';

/** An accessibility problem in the preview: a target that is too small or too near, or a contrast that is too low. */
interface Rail {
  readonly screen: string;
  /** Id of the node in the plan. */
  readonly node: string;
  readonly message: string;
}

/** An accessibility problem with its location in the draft. */
export interface PlacedRail {
  readonly place: Selection;
  readonly message: string;
}

/** Minimum and usual size of a tap target, in CSS pixels. */
const FLOOR_PX = 44;
const DRAWN_PX = 48;
/** Minimum distance between two targets, if one is smaller than the usual size. */
const APART_PX = 8;
/** Tolerance for the browser's rounding. */
const SLACK_PX = 0.5;

/** Minimum contrast of text and of large text (WCAG 2.2, 1.4.3). */
const WORDS = 4.5;
const LARGE_WORDS = 3;
const LARGE_PX = 24;
const LARGE_BOLD_PX = 18.66;
/** Minimum contrast of the parts that identify a control (WCAG 2.2, 1.4.11). */
const SHAPES = 3;

/** Finds accessibility problems in a measured page; each message once per node. */
export function findRails({ screen, targets, words, shapes }: Measured): readonly Rail[] {
  const rails = [
    ...targets.flatMap(checkSize),
    ...checkDistances(targets),
    ...words.flatMap(checkContrast),
    ...shapes.flatMap(checkShape),
  ];
  const said = new Map(rails.map((rail) => [`${rail.node} ${rail.message}`, { screen, ...rail }]));
  return [...said.values()];
}

type Found = Omit<Rail, 'screen'>;

function checkSize({ node, name, width, height }: MeasuredTarget): readonly Found[] {
  if (Math.min(width, height) >= FLOOR_PX - SLACK_PX) return [];
  const size = `${Math.round(width)} × ${Math.round(height)}`;
  return [
    {
      node,
      message: `“${name}” is ${size} px: fingers need ${FLOOR_PX}, and ${DRAWN_PX} is what screens are drawn with.`,
    },
  ];
}

function checkDistances(targets: readonly MeasuredTarget[]): readonly Found[] {
  return targets.flatMap((one, at) =>
    targets.slice(at + 1).flatMap((other) => {
      const gap = gapBetween(one, other);
      if (gap === undefined || gap >= APART_PX - SLACK_PX) return [];
      const words = `“${one.name}” and “${other.name}” are ${Math.round(gap)} px apart: fingers need ${APART_PX}.`;
      return [{ node: other.node, message: words }];
    }),
  );
}

/** The distance between two neighbours, if one is smaller than the usual size in that direction. */
function gapBetween(one: MeasuredTarget, other: MeasuredTarget): number | undefined {
  const across = Math.max(one.left, other.left) - Math.min(one.left + one.width, other.left + other.width);
  const down = Math.max(one.top, other.top) - Math.min(one.top + one.height, other.top + other.height);
  if (across < 0 && down >= 0)
    return Math.min(one.height, other.height) < DRAWN_PX - SLACK_PX ? down : undefined;
  if (down < 0 && across >= 0)
    return Math.min(one.width, other.width) < DRAWN_PX - SLACK_PX ? across : undefined;
  return undefined;
}

function checkContrast({ node, text, colour, ground, sizePx, isBold }: MeasuredWords): readonly Found[] {
  const isLarge = sizePx >= LARGE_PX || (isBold && sizePx >= LARGE_BOLD_PX);
  const needed = isLarge ? LARGE_WORDS : WORDS;
  const ratio = contrast(colour, ground);
  if (ratio >= needed) return [];
  const shown = writeRatio(ratio);
  return [
    { node, message: `“${text}” has a contrast of ${shown}, and needs ${needed} to be read by everybody.` },
  ];
}

/** One part with enough contrast is enough. */
function checkShape({ node, kind, name, parts }: MeasuredShape): readonly Found[] {
  const ratio = Math.max(...parts.map(({ colour, ground }) => contrast(colour, ground)));
  if (ratio >= SHAPES) return [];
  const words = `The ${kind} of “${name}” has a contrast of ${writeRatio(ratio)}, and needs ${SHAPES} to be seen by everybody.`;
  return [{ node, message: words }];
}

/** Rounds down: rounded up, a failing ratio could read like the minimum. */
function writeRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

/** Problems whose node is in the draft, with its location. */
export function placeRails(view: WorkspaceView, rails: readonly Rail[]): readonly PlacedRail[] {
  return rails.flatMap(({ screen, node, message }) => {
    const place = placeOf(view, screen, node);
    return place === undefined ? [] : [{ place, message }];
  });
}

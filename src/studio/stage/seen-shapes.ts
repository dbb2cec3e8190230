import type { Eye, SeenColours } from './seen-colours.ts';

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
/** Maximum size of a wrapper that draws the border of a field. */
const FRAME_PX = 48;
const DRAWN = 'path, circle, ellipse, rect, line, polyline, polygon';

type IsSeen = (element: Element) => boolean;

/**
 * The edges of an input or checkbox: its borders or those of its wrapper. For a hidden input, the shapes in its label.
 */
export function edgesOf(element: Element, eye: Eye, isSeen: IsSeen): readonly SeenColours[] {
  if (isSeen(element)) {
    const { appearance } = styleOf(element);
    // The browser renders this control, so we cannot change its contrast.
    if (appearance !== 'none' && element.matches('[type=checkbox], [type=radio]')) return [];
    return [element, ...framesOf(element)].flatMap((one) => linesOf(one, eye));
  }
  const around = element.closest('label') ?? element.parentElement;
  const faces = [...(around?.querySelectorAll('*') ?? [])].filter((one) => one !== element && isSeen(one));
  const lines = faces.flatMap((one) => linesOf(one, eye));
  return lines.length > 0 ? lines : faces.flatMap((one) => strokesOf(one, eye));
}

/** Colours of an icon's shapes. */
export function iconsOf(target: Element, eye: Eye, isSeen: IsSeen): readonly SeenColours[] {
  return [...target.querySelectorAll(DRAWN)].filter(isSeen).flatMap((one) => strokesOf(one, eye));
}

function framesOf(element: Element): readonly Element[] {
  const { width, height } = element.getBoundingClientRect();
  const around = [element.parentElement, element.parentElement?.parentElement];
  return around.filter((one) => {
    const box = one?.getBoundingClientRect();
    return box !== undefined && box.width - width <= FRAME_PX && box.height - height <= FRAME_PX;
  }) as readonly Element[];
}

/** A border is visible against its outside or its inside; without a border, the surface against its outside. */
function linesOf(element: Element, eye: Eye): readonly SeenColours[] {
  const style = styleOf(element);
  const sides = SIDES.filter(
    (side) => style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0,
  );
  const colours = new Set(sides.map((side) => style[`border${side}Color`]));
  const lines = [...colours].flatMap((css) => [
    eye.see(element, css, element.parentElement),
    eye.see(element, css),
  ]);
  const surface = eye.see(element, style.backgroundColor, element.parentElement);
  const isOther = surface !== undefined && surface.colour !== surface.ground;
  return [...lines, ...(isOther ? [surface] : [])].filter((one) => one !== undefined);
}

function strokesOf(element: Element, eye: Eye): readonly SeenColours[] {
  if (!element.matches(DRAWN)) return [];
  const { fill, stroke } = styleOf(element);
  return [fill, stroke]
    .filter((css) => css !== 'none' && !css.startsWith('url('))
    .map((css) => eye.see(element, css))
    .filter((one) => one !== undefined);
}

function styleOf(element: Element): CSSStyleDeclaration {
  return getComputedStyle(element);
}

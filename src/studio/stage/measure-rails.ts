import { nodesAround, readDrawn } from '#src/devtools/inspector/drawn.ts';
import { type SeenColours, createEye, type Eye } from './seen-colours.ts';
import { edgesOf, iconsOf } from './seen-shapes.ts';

/** A tap target. */
export interface MeasuredTarget {
  /** Id of the node in the plan. */
  readonly node: string;
  /** Accessible name. */
  readonly name: string;
  /** CSS pixels from the top left of the page. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A visible text. */
export interface MeasuredWords extends SeenColours {
  readonly node: string;
  readonly text: string;
  readonly sizePx: number;
  readonly isBold: boolean;
}

/** The visible shape of a control without text: the border of an input or checkbox, or an icon. */
export interface MeasuredShape {
  readonly node: string;
  readonly kind: 'edge' | 'icon';
  /** Accessible name of the control. */
  readonly name: string;
  /** Colours of its lines and surfaces. One with enough contrast is enough. */
  readonly parts: readonly SeenColours[];
}

/** Measurements of tap targets, texts and shapes of a page. */
export interface Measured {
  /** Id of the screen. */
  readonly screen: string;
  readonly targets: readonly MeasuredTarget[];
  readonly words: readonly MeasuredWords[];
  readonly shapes: readonly MeasuredShape[];
}

const TARGETS =
  'button, a[href], input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab]';
const OFF = ':disabled, [aria-disabled=true], [inert], [inert] *';
/** A control smaller than this, in CSS pixels, is a checkbox or radio button beside its label. */
const NAMED_PX = 32;
/** Maximum length of a name. */
const MOST = 60;

/** Measures the topmost layer of a page. */
export function measureRails(document: Document): Measured {
  const screen = readDrawn(document)?.screen.plan.id ?? '';
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const eye = createEye(document);
  return {
    screen,
    targets: measureTargets(top),
    words: measureWords(top, eye),
    shapes: measureShapes(top, eye),
  };
}

function measureTargets(top: Element): readonly MeasuredTarget[] {
  const scrolled = top.ownerDocument.defaultView?.scrollY ?? 0;
  return [...top.querySelectorAll(TARGETS)].flatMap((element) => {
    if (element.matches(OFF) || !isSeen(element) || isAmongWords(element)) return [];
    const node = nodeOf(element);
    if (node === undefined) return [];
    const { left, top: above, width, height } = boxOfTarget(element);
    // Elements for keyboards or screen readers only.
    if (width <= 1 || height <= 1) return [];
    return [{ node, name: nameOf(element), left, top: above + scrolled, width, height }];
  });
}

/** The label of a small control is part of its target; a large control is tapped directly. */
function boxOfTarget(element: Element): { left: number; top: number; width: number; height: number } {
  const own = element.getBoundingClientRect();
  if (Math.min(own.width, own.height) >= NAMED_PX) return own;
  const boxes = [element, ...labelsOf(element)].map((one) => one.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top;
  return { left, top, width, height };
}

function labelsOf(element: Element): readonly Element[] {
  return [...((element as Partial<HTMLInputElement>).labels ?? [])];
}

/** Whether the element is a link inside a sentence; its height is the line's. */
function isAmongWords(element: Element): boolean {
  const { parentElement: around } = element;
  if (around === null || element.ownerDocument.defaultView?.getComputedStyle(element).display !== 'inline')
    return false;
  return [...around.childNodes].some(
    ({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== '',
  );
}

function measureWords(top: Element, eye: Eye): readonly MeasuredWords[] {
  const document = top.ownerDocument;
  const page = document.defaultView;
  if (page === null) return [];
  const walker = document.createTreeWalker(top, page.NodeFilter.SHOW_TEXT);
  const measured = new Set<Element>();
  const words: MeasuredWords[] = [];
  while (walker.nextNode() !== null) {
    const { currentNode: text } = walker;
    const element = text.parentElement;
    if (element === null || measured.has(element) || (text.nodeValue ?? '').trim() === '') continue;
    measured.add(element);
    if (element.closest(OFF) !== null || !isSeen(element) || !/[\p{L}\p{N}]/u.test(text.nodeValue ?? ''))
      continue;
    const node = nodeOf(element);
    const style = page.getComputedStyle(element);
    const seen = node === undefined ? undefined : eye.see(element, style.color);
    if (node === undefined || seen === undefined) continue;
    words.push({
      ...{ node, ...seen, text: (text.nodeValue ?? '').trim().slice(0, MOST) },
      sizePx: Number.parseFloat(style.fontSize),
      isBold: Number(style.fontWeight) >= 700,
    });
  }
  return words;
}

/** Controls that are recognized by their shape; others have text. */
const EDGED =
  'input:not([type=hidden], [type=file], [type=button], [type=submit]), textarea, select, [role=checkbox], [role=radio], [role=switch]';

function measureShapes(top: Element, eye: Eye): readonly MeasuredShape[] {
  const edges = [...top.querySelectorAll(EDGED)].map((element) => {
    return { element, kind: 'edge' as const, parts: edgesOf(element, eye, isSeen) };
  });
  const icons = [...top.querySelectorAll(TARGETS)].map((element) => {
    const isAlone = !element.matches(EDGED) && (element.textContent ?? '').trim() === '';
    return { element, kind: 'icon' as const, parts: isAlone ? iconsOf(element, eye, isSeen) : [] };
  });
  return [...edges, ...icons].flatMap(({ element, kind, parts }) => {
    const node = nodeOf(element);
    if (node === undefined || parts.length === 0 || element.matches(OFF)) return [];
    return [{ node, kind, name: nameOf(element), parts }];
  });
}

function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { width, height } = at.getBoundingClientRect();
    if (
      width <= 1 &&
      height <= 1 &&
      at.ownerDocument.defaultView?.getComputedStyle(at).overflowX !== 'visible'
    )
      return false;
  }
  return true;
}

function nodeOf(element: Element): string | undefined {
  return nodesAround(element)[0]?.plan.id;
}

function nameOf(element: Element): string {
  const [label] = labelsOf(element);
  const named = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const names = named.map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
  const words = (names || element.getAttribute('aria-label')) ?? (label ?? element).textContent ?? '';
  const text = words.trim() || (element.querySelector('img')?.alt ?? '');
  return text.replace(/\s+/g, ' ').trim().slice(0, MOST);
}

import { nodesAround, readDrawn } from '#src/workshop/inspector/drawn.ts';

/** What can be tapped, as it stands. */
export interface MeasuredTarget {
  /** Id in the plan of the node that draws it. */
  readonly node: string;
  /** What it is called. */
  readonly name: string;
  /** CSS pixels, of the page. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Words that are read, as they are drawn. */
export interface MeasuredWords {
  readonly node: string;
  readonly text: string;
  /** Six digits each, as they are seen: what shines through is reckoned in. */
  readonly colour: string;
  readonly ground: string;
  readonly sizePx: number;
  readonly isBold: boolean;
}

/** What of a page can be too small to tap or too faint to read. */
export interface Measured {
  /** Of the screen that it is of. */
  readonly screen: string;
  readonly targets: readonly MeasuredTarget[];
  readonly words: readonly MeasuredWords[];
}

const TARGETS =
  'button, a[href], input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab]';
const OFF = ':disabled, [aria-disabled=true], [inert], [inert] *';
/** Smaller fields are boxes beside their names. */
const NAMED_PX = 32;
/** Names are for people: no more of them than can be read at a glance. */
const MOST = 60;

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

/** Measures the foremost layer of a page. */
export function measureRails(document: Document): Measured {
  const screen = readDrawn(document)?.screen.plan.id ?? '';
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  return { screen, targets: measureTargets(top), words: measureWords(top) };
}

function measureTargets(top: Element): readonly MeasuredTarget[] {
  const scrolled = top.ownerDocument.defaultView?.scrollY ?? 0;
  return [...top.querySelectorAll(TARGETS)].flatMap((element) => {
    if (element.matches(OFF) || !isSeen(element) || isAmongWords(element)) return [];
    const node = nodeOf(element);
    if (node === undefined) return [];
    const { left, top: above, width, height } = boxOfTarget(element);
    // What is there for a keyboard or a program alone.
    if (width <= 1 || height <= 1) return [];
    return [{ node, name: nameOf(element), left, top: above + scrolled, width, height }];
  });
}

/** A tap on what names a small field is a tap on the field; a large one is what people tap themselves. */
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

/** A link within a sentence is as high as its line. */
function isAmongWords(element: Element): boolean {
  const { parentElement: around } = element;
  if (around === null || element.ownerDocument.defaultView?.getComputedStyle(element).display !== 'inline')
    return false;
  return [...around.childNodes].some(
    ({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== '',
  );
}

function measureWords(top: Element): readonly MeasuredWords[] {
  const document = top.ownerDocument;
  const page = document.defaultView;
  if (page === null) return [];
  const readColour = createColourReader(document);
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
    const seen = node === undefined ? undefined : seenColours(page, element, style, readColour);
    if (node === undefined || seen === undefined) continue;
    words.push({
      ...{ node, ...seen, text: (text.nodeValue ?? '').trim().slice(0, MOST) },
      sizePx: Number.parseFloat(style.fontSize),
      isBold: Number(style.fontWeight) >= 700,
    });
  }
  return words;
}

/** @returns undefined where words lie over a picture: how it looks there nobody can say. */
function seenColours(
  page: Window,
  element: Element,
  style: CSSStyleDeclaration,
  readColour: (css: string) => Colour,
): Pick<MeasuredWords, 'colour' | 'ground'> | undefined {
  const layers: Colour[] = [];
  let opacity = 1;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const around = page.getComputedStyle(at);
    opacity *= Number(around.opacity);
    if (layers.at(-1)?.alpha === 1) continue;
    if (around.backgroundImage !== 'none') return undefined;
    layers.push(readColour(around.backgroundColor));
  }
  const ground = layers.reduceRight(lay, { red: 255, green: 255, blue: 255, alpha: 1 });
  const colour = readColour(style.color);
  const seen = lay(ground, { ...colour, alpha: colour.alpha * opacity });
  return { colour: writeColour(seen), ground: writeColour(ground) };
}

function lay(ground: Colour, { red, green, blue, alpha }: Colour): Colour {
  const mix = (under: number, over: number) => under * (1 - alpha) + over * alpha;
  return {
    red: mix(ground.red, red),
    green: mix(ground.green, green),
    blue: mix(ground.blue, blue),
    alpha: 1,
  };
}

function writeColour({ red, green, blue }: Colour): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Reads colours in whatever way they are written, by drawing them. */
function createColourReader(document: Document): (css: string) => Colour {
  const known = new Map<string, Colour>();
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (css) => {
    const read = known.get(css);
    if (read !== undefined || context === null) return read ?? { red: 0, green: 0, blue: 0, alpha: 0 };
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const colour = { red, green, blue, alpha: alpha / 255 };
    known.set(css, colour);
    return colour;
  };
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
  const text = element.getAttribute('aria-label') ?? (label ?? element).textContent ?? '';
  return text.replace(/\s+/g, ' ').trim().slice(0, MOST);
}

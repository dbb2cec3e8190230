/*
 * Reads what each element of a page paints, and where, from the computed styles: so inherited values count like own ones.
 */

/** CSS pixels from the top left of the page. */
export interface PaintedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What one element paints. */
export interface Painted {
  readonly element: Element;
  /** Identifies the element if its look changes. */
  readonly kind: string;
  /** Text, image, font and colours, without position and size. */
  readonly look: string;
  readonly box: PaintedBox;
  /** Whether it is text without a frame. Then its position is that of the text. */
  readonly isWords: boolean;
  /** Whether it contains other elements and follows their sizes. */
  readonly isAround: boolean;
}

const LETTERS = [
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'font-variant-numeric',
  'letter-spacing',
  'word-spacing',
  'text-transform',
  'text-shadow',
  'text-decoration-line',
  'text-decoration-style',
  'text-decoration-color',
  '-webkit-text-fill-color',
];
const SHAPE = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
];
const SHAPE_ATTRIBUTES = [
  'd',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'width',
  'height',
  'points',
  'transform',
  'href',
];
const EDGES = ['top', 'right', 'bottom', 'left'];
const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
/** Styles that affect an element together with its children. */
const OVER_ALL = ['opacity', 'filter', 'mix-blend-mode', 'clip-path', 'mask-image', 'backdrop-filter'];
const NOT_OVER: ReadonlySet<string> = new Set(['1', 'none', 'normal', '']);
const NOWHERE = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'option',
  'optgroup',
  'datalist',
  'defs',
  'title',
]);
const CLEAR = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;

interface Around {
  /** The `OVER_ALL` styles of the ancestors. */
  readonly over: string;
  /** The background colour. */
  readonly ground: string;
}

/** The painted elements of a document in order. */
export function readPainted(document: Document): readonly Painted[] {
  const { defaultView: page, body } = document;
  const found: Painted[] = [];
  if (page === null) return found;
  read(page, body, { over: '', ground: '' }, found);
  return found;
}

function read(page: Window & typeof globalThis, element: Element, around: Around, found: Painted[]): void {
  if (NOWHERE.has(element.localName)) return;
  const style = page.getComputedStyle(element);
  if (style.display === 'none' || style.opacity === '0' || isForListeners(element, style)) return;
  const over =
    around.over +
    OVER_ALL.map((name) => style.getPropertyValue(name))
      .filter((value) => !NOT_OVER.has(value))
      .join(' ');
  const ground = CLEAR.test(style.backgroundColor) ? around.ground : style.backgroundColor;
  if (style.visibility !== 'hidden') {
    const words = wordsOf(element);
    const frame = frameOf(style, around.ground);
    const isWords = frame === '' && words !== '';
    const own = [
      ...[words, words === '' ? '' : pick(style, LETTERS)],
      ...[frame, contentOf(page, element, style)],
      ...['::before', '::after'].map((name) => besideOf(page.getComputedStyle(element, name), ground)),
    ];
    if (own.some((look) => look !== '')) {
      found.push({
        element,
        kind: [element.localName, element.classList[0] ?? '', element.id].join(' '),
        look: [over, ...own].join('|'),
        box: boxOf(page, element, isWords),
        isWords,
        isAround: words === '' && element.firstElementChild !== null && element.localName !== 'svg',
      });
    }
  }
  if (element.localName === 'select') return;
  for (const child of element.children) read(page, child, { over, ground }, found);
}

/** Whether the element is clipped to a point, so that only screen readers find it. */
function isForListeners(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.overflowX === 'visible' || style.position !== 'absolute') return false;
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 && height <= 1;
}

/** The element's own text, without its children's. */
function wordsOf(element: Element): string {
  let words = '';
  for (const child of element.childNodes) if (child.nodeType === 3) words += child.nodeValue ?? '';
  return words.replace(/\s+/g, ' ').trim();
}

function pick(style: CSSStyleDeclaration, names: readonly string[]): string {
  return names.map((name) => style.getPropertyValue(name)).join(' ');
}

/** Background, borders and shadow. A colour equal to the background is left out, because it is not visible. */
function frameOf(style: CSSStyleDeclaration, ground: string): string {
  const edges = EDGES.map((edge) => {
    const width = style.getPropertyValue(`border-${edge}-width`);
    const kind = style.getPropertyValue(`border-${edge}-style`);
    const colour = style.getPropertyValue(`border-${edge}-color`);
    return width === '0px' || kind === 'none' || CLEAR.test(colour) ? '' : `${width} ${kind} ${colour}`;
  });
  const outline =
    style.outlineStyle === 'none' || style.outlineWidth === '0px'
      ? ''
      : `${style.outlineWidth} ${style.outlineStyle} ${style.outlineColor} ${style.outlineOffset}`;
  const seen = [
    CLEAR.test(style.backgroundColor) || style.backgroundColor === ground ? '' : style.backgroundColor,
    style.backgroundImage === 'none'
      ? ''
      : pick(style, ['background-image', 'background-size', 'background-position', 'background-repeat']),
    ...edges,
    style.boxShadow === 'none' ? '' : style.boxShadow,
    outline,
  ];
  if (seen.every((value) => value === '')) return '';
  return [...seen, ...CORNERS.map((corner) => style.getPropertyValue(`border-${corner}-radius`))].join(' ');
}

/** Content that is neither text nor a frame. */
function contentOf(page: Window & typeof globalThis, element: Element, style: CSSStyleDeclaration): string {
  if (element instanceof page.SVGElement && element.localName !== 'svg') {
    const at = SHAPE_ATTRIBUTES.map((name) => element.getAttribute(name) ?? '');
    return element.localName === 'g' ? '' : [pick(style, SHAPE), ...at].join(' ');
  }
  if (element instanceof page.HTMLImageElement)
    return [element.currentSrc || element.src, style.objectFit, style.objectPosition].join(' ');
  if (element instanceof page.HTMLSelectElement)
    return [...element.selectedOptions].map(({ text }) => text).join() + pick(style, LETTERS);
  if (element instanceof page.HTMLInputElement || element instanceof page.HTMLTextAreaElement) {
    const { value, placeholder, type } = element;
    const isEmpty = value === '';
    const letters = pick(isEmpty ? page.getComputedStyle(element, '::placeholder') : style, LETTERS);
    const isSet = element instanceof page.HTMLInputElement && `${element.checked} ${element.indeterminate}`;
    return [
      isEmpty ? placeholder : type === 'password' ? value.length : value,
      letters,
      isSet,
      style.accentColor,
      style.appearance,
    ].join(' ');
  }
  if (element instanceof page.HTMLIFrameElement) return `${element.src} ${element.srcdoc}`;
  if (element instanceof page.HTMLCanvasElement) return drawnOn(element);
  if (style.display === 'list-item' && style.listStyleType !== 'none')
    return `${style.listStyleType} ${style.color}`;
  return '';
}

function drawnOn(canvas: HTMLCanvasElement): string {
  try {
    return canvas.toDataURL();
  } catch {
    // A tainted canvas cannot be read.
    return `${canvas.width} ${canvas.height}`;
  }
}

/** The look of a `::before` or `::after`. */
function besideOf(style: CSSStyleDeclaration, ground: string): string {
  const { content } = style;
  if (content === 'none' || content === 'normal' || content === '' || style.display === 'none') return '';
  const frame = frameOf(style, ground);
  const words = content === '""' ? '' : `${content} ${pick(style, LETTERS)}`;
  if (frame === '' && words === '') return '';
  return [
    words,
    frame,
    pick(style, ['width', 'height', 'transform', 'opacity', 'mask-image', 'top', 'left', 'right', 'bottom']),
  ].join(' ');
}

/** The current position in the viewport. */
export function placeOf({ element, isWords }: Pick<Painted, 'element' | 'isWords'>): DOMRect {
  if (!isWords) return element.getBoundingClientRect();
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

function boxOf(page: Window, element: Element, isWords: boolean): PaintedBox {
  const { left, top, width, height } = placeOf({ element, isWords });
  const down = stands(page, element) ? top : top + page.scrollY;
  return { left: round(left), top: round(down), width: round(width), height: round(height) };
}

/** Whether the element does not scroll with the page. */
function stands(page: Window, element: Element): boolean {
  for (let around: Element | null = element; around !== null; around = around.parentElement)
    if (page.getComputedStyle(around).position === 'fixed') return true;
  return false;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

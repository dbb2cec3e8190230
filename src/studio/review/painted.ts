/*
 * What of a page is painted: of each element that puts something of its own on the page what it puts there, and where.
 * It is asked of what the browser reckoned, not of what was written: a colour that comes from afar counts as one that
 * stands beside.
 */

/** CSS pixels from the beginning of the page. */
export interface PaintedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What one element puts on the page. */
export interface Painted {
  readonly element: Element;
  /** What the element is, as one knows it again that looks otherwise. */
  readonly kind: string;
  /** Its words, picture, letters and colours: everything but where it stands and how large it is. */
  readonly look: string;
  readonly box: PaintedBox;
  /** Whether it is words without a frame around them: then its letters are its place. */
  readonly isWords: boolean;
  /** Whether it lies around others, whose sizes it follows. */
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
/** Laid over everything that an element and its children put on the page. */
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
  /** What is laid over everything here. */
  readonly over: string;
  /** The colour that stands behind. */
  readonly ground: string;
}

/** What is painted of a document, in its order. */
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

/** What is clipped to a point is there for whoever listens. */
function isForListeners(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.overflowX === 'visible' || style.position !== 'absolute') return false;
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 && height <= 1;
}

/** Words of an element's own. */
function wordsOf(element: Element): string {
  let words = '';
  for (const child of element.childNodes) if (child.nodeType === 3) words += child.nodeValue ?? '';
  return words.replace(/\s+/g, ' ').trim();
}

function pick(style: CSSStyleDeclaration, names: readonly string[]): string {
  return names.map((name) => style.getPropertyValue(name)).join(' ');
}

/** Ground, edges and shadow; what is of the colour of what it lies on is not seen. */
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

/** What an element shows that is neither words nor a frame around them. */
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
    // Of a picture from elsewhere it may not be asked.
    return `${canvas.width} ${canvas.height}`;
  }
}

/** What stands before or after an element without being one. */
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

/** Where it stands in the window now. */
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

/** Whether it stays where it is while the page is scrolled. */
function stands(page: Window, element: Element): boolean {
  for (let around: Element | null = element; around !== null; around = around.parentElement)
    if (page.getComputedStyle(around).position === 'fixed') return true;
  return false;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
